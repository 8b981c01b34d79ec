"""TV: which of the running tables is the best to look at, by a measure anybody can check (docs/adr/0040).

A merit is in points of rating, so that each part says what it is worth: a rated table is chosen before a casual one of
players 300 points stronger, four people before four bots 400 points stronger, and so on.
"""

from collections.abc import Collection, Iterable, Mapping
from math import log2
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, Q
from redis.exceptions import RedisError

from accounts.models import User
from games import presence
from games.models import Broadcast, Match, MatchSeat, Rating, WatchBan, pool_of
from games.selectors.boards import Board, board_tables, boards_of, running_in_public
from games.selectors.frames import moment

Strengths = Mapping[tuple[str, int], float]

NAME: Final = "tv"
USUAL_STRENGTH: Final = 1500.0
RATED: Final = 300
PEOPLE: Final = 400
"""What a table of people alone is worth more than one of bots alone."""
DOUBLED_CROWD: Final = 40
LARGEST_CROWD: Final = 1000
CLOSE_SCORE: Final = 100
ENDING: Final = 300
"""What a match about to end is worth less than one that has most of its way before it."""
ENDS_FROM: Final = 0.75
"""The part of the target from which a match is about to end."""
MARGIN: Final = 150
"""By how much another table must be better before the one on TV is left for it."""
MOST_SEEN: Final = 200
MOST_WEIGHED: Final = 16


class Candidate(NamedTuple):
    """A table with what it is worth; *is_between_hands* also once its match has ended."""

    table_id: int
    merit: float
    is_running: bool
    is_between_hands: bool


class Cast(NamedTuple):
    """Who plays at a table, and for what."""

    is_rated: bool
    pool: str
    user_ids: tuple[int, ...]
    people: int


def choose(on_air: Candidate | None, found: Iterable[Candidate]) -> int | None:
    """Return the table to show: the best running one, but a hand on air is never left, nor a table for little more.

    *on_air* is the table shown now, None where it may not be shown any longer.
    """
    running = (candidate for candidate in found if candidate.is_running)
    best = max(running, key=lambda candidate: (candidate.merit, -candidate.table_id), default=None)
    if on_air is None:
        return best.table_id if best else None
    if best is None or (on_air.is_running and not on_air.is_between_hands):
        return on_air.table_id
    if on_air.is_running and best.merit < on_air.merit + MARGIN:
        return on_air.table_id
    return best.table_id


def merit(
    cast: Cast, strengths: Strengths, *, watchers: int = 0, totals: Collection[int] = (), target: int = 0
) -> float:
    """Return what a table is worth to look at, in points of rating."""
    seats = len(cast.user_ids) or 1
    worth = sum(strengths.get((cast.pool, user_id), USUAL_STRENGTH) for user_id in cast.user_ids) / seats
    worth += RATED * cast.is_rated + PEOPLE * cast.people / seats
    worth += DOUBLED_CROWD * log2(1 + min(watchers, LARGEST_CROWD))
    if totals and target:
        leader, last = max(totals), min(totals)
        worth += CLOSE_SCORE * (1 - min(1.0, (leader - last) / target))
        worth -= ENDING * min(1.0, max(0.0, leader / target - ENDS_FROM) / (1 - ENDS_FROM))
    return worth


