"""Lists: the shapes in which REST takes a table of entrants and says what it does."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactSerializer, ExactText

MOST_TEXT = 48 * 1024
"""Characters: what a body of REST has room for; the page takes larger files."""


class EntrantListSerializer(ExactSerializer):
    """A table of entrants (docs/tournaments.md)."""

    csv = ExactText(max_length=MOST_TEXT, trim_whitespace=False)
    dry_run = ExactBoolean(default=True, help_text="Only look at it.")


class EntrantLineSerializer(serializers.Serializer[Any]):
    """A line of the table, and what it does."""

    number = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField())
    seed = serializers.IntegerField(allow_null=True)
    fee_paid = serializers.BooleanField()
    action = serializers.ChoiceField(["entered", "waiting", ""])
    faults = serializers.ListField(child=serializers.CharField())
    entrant = serializers.IntegerField(allow_null=True)


class PracticeCupSerializer(serializers.Serializer[Any]):
    """A cup that has begun."""

    tournament = serializers.CharField(help_text="Its code.")
