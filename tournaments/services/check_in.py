"""Check-in: players, or who receives them at the door, say that an entrant is there; and that its fee is paid."""

from datetime import datetime

from django.db import transaction

from accounts.models import Right
from tournaments.errors import CheckInClosed, NotEntered, WrongState
from tournaments.formats.errors import NoSuchEntrant
from tournaments.models import Entrant, Tournament
from tournaments.selectors.entries import entry_of
from tournaments.selectors.entry_rules import IN, check_in_of, takes_entries
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch

MAY_BE_THERE = (*IN, Entrant.State.WAITING)


@transaction.atomic
def check_in(*, tournament_id: int, user_id: int, now: datetime) -> None:
    """Say that one's entrant is there: either of a pair does it for both; also who waits. Again changes nothing.

    Locks the tournament. Raises NotEntered, and CheckInClosed outside its time.
    """
    tournament = lock_tournament(tournament_id)
    check_in_time = check_in_of(tournament)
    if not takes_entries(tournament) or check_in_time is None or not check_in_time.is_open(now):
        raise CheckInClosed
    entrant = entry_of(tournament_id=tournament_id, user_id=user_id)
    if entrant is None or entrant.state not in MAY_BE_THERE:
        raise NotEntered
    if entrant.checked_in_at is None:
        _set(tournament, entrant, now)


@transaction.atomic
def tick(*, tournament_id: int, number: int, hand: Hand, present: bool, now: datetime) -> None:
    """Note at the door that an entrant is there, or is not after all; at any time until it is settled who plays.

    Locks the tournament. Raises NoRight without the right to check in, NoSuchEntrant, CheckInClosed.
    """
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand, Right.CHECK_IN)
    entrant = entrant_of(tournament, number)
    if not takes_entries(tournament) or check_in_of(tournament) is None or entrant.state not in MAY_BE_THERE:
        raise CheckInClosed
    if (entrant.checked_in_at is not None) == present:
        return
    note(tournament, hand, "checked_in" if present else "checked_out", about=str(number))
    _set(tournament, entrant, now if present else None)


@transaction.atomic
def mark_fee(*, tournament_id: int, number: int, hand: Hand, paid: bool) -> None:
    """Note that an entrant has paid its fee, or has not. Locks the tournament; raises NoRight, NoSuchEntrant."""
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand, Right.CHECK_IN)
    entrant = entrant_of(tournament, number)
    if tournament.state == Tournament.State.CANCELLED:
        raise WrongState("the tournament is cancelled")
    if entrant.fee_paid == paid:
        return
    note(tournament, hand, "fee", about=str(number), before={"paid": entrant.fee_paid}, after={"paid": paid})
    entrant.fee_paid = paid
    entrant.save(update_fields=["fee_paid"])
    touch(tournament)


def entrant_of(tournament: Tournament, number: int) -> Entrant:
    """Return the entrant of this number. Raises NoSuchEntrant."""
    entrant = Entrant.objects.filter(tournament=tournament, number=number).first()
    if entrant is None:
        raise NoSuchEntrant(f"nobody here has the number {number}")
    return entrant


def _set(tournament: Tournament, entrant: Entrant, at: datetime | None) -> None:
    entrant.checked_in_at = at
    entrant.save(update_fields=["checked_in_at"])
    touch(tournament)