def candidates(on_air: int | None) -> tuple[Candidate | None, list[Candidate]]:
    """Return the table on air, None if it may not be shown any longer, and those that might be shown instead.

    Tables with a ban from watching are never shown: TV is for everybody. Of all that play only the `MOST_WEIGHED` best
    by what needs no look at their cards are weighed to the end, so the queries (at most ten) do not grow with them.
    """
    matches = _running()
    casts = {match.table_id: _cast_of(match) for match in matches}
    strengths = strengths_of(casts.values())
    likely = sorted(casts, key=lambda table_id: merit(casts[table_id], strengths), reverse=True)[:MOST_WEIGHED]
    boards = {
        table_id: board
        for table_id, board in boards_of({*likely, *((on_air,) if on_air else ())}).items()
        if not board.banned
    }
    if on_air in boards and on_air not in casts:  # its match has ended, or it is not among the first to be looked at
        if _may_be_shown(boards[on_air]):
            casts[on_air] = cast_on(boards[on_air])
            strengths = {**strengths, **strengths_of([casts[on_air]])}
        else:
            del boards[on_air]
    crowds = crowds_at(boards)
    weighed = {
        table_id: _weigh(board, casts[table_id], strengths, crowds.get(table_id, 0))
        for table_id, board in boards.items()
    }
    current = weighed.get(on_air) if on_air is not None else None
    return current, [weighed[table_id] for table_id in likely if table_id in weighed]


def table_on_tv() -> str | None:
    """Return the code of the table on TV, None for none: one query."""
    return Broadcast.objects.filter(name=NAME).values_list("table__code", flat=True).first()


def broadcast() -> dict[str, Any]:
    """Return what is on TV: the table's code, since when, and its board; all None where nothing is."""
    row = Broadcast.objects.filter(name=NAME).select_related("table").first()
    board = boards_of([row.table_id]).get(row.table_id) if row and row.table_id else None
    if row is None or board is None or board.banned or not _may_be_shown(board):
        return {"table": None, "since": None, "board": None}
    watchers = crowds_at([board.table_id]).get(board.table_id, 0)
    return {"table": board.facts["code"], "since": moment(row.since), "board": {**board.facts, "watchers": watchers}}


def strengths_of(casts: Iterable[Cast]) -> Strengths:
    """Return the ratings of those who play, by pool and user, as far as they have one: one query."""
    user_ids = {user_id for cast in casts for user_id in cast.user_ids}
    rows = Rating.objects.filter(user_id__in=user_ids).values_list("pool", "user_id", "rating")
    return {(pool, user_id): rating for pool, user_id, rating in rows}


def crowds_at(table_ids: Collection[int]) -> dict[int, int]:
    """Return the number of watchers of each table; nobody is counted while the message server is away."""
    try:
        return {table_id: here.watchers for table_id, here in presence.here(list(table_ids)).items()}
    except RedisError:
        return {}


def _running() -> list[Match]:
    """Return the running matches to choose from, with who plays: two queries."""
    holders = MatchSeat.objects.filter(to_seq=None).select_related("user")
    is_banned = Exists(WatchBan.objects.filter(Q(table=OuterRef("table")) | Q(match=OuterRef("pk"))))
    found = running_in_public().exclude(is_banned).select_related("table").order_by("-table__rated", "-pk")
    return list(found.prefetch_related(Prefetch("seats", queryset=holders, to_attr="holders"))[:MOST_SEEN])


def _cast_of(match: Match) -> Cast:
    holders: list[MatchSeat] = match.holders  # type: ignore[attr-defined] # prefetched by _running
    people = sum(holder.user.kind == User.Kind.HUMAN for holder in holders)
    return Cast(match.table.rated, match.pool, tuple(holder.user_id for holder in holders), people)


def cast_on(board: Board) -> Cast:
    """Return who plays at the table of a board, and for what."""
    seats = board.facts["seats"]
    people = sum(seat["kind"] == "human" for seat in seats)
    ids = tuple(seat["id"] for seat in seats)
    return Cast(board.facts["rated"], pool_of(board.facts["preset"]), ids, people)


def _weigh(board: Board, cast: Cast, strengths: Strengths, watchers: int) -> Candidate:
    facts = board.facts
    worth = merit(cast, strengths, watchers=watchers, totals=facts["totals"], target=facts["target"])
    is_running = facts["status"] == Match.Status.RUNNING
    return Candidate(board.table_id, worth, is_running, facts["phase"] in {"deal", "finished"})


def _may_be_shown(board: Board) -> bool:
    return isinstance(board_tables([board.facts["code"]])[board.facts["code"]], int)
