"""Serializers of seeks and invitations (docs/protocol.md 1.8, 2)."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import ExactBoolean, ExactInteger, ExactSerializer, ExactText, PersonSerializer


class SeekSerializer(serializers.Serializer[Any]):
    """Somebody who waits to be found a table."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(
        ["asking", "waiting", "found", "ended"], help_text="`asking`: the named partner has not agreed yet."
    )
    end = serializers.ChoiceField(
        ["cancelled", "declined", "seated", "gone"], allow_null=True, help_text="Why it ended without a table."
    )
    preset = serializers.CharField()
    options = serializers.DictField(help_text="What differs from the preset.")
    target = serializers.IntegerField()
    players = serializers.IntegerField(help_text="How many people play.")
    rated = serializers.BooleanField()
    rating_low = serializers.IntegerField(allow_null=True, help_text="The weakest player wanted; null: anybody.")
    rating_high = serializers.IntegerField(allow_null=True)
    people = PersonSerializer(many=True, help_text="Who waits: one person, or two who want to play together.")
    asked = PersonSerializer(allow_null=True, help_text="The partner who has to agree.")
    table = serializers.CharField(allow_null=True, help_text="The code of the table that was found.")
    since = serializers.DateTimeField()


class NewSeekSerializer(ExactSerializer):
    """The table that is looked for; what is left out is as usual."""

    preset = ExactText(max_length=20)
    options = serializers.DictField(default=dict, help_text="What differs from the preset: GET /rulesets/<preset>/.")
    rated = ExactBoolean(default=False)
    rating_low = ExactInteger(min_value=0, max_value=5000, allow_null=True, default=None)
    rating_high = ExactInteger(min_value=0, max_value=5000, allow_null=True, default=None)
    partner = ExactText(max_length=64, allow_null=True, default=None, help_text="The name of who plays with you.")


class InvitationSerializer(serializers.Serializer[Any]):
    """Somebody is asked to a chair of a table."""

    id = serializers.IntegerField()
    state = serializers.ChoiceField(["pending", "accepted", "declined", "expired", "lapsed"])
    table = serializers.CharField(help_text="The table's code.")
    table_name = serializers.CharField(allow_blank=True)
    preset = serializers.CharField()
    seat = serializers.IntegerField()
    inviter = PersonSerializer()
    invited = PersonSerializer()
    until = serializers.DateTimeField(help_text="When it expires.")


class NewInvitationSerializer(ExactSerializer):
    """Who is to be asked to a chair."""

    name = ExactText(max_length=64)
    seat = ExactInteger(min_value=0, max_value=9)
