"""Serializers of whether somebody wants mail."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactSerializer


class MyMailSerializer(serializers.Serializer[Any]):
    """Whether the caller wants mail about their tournaments and clubs."""

    wants_mail = serializers.BooleanField(help_text="It goes to an address that is confirmed.")


class MailChoiceSerializer(ExactSerializer):
    """Whether to be mailed."""

    wants_mail = ExactBoolean()
