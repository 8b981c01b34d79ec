"""Seating: sitting down, asking for a partner's chair, answering, standing up (product, Seating).

Every change happens under the table's lock and starts the match when it fills the last chair, so that a match starts
exactly once. One lobby chair a person is a constraint of the database; who loses a race against themselves tries again.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TypeVar

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.errors import Blocked
from accounts.models import User
from accounts.selectors.ties import has_blocked
from accounts.services.guests import check_member
from games import announce
from games.errors import AlreadySeated, Busy, InvitationGone, NoRight, RequestGone, SeatNotYours
from games.models import Invitation, Seat, SeatRequest, Seek, Table
from games.selectors.chairs import MOST_REFUSALS, Chairs, chairs_of, check_invite, check_sit, check_stand
from games.selectors.doors import is_open_to
from games.services.chairs import empty, settle_chairs, settle_request
from games.services.draws import draw_chairs
from games.services.matches import start_match
from games.services.seekers import end_seeks_of
from games.services.tables import lock_table, lock_tables, touch

ANSWER_WITHIN = timedelta(seconds=30)
_TRIES = 5
_Answer = TypeVar("_Answer")


class _Moved(Exception):  # noqa: N818 - no error: the person changed chairs while being looked up
    pass


def sit(*, table_id: int, user_id: int, number: int, unlocked: bool = False, now: datetime | None = None) -> int | None:
    """Sit down in chair *number*, or ask for it; return the id of the request if somebody has to answer it.

    A chair at a table that is not playing is left for the new one. *unlocked* says that the table's password was given.
    Locks both tables. Raises what `check_sit` raises, AlreadySeated while a match is on elsewhere, MembersOnly for a
    guest who does not sit down to practise, Busy.
    """
    now = now or timezone.now()

    def attempt() -> int | None:
        chairs, left = _lock_for(table_id, user_id)
        own = chairs.seat_of(user_id)
        if own and own.number == number:
            return None  # the same wish once more
        if not chairs.table.is_practice:
            check_member(user_id)
        check_sit(chairs, user_id, number, is_open=is_open_to(chairs.table, user_id, unlocked=unlocked))
        if left and left.status == Table.Status.PLAYING:
            raise AlreadySeated("a match is on at your table")
        controller = chairs.controller_of(number)
        if controller is not None and has_blocked(blocker_id=controller, blocked_id=user_id):
            raise Blocked
        if controller is None or _is_fourth(chairs, controller, user_id):
            _move(chairs, number, user_id, left, now)
            return None
        request = SeatRequest.objects.create(
            table=chairs.table,
            match_number=chairs.table.match_count + 1,
            number=number,
            asker_id=user_id,
            controller_id=controller,
            act_at=now + ANSWER_WITHIN,
            made_at=now,
        )
        touch(chairs.table)
        announce.notice(user_id=controller, code="seat_asked", table=chairs.table.code)
        return request.pk

    return _again(attempt)


@transaction.atomic
def stand(*, table_id: int, user_id: int) -> None:
    """Stand up before the start, or take a request back. Locks the table; raises NotSeated, TablePlaying."""
    chairs = chairs_of(lock_table(table_id))
    check_stand(chairs, user_id)
    if (request := chairs.request_of(user_id)) is not None:
        settle_request(chairs, request, SeatRequest.State.LAPSED)
    if (seat := chairs.seat_of(user_id)) is not None:
        empty(seat)
        settle_chairs(chairs)
    touch(chairs.table)


def answer(*, request_id: int, user_id: int, accept: bool, now: datetime | None = None) -> None:
    """Accept or refuse who asks for a chair that *user_id* decides about; the fourth asker cannot be refused.

    Locks the table and the asker's. Raises SeatNotYours, Busy, and RequestGone also when the asker now sits elsewhere.
    """
    now = now or timezone.now()

    def attempt() -> bool:
        request, chairs, left = _lock_request(request_id)
        if request.controller_id != user_id:
            raise SeatNotYours
        if accept:
            return _seat_asker(chairs, request, left, now)
        if _is_fourth(chairs, user_id, request.asker_id):
            raise RequestGone("three askers have been refused: the fourth sits")
        settle_request(chairs, request, SeatRequest.State.REFUSED)
        for other in chairs.pending:  # whoever has become the fourth waits no longer
            if other.controller_id == user_id and _is_fourth(chairs, user_id, other.asker_id):
                other.act_at = now
                other.save(update_fields=["act_at"])
        touch(chairs.table)
        return True

    if not _again(attempt):
        raise RequestGone("the asker has sat down elsewhere")


def accept_due(*, request_id: int, now: datetime) -> bool:
    """Seat an asker whom nobody answered in time; False if that was not to be. Locks the table and the asker's.

    Whoever has been blocked meanwhile by who decides is not seated: that is an answer too.
    """

    def attempt() -> bool:
        request, chairs, left = _lock_request(request_id)
        if request.act_at > now:
            return False
        if has_blocked(blocker_id=request.controller_id, blocked_id=request.asker_id):
            settle_request(chairs, request, SeatRequest.State.LAPSED)
            touch(chairs.table)
            return False
        return _seat_asker(chairs, request, left, now)

    try:
        return _again(attempt)
    except RequestGone:
        return False


def sit_invited(*, invitation_id: int, table_id: int, user_id: int, now: datetime) -> None:
    """Seat somebody in the chair they were invited to; nobody else has to be asked, for who decides has invited them.

    Locks both tables. Raises InvitationGone, SeatTaken, SeatAskedFor, TablePlaying, TableClosed, AlreadySeated, Busy.
    """

    def attempt() -> None:
        chairs, left = _lock_for(table_id, user_id)
        pending = Invitation.objects.filter(pk=invitation_id, state=Invitation.State.PENDING, act_at__gt=now)
        invitation = pending.first()
        if invitation is None:
            raise InvitationGone
        try:
            check_invite(chairs, invitation.inviter_id, invitation.number)
        except (NoRight, SeatNotYours):
            raise InvitationGone("who invited you no longer decides about the chair") from None
        if has_blocked(blocker_id=invitation.inviter_id, blocked_id=user_id):
            raise InvitationGone
        if chairs.seat_of(user_id):
            raise AlreadySeated("you sit at this table; stand up first")
        if left and left.status == Table.Status.PLAYING:
            raise AlreadySeated("a match is on at your table")
        if (request := chairs.request_of(user_id)) is not None:
            settle_request(chairs, request, SeatRequest.State.LAPSED)
        pending.update(state=Invitation.State.ACCEPTED)
        _move(chairs, invitation.number, user_id, left, now)

    _again(attempt)


def fill(chairs: Chairs, seat: Seat, user: User, now: datetime) -> None:
    """Put *user* into the empty *seat* of a locked table; the last chair starts the match.

    Whoever sits waits no longer to be found a table: their seek is locked before their chair, as the pairing does.
    """
    end_seeks_of([user.pk], Seek.End.SEATED)
    seat.user = user
    seat.sat_at = now
    seat.is_exclusive = user.kind != User.Kind.BOT
    settle_chairs(chairs)
    if chairs.is_full():
        if chairs.awaits_draw():
            draw_chairs(chairs, now)
            settle_chairs(chairs)
        start_match(chairs, now)
    touch(chairs.table, "status", "match_count")


def _lock_for(table_id: int, user_id: int) -> tuple[Chairs, Table | None]:
    """Lock a table, and the other one at which the person has the chair that moving would leave."""
    found = _chair_table(user_id)
    tables = lock_tables({table_id} | ({found} if found else set()))
    if _chair_table(user_id) != found:
        raise _Moved
    return chairs_of(tables[table_id]), tables[found] if found and found != table_id else None


def _lock_request(request_id: int) -> tuple[SeatRequest, Chairs, Table | None]:
    """Lock the table of a request and its asker's; raises RequestGone once it has been settled."""
    asked = SeatRequest.objects.filter(pk=request_id, state=SeatRequest.State.PENDING).first()
    if asked is None:
        raise RequestGone
    chairs, left = _lock_for(asked.table_id, asked.asker_id)
    request = next((request for request in chairs.pending if request.pk == request_id), None)
    if request is None:
        raise RequestGone
    return request, chairs, left


