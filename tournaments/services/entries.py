"""Entries: coming into a tournament alone, going out of it again, and coming back."""

from datetime import datetime

from django.db import transaction

from tournaments.errors import BadEntrant, NotEntered, WrongState
from tournaments.formats.errors import StillIn
from tournaments.models import Entrant, Tournament
from tournaments.selectors.entries import entry_of
from tournaments.services import departures
from tournaments.services.admitting import admit, take_out
from tournaments.services.audit import Hand
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.people import lock_people
from tournaments.services.telling import tell_partner

State = Tournament.State


@transaction.atomic
def enter(*, tournament_id: int, user_id: int, now: datetime) -> int:
    """Come in alone, where one plays alone or partners are drawn; return the entrant's number.

    Locks the person, then the tournament. Raises NoSuchPlayer, MembersOnly, WrongState, AlreadyEntered, ClubTournament,
    BadEntrant where pairs enter, EntryClosed.
    """
    people = lock_people([user_id])
    tournament = lock_tournament(tournament_id, State.ANNOUNCED, State.RUNNING)
    if tournament.entry == Tournament.Entry.PAIRS:
        raise BadEntrant("pairs enter here: propose one to your partner")
    entrant = admit(tournament, people=people, by_id=user_id, now=now)
    touch(tournament)
    return entrant.number


@transaction.atomic
def withdraw(*, tournament_id: int, user_id: int, hand: Hand, now: datetime) -> None:
    """Go out of a tournament, with one's partner; once it runs, as `departures` says.

    Locks the tournament. Raises NotEntered, WrongState, and in play what the formats refuse.
    """
    tournament = lock_tournament(tournament_id, State.ANNOUNCED, State.RUNNING)
    entrant = _own(tournament, user_id)
    tell_partner(tournament, entrant, user_id)
    if tournament.state == State.RUNNING and entrant.state != Entrant.State.WAITING:
        departures.withdraw(tournament_id=tournament_id, number=entrant.number, hand=hand, now=now)
        return
    take_out(tournament, entrant, Entrant.State.WITHDRAWN, now)
    touch(tournament)


@transaction.atomic
def come_back(*, tournament_id: int, user_id: int, hand: Hand, now: datetime) -> None:
    """Take part again from the next round on, after one has withdrawn in play, where the format lets one.

    Locks the tournament. Raises NotEntered, WrongState, StillIn, EntryClosed, TournamentOver.
    """
    tournament = lock_tournament(tournament_id, State.RUNNING)
    entrant = _own(tournament, user_id)
    if entrant.state == Entrant.State.ENTERED:
        raise StillIn(f"{entrant.number} has not left")
    if entrant.state != Entrant.State.WITHDRAWN:
        raise WrongState(f"the entrant is {entrant.state}")
    departures.come_back(tournament_id=tournament_id, number=entrant.number, hand=hand, now=now)


def _own(tournament: Tournament, user_id: int) -> Entrant:
    entrant = entry_of(tournament_id=tournament.pk, user_id=user_id)
    if entrant is None:
        raise NotEntered
    return entrant
