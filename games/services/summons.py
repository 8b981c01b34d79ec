"""Summons: calls people away from casual play to a chair that waits for them at an official table."""

from collections.abc import Collection, Iterable
from datetime import datetime
from uuid import UUID

from games.models import Match, MatchSeat, Seat, SeatRequest, Seek, Table
from games.selectors.chairs import chairs_of
from games.services import absence
from games.services.chairs import empty, settle_chairs, settle_request
from games.services.endings import call_off
from games.services.logbook import writing
from games.services.seekers import end_seeks_of
from games.services.tables import lock_tables, touch


def call_away(user_ids: Collection[int], *, now: datetime, match_id: UUID | None = None) -> None:
    """Let people stand up where they wait to play, and a bot play on where they play for themselves.

    They are not looked for any longer, and what they practised alone is called off. The caller is in a transaction.
    Locks their seeks, then the matches (with *match_id*, if the caller needs that one too), then the tables.
    """
    end_seeks_of(user_ids, Seek.End.SEATED)
    held = MatchSeat.objects.filter(user_id__in=user_ids, to_seq=None, match__status=Match.Status.RUNNING)
    casual = list(held.filter(match__is_official=False).order_by("match_id").values_list("match_id", "number"))
    wanted = {one for one, _ in casual} | ({match_id} if match_id else set())
    matches = list(Match.objects.select_for_update(no_key=True).filter(pk__in=wanted).order_by("pk"))
    played = {match.table_id for match in matches if match.pk != match_id}
    waiting = Seat.objects.filter(user_id__in=user_ids, is_exclusive=True, table__status=Table.Status.OPEN)
    asked = SeatRequest.objects.filter(asker_id__in=user_ids, state=SeatRequest.State.PENDING)
    waited_at = {*waiting.values_list("table_id", flat=True), *asked.values_list("table_id", flat=True)}
    tables = lock_tables(played | waited_at)
    for one, number in casual:
        _replace(one, number, now)
    for table_id in sorted(waited_at):
        _stand_up(tables[table_id], user_ids)


def _replace(match_id: UUID, number: int, now: datetime) -> None:
    """Let a bot play on in a casual match; nobody else plays in one for practice, which ends."""
    with writing(match_id, now) as book:
        if book.position.status == Match.Status.RUNNING:
            absence.leave(book, number)
        if book.position.status == Match.Status.RUNNING and book.match.table.is_practice:
            call_off(book)


def _stand_up(table: Table, user_ids: Iterable[int]) -> None:
    """Free the chairs that people have at a locked table, if no match has begun there meanwhile."""
    if table.status != Table.Status.OPEN:
        return
    chairs = chairs_of(table)
    for user_id in user_ids:
        if (request := chairs.request_of(user_id)) is not None:
            settle_request(chairs, request, SeatRequest.State.LAPSED)
        if (seat := chairs.seat_of(user_id)) is not None:
            empty(seat)
    settle_chairs(chairs)
    touch(table)
