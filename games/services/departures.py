"""Departures: a person goes, from every table at once."""

from django.db import transaction
from django.utils import timezone

from games.models import Match, MatchSeat, Seat, SeatRequest, Seek, Table
from games.selectors.chairs import chairs_of
from games.services import absence
from games.services.chairs import empty, settle_chairs
from games.services.endings import call_off
from games.services.logbook import writing
from games.services.seating import stand
from games.services.seekers import end_seeks_of
from games.services.tables import close_practice, lock_table, touch


@transaction.atomic
def depart(*, user_id: int) -> None:
    """Free every chair of a user: a running match goes on with a bot, an open table has room again.

    A match at their practice table, which only bots would go on with, is called off and the table closed. At an
    official table a bot plays on whether one is allowed or not; one at which they are waited for waits until its
    tournament decides. Locks each match and table in turn. Called when an account closes (settings.ON_ACCOUNT_CLOSING).
    """
    held = MatchSeat.objects.filter(user_id=user_id, to_seq=None, match__status=Match.Status.RUNNING)
    for match_id, number in held.order_by("match_id").values_list("match_id", "number"):
        with writing(match_id, timezone.now()) as book:
            if book.position.status == Match.Status.RUNNING:
                absence.leave(book, number)
            if book.position.status == Match.Status.RUNNING and book.match.table.is_practice:
                call_off(book)
    sat = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN, table__is_official=False)
    sat_at = sat.values_list("table_id", flat=True)
    asked = SeatRequest.objects.filter(asker_id=user_id, state=SeatRequest.State.PENDING)
    for table_id in sorted({*sat_at, *asked.values_list("table_id", flat=True)}):
        stand(table_id=table_id, user_id=user_id)
    _give_back_reserved(user_id)
    close_practice(user_id=user_id)
    end_seeks_of([user_id], Seek.End.CANCELLED)


def _give_back_reserved(user_id: int) -> None:
    """Free the chair of an official table that waits, or whose match has ended. Locks the table."""
    reserved = Seat.objects.filter(user_id=user_id, table__is_official=True, table__status=Table.Status.OPEN)
    for table_id in sorted(reserved.values_list("table_id", flat=True)):
        chairs = chairs_of(lock_table(table_id))
        if (seat := chairs.seat_of(user_id)) is not None and chairs.table.status == Table.Status.OPEN:
            empty(seat)
            settle_chairs(chairs)
            touch(chairs.table)
