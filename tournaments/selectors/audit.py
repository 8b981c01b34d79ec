"""Audit: what was decided in a tournament, for its directors in full, for everybody what results came of (ADR 0072)."""

from typing import Final

from django.db.models import QuerySet

from tournaments.models import AuditEntry

PUBLIC_ACTS: Final = frozenset(
    {
        "adjusted",
        "annulled",
        "replayed",
        "result_taken_back",
        "walkover",
        "voided",
        "disqualified",
        "withdrawn",
        "came_back",
        "substituted",
        "pairings_edited",
        "stopped_early",
    }
)
"""Acts that everybody may read of: they change a result, or who plays for it."""


def audit_entries(*, tournament_id: int, public_only: bool) -> QuerySet[AuditEntry]:
    """Return the entries of a tournament's log, the latest first; *public_only* for who does not run it."""
    entries = AuditEntry.objects.filter(tournament_id=tournament_id).select_related("by").order_by("-pk")
    return entries.filter(act__in=PUBLIC_ACTS) if public_only else entries
