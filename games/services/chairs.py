"""Chairs: storing who sits where at a locked table, and what follows for who decides and who has asked."""

from games.models import Invitation, Seat, SeatRequest
from games.selectors.chairs import Chairs
from games.services.series import break_if_left

_FIELDS = ["user", "sat_at", "is_exclusive", "is_reserved", "arrived_at", "controller", "rematch"]


def settle_chairs(chairs: Chairs) -> None:
    """Store the chairs of a locked table after a change.

    Who decides about an empty chair follows from who sits; a request lapses when the one it was made to no longer
    decides; wishes for a rematch were made with other people at the table, and so was a series.
    """
    for seat in chairs.seats.values():
        seat.controller_id = chairs.controller_of(seat.number)
        seat.rematch = ""
    Seat.objects.bulk_update(chairs.seats.values(), _FIELDS)
    break_if_left(chairs)
    taken = [seat.number for seat in chairs.seats.values() if seat.user_id is not None]
    invitations = Invitation.objects.filter(table=chairs.table, state=Invitation.State.PENDING, number__in=taken)
    invitations.update(state=Invitation.State.LAPSED)
    for request in list(chairs.pending):
        if chairs.seats[request.number].controller_id != request.controller_id:
            settle_request(chairs, request, SeatRequest.State.LAPSED)


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
