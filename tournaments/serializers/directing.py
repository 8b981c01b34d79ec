"""Directing: the shapes in which REST takes what a director does, and gives what was done."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactInteger, ExactSerializer, ExactText
from accounts.serializers.people import PersonSerializer
from tournaments.models import AuditEntry
from tournaments.services.adding_time import MOST_MINUTES
from tournaments.services.audit import LONGEST_REASON
from tournaments.services.messages import LONGEST as LONGEST_MESSAGE


class ReasonSerializer(ExactSerializer):
    """An act that may say why."""

    reason = ExactText(max_length=LONGEST_REASON, allow_blank=True, default="")


class NeedsReasonSerializer(ExactSerializer):
    """An act that says why: it changes what somebody has won."""

    reason = ExactText(max_length=LONGEST_REASON)


class MoreTimeSerializer(ReasonSerializer):
    """More minutes."""

    minutes = ExactInteger(min_value=1, max_value=MOST_MINUTES)


class WordsSerializer(ExactSerializer):
    """Words to everybody who plays."""

    words = ExactText(max_length=LONGEST_MESSAGE)


class MessageSerializer(serializers.Serializer[Any]):
    """What the director has told everybody."""

    words = serializers.CharField()
    at = serializers.DateTimeField()


class SubstituteSerializer(ReasonSerializer):
    """Who plays no longer, and who plays in their place: names."""

    out = ExactText(max_length=64)
    coming = ExactText(max_length=64)


class AuditEntrySerializer(serializers.Serializer[Any]):
    """An act: `by` is null where the server did it; reason, way and address are null to who does not run it.

    In `before` and `after`, people and entrants are numbers: of users under `player`, else of entrants.
    """

    id = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    by = serializers.SerializerMethodField()
    act = serializers.CharField()
    about = serializers.CharField(allow_blank=True, help_text="The key of a pairing, the number of an entrant …")
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)
    reason = serializers.SerializerMethodField()
    way = serializers.SerializerMethodField()
    address = serializers.SerializerMethodField()

    def get_by(self, entry: AuditEntry) -> dict[str, Any] | None:
        """Return who did it."""
        if entry.by is None:
            return None
        return dict(PersonSerializer({"id": entry.by.pk, "name": entry.by.username, "kind": entry.by.kind}).data)

    def get_reason(self, entry: AuditEntry) -> str | None:
        """Return why it was done, to who runs the tournament."""
        return entry.reason if self._is_whole else None

    def get_way(self, entry: AuditEntry) -> str | None:
        """Return by which way it was done, to who runs the tournament."""
        return entry.way if self._is_whole else None

    def get_address(self, entry: AuditEntry) -> str | None:
        """Return where it came from, to who runs the tournament."""
        return entry.address if self._is_whole else None

    @property
    def _is_whole(self) -> bool:
        return bool(self.context.get("is_whole"))
