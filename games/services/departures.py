"""Departures: a person goes, from every table at once."""

from django.db import transaction
from django.utils import timezone

from games.models import Match, MatchSeat, Seat, SeatRequest, Seek, Table
from games.services import absence
from games.services.endings import call_off
from games.services.logbook import writing
from games.services.seating import stand
from games.services.seekers import end_seeks_of
from games.services.tables import close_practice


@transaction.atomic
def depart(*, user_id: int) -> None:
    """Free every chair of a user: a running match goes on with a bot, an open table has room again.

    A match at their practice table, which only bots would go on with, is called off and the table closed. Locks each
    match and table in turn. Called when an account closes (settings.ON_ACCOUNT_CLOSING).
    """
    held = MatchSeat.objects.filter(user_id=user_id, to_seq=None, match__status=Match.Status.RUNNING)
    for match_id, number in held.order_by("match_id").values_list("match_id", "number"):
        with writing(match_id, timezone.now()) as book:
            if book.position.status == Match.Status.RUNNING:
                absence.leave(book, number)
            if book.position.status == Match.Status.RUNNING and book.match.table.is_practice:
                call_off(book)
    sat = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN).values_list("table_id", flat=True)
    asked = SeatRequest.objects.filter(asker_id=user_id, state=SeatRequest.State.PENDING)
    for table_id in sorted({*sat, *asked.values_list("table_id", flat=True)}):
        stand(table_id=table_id, user_id=user_id)
    close_practice(user_id=user_id)
    end_seeks_of([user_id], Seek.End.CANCELLED)
