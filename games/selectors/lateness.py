"""Lateness: how late a reader sees a table, players at once and all others after its delay (docs/adr/0038).

Whatever is shown to a late reader is read as it stood that long ago; of what has happened since then nothing can be
told, for nothing of it is asked for.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Max, Q, Value
from django.utils import timezone

from games.errors import MatchRunning, NoSuchMatch
from games.models import Event, Match, MatchSeat, Table

Seats = dict[int, int]


@dataclass(frozen=True, slots=True)
class Sight:
    """What of a match a reader sees: up to which event, 0 for none, and how late."""

    seq: int
    delay: timedelta


def sight_of(match_id: UUID, user_id: int | None, now: datetime | None = None) -> Sight:
    """Return up to which event a reader sees a match: one query where watchers are not late, else up to three.

    Raises NoSuchMatch.
    """
    facts = Match.objects.filter(pk=match_id).values_list("seq", "watch_delay").first()
    if facts is None:
        raise NoSuchMatch
    seq, seconds = facts
    if not seconds or _plays(match_id, user_id):
        return Sight(seq, timedelta())
    delay = timedelta(seconds=seconds)
    return Sight(visible_seq(match_id, (now or timezone.now()) - delay), delay)


def visible_seq(match_id: UUID, at: datetime) -> int:
    """Return the number of the latest event that had happened by a moment, 0 for none: one query."""
    seq: int | None = Event.objects.filter(match_id=match_id, at__lte=at).aggregate(seq=Max("seq"))["seq"]
    return seq or 0


def check_over(match_id: UUID, user_id: int | None, now: datetime | None = None) -> None:
    """Accept who may know how a match has ended. Raises MatchRunning, NoSuchMatch."""
    facts = Match.objects.filter(pk=match_id).values_list("status", "finished_at", "watch_delay").first()
    if facts is None:
        raise NoSuchMatch
    status, finished_at, seconds = facts
    if status == Match.Status.RUNNING:
        raise MatchRunning
    at = (now or timezone.now()) - timedelta(seconds=seconds)
    is_hidden = seconds and (finished_at is None or finished_at > at)
    if is_hidden and not _plays(match_id, user_id):
        raise MatchRunning


def is_over_for_all(match: Match) -> bool:
    """Tell whether a match has been played to its end, and even its late watchers have seen that."""
    if match.status != Match.Status.FINISHED:
        return False
    end, delay = match.finished_at, timedelta(seconds=match.watch_delay)
    return not delay or (end is not None and end + delay <= timezone.now())


def is_told() -> Q:
    """Return the matches that lists may show to everybody: those seen at once, and those seen to have ended.

    A late match that is still on, or only just over, stands in no list: to come and to go would tell when.
    """
    seconds = ExpressionWrapper(F("watch_delay") * Value(timedelta(seconds=1)), DurationField())
    over_at = ExpressionWrapper(F("finished_at") + seconds, DateTimeField())
    return Q(watch_delay=0) | Q(pk__in=Match.objects.annotate(over_at=over_at).filter(over_at__lte=timezone.now()))


def in_lists() -> Q:
    """Return the tables that lists may show: one that watchers see late only until its first match begins."""
    return Q(watch_delay=0) | Q(match_count=0)


@dataclass(frozen=True, slots=True)
class LateTable:
    """A table as it stood some time ago: the latest match begun by then, and whether it was on.

    While *seats* are there the chairs of the present are nobody's business; *version* is the table's at that time.
    """

    match: Match | None
    is_playing: bool
    seats: Seats | None
    version: int


def late_table(table: Table, at: datetime) -> LateTable:
    """Return how a table stood at a moment: up to three queries."""
    match = Match.objects.filter(table=table, started_at__lte=at).order_by("-number").first()
    is_playing = match is not None and (match.finished_at is None or match.finished_at > at)
    if match is not None and is_playing:
        return LateTable(match, is_playing, _seats_of(match), match.table_version)
    coming = Match.objects.filter(table=table, started_at__gt=at).order_by("number").first()
    if coming is not None:
        return LateTable(match, is_playing, _seats_of(coming), coming.table_version - 1)
    return LateTable(match, is_playing, None, table.version)


def late_version(table_id: int, now: datetime) -> int:
    """Return the version in which watchers see a table: it grows when what they see has changed."""
    table = Table.objects.filter(pk=table_id).first()
    return late_table(table, now - timedelta(seconds=table.watch_delay)).version if table else 0


def delay_at(table: Table, user_id: int | None, sitters: Iterable[int | None]) -> timedelta:
    """Return how late a reader sees a table at which *sitters* have the chairs: nobody's delay who sits or plays there.

    At most one query.
    """
    if not table.watch_delay:
        return timedelta()
    if user_id is not None and (user_id in set(sitters) or _plays_latest(table, user_id)):
        return timedelta()
    return timedelta(seconds=table.watch_delay)


def _plays(match_id: UUID, user_id: int | None) -> bool:
    return user_id is not None and MatchSeat.objects.filter(match_id=match_id, user_id=user_id).exists()


def _plays_latest(table: Table, user_id: int) -> bool:
    return MatchSeat.objects.filter(match__table=table, match__number=table.match_count, user_id=user_id).exists()


def _seats_of(match: Match) -> Seats:
    return dict(MatchSeat.objects.filter(match=match, to_seq=None).values_list("number", "user_id"))
