"""Serializers of a person's own chat."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactSerializer


class SilenceSerializer(serializers.Serializer[Any]):
    """A time-out."""

    until = serializers.DateTimeField()
    reason = serializers.CharField()


class MyChatSerializer(serializers.Serializer[Any]):
    """How the chat stands for the caller."""

    wants_chat = serializers.BooleanField(help_text="False: sockets tell you no lines.")
    silence = SilenceSerializer(allow_null=True, help_text="Your time-out, if you have one.")


class ChatChoiceSerializer(ExactSerializer):
    """Whether to see what others write."""

    wants_chat = ExactBoolean()
