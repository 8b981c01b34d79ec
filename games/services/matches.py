"""Matches: the start of one, when the last chair of a table is taken."""

from datetime import datetime
from typing import Any

from games.models import Match, MatchSeat, Table, pool_of
from games.selectors.chairs import Chairs
from games.selectors.series import rules_of_next
from games.services.hands import prepare_hand
from games.services.logbook import Logbook
from games.services.series import series_of_next


def start_match(chairs: Chairs, now: datetime) -> None:
    """Start the next match of a locked table with who sits there, and deal the first hand; the caller stores the table.

    The lock, the table's status and the constraint of one running match a table see to it that it starts once.
    """
    table = chairs.table
    series, played = series_of_next(chairs, now)
    rules = rules_of_next(table, chairs.rules, played)
    people = {seat.number: seat.user for seat in chairs.seats.values() if seat.user is not None}
    table.match_count += 1
    table.status = Table.Status.PLAYING
    match = Match.objects.create(
        table=table,
        number=table.match_count,
        series=series,
        preset=table.preset,
        options=rules.options_changed(),
        rules_version=table.rules_version,
        pool=pool_of(table.preset),
        rated=table.rated,
        move_seconds=table.move_seconds,
        bank_seconds=table.bank_seconds,
        bot_delay_ms=table.bot_delay_ms,
        watch_delay=table.watch_delay,
        is_official=table.is_official,
        table_version=table.version + 1,
        started_at=now,
    )
    MatchSeat.objects.bulk_create(MatchSeat(match=match, number=number, user=user) for number, user in people.items())
    started: dict[str, Any] = {
        "rules": rules.preset,
        "version": rules.version,
        "options": rules.options_changed(),
        "pauses": not (table.rated or table.is_official),
        "seats": [
            {"seat": number, "user": user.pk, "kind": user.kind, "house": bool(user.bot_level)}
            for number, user in people.items()
        ],
    }
    if table.is_official:
        started["official"] = {"bots": table.bots_allowed}
    book = Logbook.opened_with(match, now, started)
    prepare_hand(book)
    book.shut()
