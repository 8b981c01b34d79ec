"""Substitutes: somebody comes in for a member of an entrant, at once where it is at a table (tournaments 2)."""

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.errors import MembersOnly, NoSuchPlayer
from accounts.models import User
from accounts.services import notices
from games.models import Seat, Table
from games.services import directing
from tournaments.errors import NotEntered
from tournaments.formats.errors import AlreadyOut, NoSuchEntrant
from tournaments.models import EncounterTable, Entrant, EntrantMember, Tournament
from tournaments.services.admitting import check_may_stand, forget_wishes
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.telling import notice_data

PLAYING: Final = (Entrant.State.ENTERED, Entrant.State.SINGLE, Entrant.State.WAITING)
"""The states of entrants that play, or may yet."""


@transaction.atomic
def substitute_member(
    *, tournament_id: int, number: int, out_id: int, in_id: int, hand: Hand, now: datetime, reason: str = ""
) -> None:
    """Let *in_id* play from now on where *out_id* has played, in the entrant of this number; both are told.

    Locks the tournament, then what both play at the moment. Raises NoRight, WrongState, NoSuchEntrant, AlreadyOut,
    NotEntered for *out_id*; NoSuchPlayer, MembersOnly, AlreadyEntered, ClubTournament, BadEntrant for *in_id*; what
    games.services.directing.substitute raises, as AlreadySeated; BadText.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    check_director(tournament, hand)
    entrant = Entrant.objects.filter(tournament=tournament, number=number).first()
    if entrant is None:
        raise NoSuchEntrant(f"nobody here has the number {number}")
    if entrant.state not in PLAYING:
        raise AlreadyOut(f"{number} does not play any more")
    leaving = EntrantMember.objects.filter(entrant=entrant, user_id=out_id, until=None).first()
    if leaving is None:
        raise NotEntered
    coming = _who_may_come(tournament, in_id)
    leaving.until = now
    leaving.save(update_fields=["until"])
    EntrantMember.objects.create(tournament=tournament, entrant=entrant, user=coming, since=now)
    forget_wishes(tournament, [coming])
    for table_id in _tables_of(tournament, out_id):
        directing.substitute(table_id=table_id, out_id=out_id, in_id=in_id, now=now)
    notices.give(user_id=out_id, kind="replaced", data=notice_data(tournament))
    notices.give(user_id=in_id, kind="substituted", data=notice_data(tournament))
    note(
        tournament,
        hand,
        "substituted",
        about=str(number),
        before={"player": out_id},
        after={"player": in_id},
        reason=reason,
    )
    touch(tournament)


def _who_may_come(tournament: Tournament, user_id: int) -> User:
    """Return somebody who may come in. Raises NoSuchPlayer, MembersOnly, and what `check_may_stand` raises."""
    coming = User.objects.filter(pk=user_id, is_active=True, closed_at=None).first()
    if coming is None:
        raise NoSuchPlayer
    if coming.kind == User.Kind.GUEST:
        raise MembersOnly
    check_may_stand(tournament, [coming])
    return coming


def _tables_of(tournament: Tournament, user_id: int) -> list[int]:
    """Return the open tables of the tournament at which somebody has a chair."""
    seats = Seat.objects.filter(user_id=user_id, is_reserved=True).exclude(table__status=Table.Status.CLOSED)
    places = EncounterTable.objects.filter(encounter__tournament=tournament, table__seats__in=seats)
    return list(places.order_by("table_id").values_list("table_id", flat=True))
