"""Serializers of whether somebody is shown in the ladders."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactSerializer


class MyLadderSerializer(serializers.Serializer[Any]):
    """Whether the caller is shown in the ladders."""

    wants_ladder = serializers.BooleanField(help_text="False: you use no rank; your matches are rated all the same.")


class LadderChoiceSerializer(ExactSerializer):
    """Whether to be shown there."""

    wants_ladder = ExactBoolean()
