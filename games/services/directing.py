"""Directing: what the director of a tournament does to a match at an official table (docs/adr/0065, 0066).

Whoever calls has checked who may do this, and writes down who did it.
"""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from accounts.models import User
from games.engine.errors import MatchOver
from games.errors import AlreadySeated, Busy, MatchPaused, NoSuchMatch, NotOpen, NotPaused, NotSeated, TableClosed
from games.models import Match, MatchSeat, Table
from games.selectors.chairs import chairs_of
from games.selectors.frames import moment
from games.services.chairs import settle_chairs
from games.services.corrections import check_ruling
from games.services.finish import finish
from games.services.logbook import Logbook, writing
from games.services.official_tables import call_to, lock_official, reserve, start_when_all_are_there
from games.services.summons import call_away
from games.services.tables import touch

REASONS = frozenset({"adjudicated", "forfeit", "annulled"})


def stop_match(
    *,
    match_id: UUID,
    winners: Sequence[int] | None,
    totals: Sequence[int] | None = None,
    reason: str = "adjudicated",
    now: datetime,
) -> None:
    """End a running match of an official table: as won by *winners* (indexes of totals), or for nothing with None.

    The totals are those reached so far unless others are given; *reason* is one of REASONS and stands in the result.
    Locks the match, its table and its pool. Raises NoSuchMatch, MatchOver once it has ended by itself, BadFormat.
    """
    if reason not in REASONS:
        raise ValueError(f"A match is stopped for one of {sorted(REASONS)}.")
    with writing(match_id, now) as book:
        if not book.match.is_official:
            raise NoSuchMatch
        if book.position.status != Match.Status.RUNNING:
            raise MatchOver("the match has ended")
        reached = book.position.game.totals
        if winners is None:
            finish(book, Match.Status.ABORTED, {"winners": [], "totals": list(reached), "reason": reason})
            return
        ruling = check_ruling(reached, winners=list(winners), totals=list(reached if totals is None else totals))
        finish(book, Match.Status.FINISHED, {**ruling, "reason": reason})


@transaction.atomic
def substitute(*, table_id: int, out_id: int, in_id: int, now: datetime) -> None:
    """Give the chair of one person to another, also in the midst of a match: from then on its hand is theirs.

    Whoever comes in leaves what they play elsewhere, as for any official table. Locks the match and the table. Raises
    NoSuchTable, TableClosed, NotOpen after the match, NotSeated for *out_id*, Busy where the match begins just now, and
    AlreadySeated where *in_id* plays at this table, has played for another side or has such a chair elsewhere.
    """
    match = Match.objects.filter(table_id=table_id, is_official=True, status=Match.Status.RUNNING).first()
    user = User.objects.get(pk=in_id)
    people = [in_id] if user.kind != User.Kind.BOT else []
    call_away(people, now=now, match_id=match.pk if match else None)
    number = None
    if match is not None:
        with writing(match.pk, now) as book:
            _check_running(book)
            number = _change_holder(book, out_id, user)
    table = lock_official(table_id)
    if table.status == Table.Status.CLOSED:
        raise TableClosed
    if table.status == Table.Status.PLAYING and match is None:
        raise Busy
    if table.status == Table.Status.OPEN and table.match_count:
        raise NotOpen("the match has ended")
    _change_sitter(table, number, out_id, user, now)


def pause_table(*, table_id: int, now: datetime) -> None:
    """Stop the clocks of the match at a table until the director lets it go on. Raises NotOpen, MatchPaused."""
    with writing(_running_at(table_id), now) as book:
        _check_running(book)
        if book.position.is_paused:
            raise MatchPaused("the match is paused")
        book.write("paused", public={"since": moment(book.now), "until": None}, by="director")


def resume_table(*, table_id: int, now: datetime) -> None:
    """Let a match go on; what the pause took is given back to the round clock of its table too.

    Locks the match, then the table. Raises NotOpen without a match, NotPaused.
    """
    with writing(_running_at(table_id), now) as book:
        _check_running(book)
        pause = book.position.pause
        if pause is None or pause.began_at is None:
            raise NotPaused("the match is not paused")
        lasted = book.now - pause.began_at
        book.write("resumed", by="director")
        table = lock_official(table_id)
        if table.stops_at is not None:
            table.stops_at += lasted
            touch(table, "stops_at")


def _running_at(table_id: int) -> UUID:
    """Return the match being played at an official table. Raises NotOpen."""
    running = Match.objects.filter(table_id=table_id, is_official=True, status=Match.Status.RUNNING)
    found = running.values_list("pk", flat=True).first()
    if found is None:
        raise NotOpen("no match is being played there")
    return found


def _check_running(book: Logbook) -> None:
    """Raise NotOpen if the match has ended before it could be locked."""
    if book.position.status != Match.Status.RUNNING:
        raise NotOpen("the match has ended")


def _change_holder(book: Logbook, out_id: int, user: User) -> int:
    """Write that another person holds a seat of a running match and return which. Raises NotSeated, AlreadySeated."""
    position = book.position
    seat = position.seat_of(out_id)
    if seat is None:
        raise NotSeated
    own = next((side for side in position.rules.sides or () if seat in side), (seat,))
    played = MatchSeat.objects.filter(match=book.match, user=user).exclude(number__in=own)
    if position.seat_of(user.pk) is not None or played.exists():
        raise AlreadySeated("they play, or have played, another hand of this match")
    told = {"out": out_id, "user": user.pk, "kind": user.kind, "house": bool(user.bot_level)}
    seq = book.write("substituted", seat=seat, public=told, by="director")
    MatchSeat.objects.filter(match=book.match, number=seat, to_seq=None).update(to_seq=seq - 1)
    MatchSeat.objects.create(match=book.match, number=seat, user=user, from_seq=seq)
    return seat


def _change_sitter(table: Table, number: int | None, out_id: int, user: User, now: datetime) -> None:
    """Give a chair of a locked table to another person, who is told so; they may be the last to be waited for.

    *number* is the chair's during a match, when who goes may have left it already.
    """
    chairs = chairs_of(table)
    seat = chairs.seat_of(out_id) if number is None else chairs.seats[number]
    if seat is None:
        raise NotSeated
    if chairs.seat_of(user.pk) is not None:
        raise AlreadySeated("they sit at this table")
    reserve(seat, user, now)
    try:
        with transaction.atomic():
            settle_chairs(chairs)
    except IntegrityError:
        raise AlreadySeated("they are still playing at another table of a tournament") from None
    call_to(table, [user.pk])
    if not start_when_all_are_there(chairs, now):
        touch(table)
