"""Drawing: the start of a tournament, and the draw of its rounds: a draft, perhaps another, and its release.

A director may draw anew, swap two entrants or drop a draft; a round that has been released is changed with a reason
only, and as long as nobody has begun to play (tournaments 4).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from tournaments.errors import WrongState
from tournaments.formats.errors import TournamentOver
from tournaments.models import DirectorCall, Entrant, Round, Tournament
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services.audit import SERVER, Hand, note
from tournaments.services.closing_entries import close_entries
from tournaments.services.directors import check_director
from tournaments.services.drafts import Pair, drop_draft, next_draft, release, round_of, round_open, store_draft
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.settling import settle

LATE_AFTER: Final = timedelta(seconds=30)
"""What is begun later than this after its moment says so in the audit log."""


@transaction.atomic
def start_tournament(*, tournament_id: int, hand: Hand, now: datetime) -> bool:
    """Begin a tournament and tell whether this did it: False where it has begun.

    Where rounds follow by themselves the first is drawn. Locks the tournament. Raises NoRight, WrongState, and what the
    format refuses with those who have entered.
    """
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand)
    if tournament.state == Tournament.State.RUNNING:
        return False
    if tournament.state != Tournament.State.ANNOUNCED:
        raise WrongState(f"the tournament is {tournament.state}")
    begin(tournament, hand, now)
    touch(tournament)
    return True


def begin(tournament: Tournament, hand: Hand, now: datetime) -> None:
    """Begin a locked tournament that is announced. Raises what the format refuses."""
    if tournament.entries_closed_at is None:
        close_entries(tournament, now=now)
    format_of(tournament).check(Entrant.objects.filter(tournament=tournament, seed__isnull=False).count())
    tournament.state, tournament.started_at = Tournament.State.RUNNING, now
    tournament.save(update_fields=["state", "started_at"])
    note(tournament, hand, "started", after=lateness(hand, tournament.starts_at, now))
    settle(tournament, now)


def lateness(hand: Hand, planned: datetime | None, now: datetime) -> dict[str, int] | None:
    """Return what the audit log says of something the server has begun late; None where it was in time."""
    if hand is not SERVER or planned is None or now - planned <= LATE_AFTER:
        return None
    return {"late_seconds": int((now - planned).total_seconds())}


@transaction.atomic
def draw_round(*, tournament_id: int, number: int, hand: Hand, now: datetime, by_hand: Sequence[Pair] = ()) -> None:
    """Draw the next round as a draft, in the place of an earlier draft of it, with the pairs made *by_hand*.

    Locks the tournament. Raises NoRight, WrongState for another round than the next, RoundOpen naming tables and who is
    at them, TournamentOver after the last, and what the format refuses.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    stage = stage_of(tournament)
    current = Round.objects.filter(tournament=tournament).exclude(state=Round.State.CLOSED).first()
    if current is not None and current.state != Round.State.DRAFT:
        raise round_open(tournament, stage.open)
    if current is not None:
        current.delete()
    draft = next_draft(tournament, stage, by_hand)
    if draft is None:
        raise TournamentOver("the last round has been played")
    if draft.round != number:
        raise WrongState(f"the next round is {draft.round}")
    store_draft(tournament, draft, hand, now, by_hand)
    DirectorCall.objects.filter(tournament=tournament, encounter=None, closed_at=None).update(closed_at=now)
    touch(tournament)


@transaction.atomic
def drop_round(*, tournament_id: int, number: int, hand: Hand, now: datetime, reason: str = "") -> None:
    """Take a draft back. Locks the tournament; raises NoRight, WrongState, BadText."""
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    round_of(tournament, number, Round.State.DRAFT)
    drop_draft(tournament, hand, reason)
    touch(tournament)


@transaction.atomic
def release_round(
    *, tournament_id: int, number: int, hand: Hand, now: datetime, starts_at: datetime | None = None
) -> bool:
    """Publish a draft and tell whether this did it; its tables open at *starts_at*, or when the director says so.

    Where rounds follow by themselves they open after the break. Locks the tournament. Raises NoRight, WrongState.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    drawn = round_of(tournament, number)
    if drawn.state != Round.State.DRAFT:
        return False
    if starts_at is None and tournament.pace == Tournament.Pace.AUTOMATIC:
        starts_at = now + timedelta(minutes=tournament.break_minutes)
    release(tournament, drawn, hand, now, starts_at)
    settle(tournament, now)
    touch(tournament)
    return True
