"""Finish: the one door through which every match ends, whoever or whatever ended it."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final

from django.conf import settings

from games.models import Match, MatchSeat, Pool, Table
from games.selectors.chairs import chairs_of
from games.selectors.placings import company_of, places, resigned_in, sides_at_end
from games.services.aftermath import start_tasks
from games.services.chairs import empty, settle_chairs
from games.services.deals import reveal_hand
from games.services.logbook import Logbook
from games.services.placing import place_seats
from games.services.series import close_decided
from games.services.tables import lock_table, touch

COMPANY_MATCHES: Final = 20  # rated ones that the same people may play in
COMPANY_SPAN: Final = timedelta(hours=24)


def finish_by_rules(book: Logbook) -> None:
    """End a match that its rules have decided."""
    result = book.position.view["result"]
    finish(book, Match.Status.FINISHED, result)


def finish(book: Logbook, status: Match.Status, result: Mapping[str, Any]) -> None:
    """End a match: write its last event, number it, open its table again, and start what comes after a match.

    A hand broken off is revealed like one played out. Locks the table and the pool after the match, which the book
    holds.
    """
    hand = book.position.game.hand
    if hand is not None and hand.ended is None:
        reveal_hand(book)
    book.write("ended", public={"status": status.value, "result": dict(result)})
    match, position = book.match, book.position
    table = lock_table(match.table_id)
    match.status = status
    match.result = dict(result)
    match.finished_at = book.now
    match.finish_no = _next_number(match.pool)
    company = company_of([holder.user_id for holder in position.holders.values()])
    match.unrated_reason = _reason_against_rating(table, book, status, company)
    match.rated = not match.unrated_reason
    match.company = company if match.rated else None
    match.save(update_fields=["status", "result", "finished_at", "finish_no", "unrated_reason", "rated", "company"])
    if status == Match.Status.FINISHED:
        place_seats(match, sides_at_end(position), places(position.rules, result, resigned_in(position)))
    away = [holder.user_id for holder in position.holders.values() if holder.by_bot]
    MatchSeat.objects.filter(match=match, to_seq=None, user_id__in=away).update(by_bot=True)
    close_decided(match)
    table.status = Table.Status.OPEN
    _clear_chairs(table, away)
    touch(table, "status")
    start_tasks(settings.ON_MATCH_FINISHED, match.pk)


def _reason_against_rating(table: Table, book: Logbook, status: Match.Status, company: int) -> str:
    """Return why the match is not rated, empty where it is (tournaments, 6). The pool is locked: it counts right."""
    position = book.position
    if status == Match.Status.ABORTED:
        return "aborted"
    if not table.rated:
        return "casual"
    if position.bot_at_first_card:
        return "bot"
    if not position.has_trick:
        return "no_trick"
    lately = Match.objects.filter(company=company, finished_at__gt=book.now - COMPANY_SPAN)
    return "same_people" if lately.count() >= COMPANY_MATCHES else ""


def _next_number(pool: str) -> int:
    """Return the next finish number of a pool, whose row stays locked until the commit."""
    Pool.objects.get_or_create(name=pool)
    row = Pool.objects.select_for_update().get(name=pool)
    row.finished += 1
    row.save(update_fields=["finished"])
    return row.finished


def _clear_chairs(table: Table, away: list[int]) -> None:
    """Keep the chairs for a rematch, or for a word after an official match; but not of people a bot was playing for."""
    chairs = chairs_of(table)
    for seat in chairs.seats.values():
        seat.is_reserved = False
        if seat.user_id in away:
            empty(seat)
    settle_chairs(chairs)
