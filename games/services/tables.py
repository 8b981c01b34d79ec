"""Tables: opening one, closing one, and the lock under which its chairs change hands."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.utils import timezone

from accounts.models import Right
from accounts.selectors.clubs import check_right
from accounts.services.guests import check_member
from games import announce
from games.engine.errors import BadFormat
from games.engine.rulesets import Ruleset, resolve
from games.errors import NoSuchTable, WrongPassword
from games.models import Invitation, Seat, SeatRequest, Table
from games.selectors.chairs import chairs_of, check_close, has_partners
from games.selectors.series import can_play_series

CASUAL_CLOCK = (30, 180)  # rules 10: seconds a card, seconds of bank
RATED_CLOCK = (20, 120)
MOVE_SECONDS = range(5, 301)
BANK_SECONDS = range(3601)
BOT_DELAY_MS = range(10_001)
USUAL_BOT_DELAY_MS = 900
WATCH_DELAY = range(901)  # seconds
LONGEST_NAME = 60
IDLE_AFTER = timedelta(minutes=30)


@transaction.atomic
def open_table(
    *,
    user_id: int,
    preset: str,
    options: Mapping[str, object] | None = None,
    name: str = "",
    visibility: str = Table.Visibility.PUBLIC,
    password: str = "",
    rated: bool = False,
    move_seconds: int | None = None,
    bank_seconds: int | None = None,
    bot_delay_ms: int = USUAL_BOT_DELAY_MS,
    partners: str = Table.Partners.CHOSEN,
    series: str = "",
    bella: Mapping[str, object] | None = None,
    watch_delay: int = 0,
    is_practice: bool = False,
    club_id: int | None = None,
) -> int:
    """Open a table with empty chairs and return its id; clocks are seconds, by default those of rules 10.

    Raises MembersOnly for a guest, unless it is for practice; BadRules, BadOption for rules that do not exist,
    BadFormat for anything else that cannot be: no clock at a public or rated table, a password where none is asked,
    a draw where nobody has a partner, a series that these rules have no use for. *bella* holds the options in which the
    third match of a `bella` series differs; watchers see the table *watch_delay* seconds late. A table of a club's asks
    for the right to open one; only there may `visibility` be `club`. Raises accounts.errors.NoRight.
    """
    if not is_practice:
        check_member(user_id)
    if club_id is not None:
        check_right(user_id=user_id, club_id=club_id, right=Right.OPEN_TABLES)
    elif visibility == Table.Visibility.CLUB:
        raise BadFormat("only a club's table is for its members")
    rules = resolve(preset, options or {})
    if partners not in Table.Partners.values:
        raise BadFormat(f"partners is one of {', '.join(Table.Partners.values)}")
    if partners != Table.Partners.CHOSEN and not has_partners(rules):
        raise BadFormat("partners are drawn only where people play in sides")
    usual_move, usual_bank = RATED_CLOCK if rated else CASUAL_CLOCK
    move_seconds = usual_move if move_seconds is None else move_seconds
    bank_seconds = usual_bank if bank_seconds is None else bank_seconds
    third = _rules_of_bella(rules, series, bella or {})
    check_terms(
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        watch_delay=watch_delay,
        delay_ms=bot_delay_ms,
        is_shared=rated or visibility == Table.Visibility.PUBLIC,
    )
    check_visibility(visibility, password)
    table = Table.objects.create(
        name=_plain_name(name),
        preset=rules.preset,
        options=rules.options_changed(),
        rules_version=rules.version,
        seat_count=rules.seats,
        visibility=visibility,
        password=make_password(password) if password else "",
        rated=rated,
        move_seconds=move_seconds,
        bank_seconds=bank_seconds,
        bot_delay_ms=bot_delay_ms,
        partners=partners,
        series_kind=series,
        bella=third,
        watch_delay=watch_delay,
        is_practice=is_practice,
        club_id=club_id,
        opened_by_id=user_id,
    )
    Seat.objects.bulk_create(Seat(table=table, number=number) for number in rules.person_seats)
    announce.table(table_id=table.pk)
    return table.pk


def check_terms(
    *, move_seconds: int, bank_seconds: int, watch_delay: int, delay_ms: int, is_shared: bool = True
) -> None:
    """Accept clocks and delays that a table may have, *is_shared* with people who do not know each other.

    Raises BadFormat.
    """
    _check_clock(move_seconds, bank_seconds, is_shared=is_shared)
    if watch_delay not in WATCH_DELAY:
        raise BadFormat(f"watch_delay is at most {WATCH_DELAY[-1]}")
    if delay_ms not in BOT_DELAY_MS:
        raise BadFormat(f"bot_delay_ms is at most {BOT_DELAY_MS[-1]}")


def check_visibility(visibility: str, password: str) -> None:
    """Accept a way to let people in there is, with a password where it asks for one. Raises BadFormat."""
    if visibility not in Table.Visibility.values:
        raise BadFormat(f"visibility is one of {', '.join(Table.Visibility.values)}")
    if (visibility == Table.Visibility.PASSWORD) != bool(password):
        raise BadFormat("a password belongs to a table with a password, and only there")


@transaction.atomic
def close_table(*, table_id: int, user_id: int) -> None:
    """Close a table for good; who sits there stands up. Locks the table; raises TablePlaying, TableClosed, NoRight."""
    table = lock_table(table_id)
    check_close(chairs_of(table), user_id)
    shut(table)


@transaction.atomic
def close_idle(*, now: datetime | None = None, limit: int = 100) -> int:
    """Close tables at which no person has sat for half an hour; return how many. Skips tables another clock holds.

    An official table is waited at as long as its tournament wants, and stays half an hour after its match.
    """
    before = (now or timezone.now()) - IDLE_AFTER
    idle = Table.objects.filter(status=Table.Status.OPEN, changed_at__lt=before).exclude(seats__is_exclusive=True)
    idle = idle.exclude(is_official=True, match_count=0)
    tables = list(idle.select_for_update(skip_locked=True, of=("self",)).order_by("pk")[:limit])
    for table in tables:
        shut(table)
    return len(tables)


@transaction.atomic
def close_practice(*, user_id: int) -> None:
    """Close the practice tables of somebody who goes; their matches have ended. Locks the tables."""
    found = Table.objects.filter(opened_by_id=user_id, is_practice=True, status=Table.Status.OPEN)
    for table in found.select_for_update(no_key=True).order_by("pk"):
        shut(table)


def check_table_password(*, table_id: int, password: str) -> None:
    """Raise WrongPassword unless *password* opens the table, NoSuchTable where there is none."""
    stored = Table.objects.filter(pk=table_id).values_list("password", flat=True).first()
    if stored is None:
        raise NoSuchTable
    if stored and not check_password(password, stored):
        raise WrongPassword


def lock_table(table_id: int) -> Table:
    """Lock and return a table; the caller is in a transaction. Raises NoSuchTable."""
    return lock_tables({table_id})[table_id]


def lock_tables(table_ids: set[int]) -> dict[int, Table]:
    """Lock and return several tables, always in the order of their ids. Raises NoSuchTable if one is missing.

    Where a match is locked too, it comes first: a card finds its match at once, and only the last one needs the table.
    """
    tables = Table.objects.select_for_update(no_key=True).filter(pk__in=table_ids).order_by("pk")
    found = {table.pk: table for table in tables}
    if found.keys() != table_ids:
        raise NoSuchTable
    return found


def touch(table: Table, *fields: str) -> None:
    """Store *fields* of a locked table under a new version, and tell who watches it after commit.

    A table that watchers see late is in no list once its first match has begun: nobody else hears of its changes.
    """
    table.version += 1
    table.save(update_fields=[*fields, "version", "changed_at"])
    begins = table.match_count == 1 and table.status == Table.Status.PLAYING and "match_count" in fields
    announce.table(table_id=table.pk, is_listed=not table.watch_delay or not table.match_count or begins)


def shut(table: Table) -> None:
    """Close a locked table for good: its chairs are free, and what was asked for there lapses."""
    nobody = {"user": None, "sat_at": None, "controller": None, "rematch": ""}
    Seat.objects.filter(table=table).update(**nobody, is_exclusive=False, is_reserved=False, arrived_at=None)
    SeatRequest.objects.filter(table=table, state=SeatRequest.State.PENDING).update(state=SeatRequest.State.LAPSED)
    Invitation.objects.filter(table=table, state=Invitation.State.PENDING).update(state=Invitation.State.LAPSED)
    table.status = Table.Status.CLOSED
    touch(table, "status")


def _rules_of_bella(rules: Ruleset, series: str, bella: Mapping[str, object]) -> dict[str, object]:
    """Return what the bella changes in the rules of a table. Raises BadFormat for a series that cannot be played."""
    if series and series not in Table.Series.values:
        raise BadFormat(f"series is one of {', '.join(Table.Series.values)}")
    if series and not can_play_series(rules, series):
        raise BadFormat("a giro is for two pairs; partita, rivincita and bella are for two sides")
    if not bella:
        return {}
    if series != Table.Series.BELLA:
        raise BadFormat("only a bella has rules of its own")
    third = resolve(rules.preset, {**rules.options_changed(), **bella})
    if third.person_seats != rules.person_seats or third.sides != rules.sides:
        raise BadFormat("the same people play the bella")
    return {name: third.options_changed().get(name, value) for name, value in bella.items()}


def _check_clock(move_seconds: int, bank_seconds: int, *, is_shared: bool) -> None:
    """Raise BadFormat for a clock that cannot be; strangers cannot agree on having none (rules 10)."""
    if move_seconds == 0 and bank_seconds == 0 and not is_shared:
        return
    if move_seconds not in MOVE_SECONDS or bank_seconds not in BANK_SECONDS:
        raise BadFormat(
            f"move_seconds is {MOVE_SECONDS[0]} to {MOVE_SECONDS[-1]}, bank_seconds at most {BANK_SECONDS[-1]}; "
            "both may be 0 at a private casual table"
        )


def _plain_name(name: str) -> str:
    """Return *name* on one line without what cannot be seen. Raises BadFormat for one that is too long."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())
    if len(plain) > LONGEST_NAME:
        raise BadFormat(f"a table's name has at most {LONGEST_NAME} signs")
    return plain
