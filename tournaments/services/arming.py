"""Arming: writes down when a tournament next has something to do by itself, which the sweep then finds."""

from datetime import datetime

from django.db.models import Min

from tournaments.models import DirectorCall, Encounter, Round, Tournament
from tournaments.selectors.entry_rules import closing_time_of


def arm(tournament: Tournament) -> None:
    """Store when the sweep has to look at a locked tournament again, as its rows are now."""
    tournament.act_at = _next_act(tournament)
    tournament.save(update_fields=["act_at"])


def _next_act(tournament: Tournament) -> datetime | None:
    if tournament.paused_at is not None:
        return None
    if tournament.state == Tournament.State.ANNOUNCED:
        return _start_of(tournament)
    if tournament.state == Tournament.State.RUNNING:
        return _next_in_play(tournament)
    return None


def _start_of(tournament: Tournament) -> datetime | None:
    """Return when entries close or, after that, when it starts; None while a director has to decide about either."""
    if tournament.entries_closed_at is None:
        return closing_time_of(tournament)
    if tournament.pace == Tournament.Pace.BY_HAND or waits_for_director(tournament):
        return None
    return tournament.starts_at


def _next_in_play(tournament: Tournament) -> datetime | None:
    """Return when a round starts, or when somebody has been waited for long enough."""
    released = Round.objects.filter(tournament=tournament, state=Round.State.RELEASED)
    waiting = Encounter.objects.filter(tournament=tournament, decided_at=None, waits_until__isnull=False)
    moments = (
        released.aggregate(at=Min("starts_at"))["at"],
        waiting.aggregate(at=Min("waits_until"))["at"],
    )
    return min((moment for moment in moments if moment is not None), default=None)


def waits_for_director(tournament: Tournament) -> bool:
    """Tell whether the server could not go on by itself and has called the director."""
    return DirectorCall.objects.filter(tournament=tournament, encounter=None, closed_at=None).exists()
