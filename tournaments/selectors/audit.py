"""Audit: what was decided in a tournament, for its directors in full, for everybody what results came of (ADR 0072)."""

from typing import Final

from django.db.models import Min, Q, QuerySet

from games.models import Match
from games.selectors.lateness import is_told
from tournaments.models import AuditEntry, Round

PUBLIC_ACTS: Final = frozenset(
    {
        "account_closed",
        "both_disqualified",
        "came_back",
        "cancelled",
        "disqualified",
        "entries_closed",
        "finished",
        "no_show",
        "pairs_swapped",
        "paper_entered",
        "paused",
        "resumed",
        "result_corrected",
        "result_decided",
        "result_followed",
        "result_taken_back",
        "substituted",
        "time_added",
        "withdrawn",
    }
)
"""Acts that everybody may read of: they change a result, who plays for it, or for how long."""


def audit_entries(*, tournament_id: int, public_only: bool) -> QuerySet[AuditEntry]:
    """Return the entries of a tournament's log, the latest first; *public_only* for who does not run it.

    Who was swapped in a draft is not public before the draft is, and nothing since the end of a match that watchers
    have not seen yet: what follows from it would tell how it ended.
    """
    entries = AuditEntry.objects.filter(tournament_id=tournament_id).select_related("by").order_by("-pk")
    if not public_only:
        return entries
    released = Round.objects.filter(tournament_id=tournament_id).exclude(state=Round.State.DRAFT)
    numbers = [str(number) for number in released.values_list("number", flat=True)]
    swapped = Q(act="pairs_swapped") & ~Q(about__in=numbers)
    public = entries.filter(act__in=PUBLIC_ACTS).exclude(swapped)
    played = Match.objects.filter(table__encounter_table__encounter__tournament=tournament_id, watch_delay__gt=0)
    untold_since = played.exclude(finished_at=None).exclude(is_told()).aggregate(at=Min("finished_at"))["at"]
    return public if untold_since is None else public.filter(at__lt=untold_since)
