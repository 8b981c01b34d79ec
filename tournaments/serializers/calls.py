"""Calls: the shapes in which REST takes and gives calls for the director."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactSerializer, ExactText
from accounts.serializers.people import PersonSerializer
from tournaments.models import DirectorCall
from tournaments.services.calls import LONGEST_WORDS, PLAYERS_REASONS


class CallSerializer(serializers.Serializer[Any]):
    """A call that waits; `made_by` is null where the server calls, `encounter` where the tournament cannot go on."""

    id = serializers.IntegerField(source="pk")
    encounter = serializers.CharField(source="encounter.key", default=None, allow_null=True)
    round = serializers.IntegerField(source="encounter.round.number", default=None, allow_null=True)
    table = serializers.IntegerField(source="encounter.table_number", default=None, allow_null=True)
    reason = serializers.ChoiceField(DirectorCall.Reason.values)
    words = serializers.CharField(allow_blank=True)
    made_by = serializers.SerializerMethodField()
    made_at = serializers.DateTimeField()
    taken_by = serializers.SerializerMethodField()

    def get_made_by(self, call: DirectorCall) -> dict[str, Any] | None:
        """Return who has called."""
        return _person(call.made_by)

    def get_taken_by(self, call: DirectorCall) -> dict[str, Any] | None:
        """Return which director is on the way."""
        return _person(call.taken_by)


class NewCallSerializer(ExactSerializer):
    """A call from the caller's table."""

    reason = serializers.ChoiceField([reason.value for reason in PLAYERS_REASONS], default="player")
    words = ExactText(max_length=LONGEST_WORDS, allow_blank=True, default="")


class CallMadeSerializer(serializers.Serializer[Any]):
    """The call that stands now for this table and reason."""

    id = serializers.IntegerField()


def _person(user: Any) -> dict[str, Any] | None:
    if user is None:
        return None
    return dict(PersonSerializer({"id": user.pk, "name": user.username, "kind": user.kind}).data)
