"""Chairs: storing who sits where at a locked table, and what follows for who decides and who has asked."""

from collections.abc import Collection
from typing import Final

from django.db import connection

from games.models import Invitation, Seat, SeatRequest
from games.selectors.chairs import Chairs
from games.services.series import break_if_left

# By hand: `bulk_update` weighs every field of every chair in a CASE, and building that was half of filling a table.
_STORE: Final = """
UPDATE games_seat SET
    user_id = now.user_id, sat_at = now.sat_at, is_exclusive = now.is_exclusive, is_reserved = now.is_reserved,
    arrived_at = now.arrived_at, controller_id = now.controller_id, rematch = now.rematch
FROM (VALUES {rows}) AS now (
    id, user_id, sat_at, is_exclusive, is_reserved, arrived_at, controller_id, rematch
)
WHERE games_seat.id = now.id"""
_ROW: Final = (
    "(%s::bigint, %s::bigint, %s::timestamptz, %s::boolean, %s::boolean, %s::timestamptz, %s::bigint, %s::varchar)"
)


def settle_chairs(chairs: Chairs) -> None:
    """Store the chairs of a locked table after a change.

    Who decides about an empty chair follows from who sits; a request lapses when the one it was made to no longer
    decides; wishes for a rematch were made with other people at the table, and so was a series.
    """
    for seat in chairs.seats.values():
        seat.controller_id = chairs.controller_of(seat.number)
        seat.rematch = ""
    _store(chairs.seats.values())
    break_if_left(chairs)
    taken = [seat.number for seat in chairs.seats.values() if seat.user_id is not None]
    invitations = Invitation.objects.filter(table=chairs.table, state=Invitation.State.PENDING, number__in=taken)
    invitations.update(state=Invitation.State.LAPSED)
    for request in list(chairs.pending):
        if chairs.seats[request.number].controller_id != request.controller_id:
            settle_request(chairs, request, SeatRequest.State.LAPSED)


def _store(seats: Collection[Seat]) -> None:
    """Store what may have changed about the chairs of one table, in one statement."""
    told = [
        part
        for seat in seats
        for part in (
            seat.pk,
            seat.user_id,
            seat.sat_at,
            seat.is_exclusive,
            seat.is_reserved,
            seat.arrived_at,
            seat.controller_id,
            seat.rematch,
        )
    ]
    with connection.cursor() as cursor:
        cursor.execute(_STORE.format(rows=", ".join([_ROW] * len(seats))), told)


def empty(seat: Seat) -> None:
    """Take whoever sits in *seat* out of it; `settle_chairs` stores it."""
    seat.user = None
    seat.sat_at = None
    seat.is_exclusive = seat.is_reserved = False
    seat.arrived_at = None


def settle_request(chairs: Chairs, request: SeatRequest, state: SeatRequest.State) -> None:
    """Store how a request has ended."""
    request.state = state
    request.save(update_fields=["state"])
    chairs.pending.remove(request)