def _chair_table(user_id: int) -> int | None:
    return Seat.objects.filter(user_id=user_id, is_exclusive=True).values_list("table_id", flat=True).first()


def _is_fourth(chairs: Chairs, controller_id: int, asker_id: int) -> bool:
    """Tell whether the sitter has refused three other people before this match; the same asker again does not count."""
    refused = set(
        SeatRequest.objects.filter(
            table=chairs.table,
            match_number=chairs.table.match_count + 1,
            controller_id=controller_id,
            state=SeatRequest.State.REFUSED,
        ).values_list("asker_id", flat=True)
    )
    return len(refused) >= MOST_REFUSALS and asker_id not in refused


def _seat_asker(chairs: Chairs, request: SeatRequest, left: Table | None, now: datetime) -> bool:
    """Seat who asked; False, and the request lapses, if since then they have sat down or started to play elsewhere."""
    if left:
        sat_at = Seat.objects.values_list("sat_at", flat=True).get(table=left, user_id=request.asker_id)
        if left.status == Table.Status.PLAYING or (sat_at and sat_at > request.made_at):
            settle_request(chairs, request, SeatRequest.State.LAPSED)
            touch(chairs.table)
            return False
    settle_request(chairs, request, SeatRequest.State.ACCEPTED)
    _move(chairs, request.number, request.asker_id, left, now)
    return True


def _move(chairs: Chairs, number: int, user_id: int, left: Table | None, now: datetime) -> None:
    if left:
        others = chairs_of(left)
        if (seat := others.seat_of(user_id)) is not None:
            empty(seat)
            settle_chairs(others)
            touch(left)
    fill(chairs, chairs.seats[number], User.objects.get(pk=user_id), now)


def _again(attempt: Callable[[], _Answer]) -> _Answer:
    """Run *attempt* in a transaction, and once more if the person changed chairs meanwhile. Raises Busy."""
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                return attempt()
        except (_Moved, IntegrityError):
            continue
    raise Busy
