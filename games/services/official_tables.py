"""Official tables: opened, kept and closed by a tournament, which says who sits where; one match each (docs/adr/0065).

Whoever calls has checked who may do this. The tournament is locked before anything here is: then matches, then tables.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.services import notices
from games import announce
from games.engine.errors import BadFormat
from games.engine.rulesets import resolve
from games.errors import AlreadySeated, NoSuchTable, TableClosed, TablePlaying
from games.models import Seat, Table
from games.selectors.chairs import Chairs, chairs_of, check_arrive
from games.services.matches import start_match
from games.services.summons import call_away
from games.services.tables import check_terms, lock_table, shut, touch


@transaction.atomic
def open_official_table(
    *,
    club_id: int,
    preset: str,
    options: Mapping[str, object],
    name: str,
    origin: str,
    origin_url: str,
    seats: Mapping[int, int],
    rated: bool,
    move_seconds: int,
    bank_seconds: int,
    bot_delay_ms: int,
    watch_delay: int,
    bots_allowed: bool,
    stops_at: datetime | None = None,
    now: datetime,
) -> int:
    """Open a table with everybody in their chair, *seats* by number, and return its id; clocks are seconds.

    Who sits waiting at a table of the lobby stands up there, and a bot plays on for who is in the midst of a match.
    Everybody is told that the table is ready; the match starts once all have arrived, and bots of the house have.
    Raises BadRules, BadOption, BadFormat, and AlreadySeated for a person who has such a chair elsewhere.
    """
    rules = resolve(preset, options)
    if set(seats) != set(rules.person_seats):
        raise BadFormat(f"a user for each of the chairs {list(rules.person_seats)}")
    check_terms(move_seconds=move_seconds, bank_seconds=bank_seconds, watch_delay=watch_delay, delay_ms=bot_delay_ms)
    people = User.objects.in_bulk(seats.values())
    call_away([user.pk for user in people.values() if user.kind != User.Kind.BOT], now=now)
    table = Table.objects.create(
        name=name,
        preset=rules.preset,
        options=rules.options_changed(),
        rules_version=rules.version,
        seat_count=rules.seats,
        rated=rated,
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        bot_delay_ms=bot_delay_ms,
        watch_delay=watch_delay,
        club_id=club_id,
        is_official=True,
        origin=origin,
        origin_url=origin_url,
        bots_allowed=bots_allowed,
        stops_at=stops_at,
    )
    _seat_all(table, {number: people[user_id] for number, user_id in seats.items()}, now)
    call_to(table, list(people))
    chairs = chairs_of(table)
    start_when_all_are_there(chairs, now)
    announce.table(table_id=table.pk, is_listed=False)
    return table.pk


@transaction.atomic
def arrive(*, table_id: int, user_id: int, now: datetime) -> bool:
    """Note that a sitter is there, and tell whether that has started the match, as the last arrival does.

    Locks the table; a second time changes nothing. Raises NoSuchTable for another table, NotSeated, TableClosed.
    """
    chairs = chairs_of(lock_official(table_id))
    seat = check_arrive(chairs, user_id)
    if seat.arrived_at is not None:
        return False
    seat.arrived_at = now
    seat.save(update_fields=["arrived_at"])
    has_started = start_when_all_are_there(chairs, now)
    if not has_started:
        touch(chairs.table)
    return has_started


@transaction.atomic
def close_official_table(*, table_id: int) -> None:
    """Close an official table, once more without effect. Locks it; raises NoSuchTable, TablePlaying during a match."""
    table = lock_official(table_id)
    if table.status == Table.Status.PLAYING:
        raise TablePlaying
    if table.status != Table.Status.CLOSED:
        shut(table)


@transaction.atomic
def extend(*, table_id: int, stops_at: datetime | None) -> None:
    """Say anew until when hands begin at a table, None for no end. Locks it; raises NoSuchTable, TableClosed."""
    table = lock_official(table_id)
    if table.status == Table.Status.CLOSED:
        raise TableClosed
    table.stops_at = stops_at
    touch(table, "stops_at")


def lock_official(table_id: int) -> Table:
    """Lock and return an official table; the caller is in a transaction. Raises NoSuchTable for any other."""
    table = lock_table(table_id)
    if not table.is_official:
        raise NoSuchTable
    return table


def reserve(seat: Seat, user: User, now: datetime) -> None:
    """Give *seat* to *user*, who has yet to arrive unless it is a bot of the house; the caller stores it."""
    seat.user = user
    seat.sat_at = now
    seat.is_reserved = user.kind != User.Kind.BOT
    seat.arrived_at = now if user.bot_level else None


def start_when_all_are_there(chairs: Chairs, now: datetime) -> bool:
    """Start the match of a locked table once everybody has arrived, and tell whether it did."""
    table = chairs.table
    is_due = table.status == Table.Status.OPEN and not table.match_count
    if not is_due or any(seat.user is None or seat.arrived_at is None for seat in chairs.seats.values()):
        return False
    start_match(chairs, now)
    touch(table, "status", "match_count")
    return True


def call_to(table: Table, user_ids: Collection[int]) -> None:
    """Tell people that their table is ready: under the bell, and to open pages of theirs, which lead there."""
    notices.give_all(user_ids=user_ids, kind="table_ready", data={"table": table.code, "origin": table.origin})
    for user_id in user_ids:
        announce.notice(user_id=user_id, code="table_ready", table=table.code)


def _seat_all(table: Table, people: Mapping[int, User], now: datetime) -> None:
    """Store the chairs of a new table. Raises AlreadySeated for who has a chair at another official table."""
    seats = [Seat(table=table, number=number) for number in people]
    for seat in seats:
        reserve(seat, people[seat.number], now)
    try:
        with transaction.atomic():
            Seat.objects.bulk_create(seats)
    except IntegrityError:
        raise AlreadySeated("somebody is still playing at another table of a tournament") from None
