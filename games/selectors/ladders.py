"""Ladders: the players of a pool by what they are rated, a page at a time (tournaments, 6; docs/adr/0056, 0057).

A rank is the number of players who show more points, and one: who shows the same number shares it, also across the
edge of a page. The first page pins the moment, by the number of the last match that had been rated; every further page
shows the ladder as it was then, whatever has been played since. So no row is seen twice and none is missed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.db import connection

from games.errors import BadCursor, NoRank
from games.models.ratings import PROVISIONAL_BELOW
from games.selectors.ladder_kinds import Ladder
from games.selectors.ladder_rows import around_key, page_statement, standing_statement
from games.selectors.seasons import zone

PINNED_FOR: Final = 10_000
"""Matches of a pool that may be rated while somebody turns the pages of its ladder."""


class Key(NamedTuple):
    """A place between two rows: behind one of them or, *backwards*, before it."""

    as_of: int  # the match after which the ladder is shown
    rating: float
    user_id: int
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One player of a ladder; *rank* is None for the provisional."""

    user_id: int
    name: str
    rating: float
    matches: int
    wins: int
    losses: int
    rank: int | None

    @property
    def points(self) -> int:
        """Return the rating as it is shown, and as ranks go by it."""
        return round(self.rating)

    @property
    def draws(self) -> int:
        """Return how many matches were neither won nor lost."""
        return self.matches - self.wins - self.losses


@dataclass(frozen=True, slots=True)
class Page:
    """Some rows, and the keys of the pages beside them; None where there is none."""

    rows: list[Row]
    next: Key | None
    previous: Key | None


class Stand(NamedTuple):
    """Where a player stands in a pool; *rank* is None for who takes none."""

    pool: str
    points: int
    matches: int
    wins: int
    losses: int
    is_provisional: bool
    rank: int | None

    @property
    def draws(self) -> int:
        """Return how many matches were neither won nor lost."""
        return self.matches - self.wins - self.losses


def ladder_page(ladder: Ladder, key: Key | None, size: int) -> Page:
    """Return the page at *key*, or the first: two queries. Raises BadCursor where too much was played since."""
    through = _through(ladder)
    if key is None:
        rows, has_more = _rows(ladder, Key(through, 0.0, 0), size, first=True)
        return Page(rows, _behind(rows[-1], through) if has_more else None, None)
    if not 0 <= key.as_of <= through or through - key.as_of > PINNED_FOR:
        raise BadCursor("too much has been played since; begin again")
    rows, has_more = _rows(ladder, key, size)
    if not rows:
        return Page([], None, None)
    before, behind = _behind(rows[0], key.as_of, backwards=True), _behind(rows[-1], key.as_of)
    if key.backwards:
        return Page(rows, behind, before if has_more else None)
    return Page(rows, behind if has_more else None, before)


def around(ladder: Ladder, user_id: int, size: int) -> Page:
    """Return the page in the middle of which a player stands: three queries. Raises NoRank for who is not in it."""
    with connection.cursor() as cursor:
        cursor.execute(*around_key(ladder, user_id))
        found = cursor.fetchone()
    if found is None:
        raise NoRank
    through, rating = found
    above, more_above = _rows(ladder, Key(through, rating, user_id, backwards=True), size // 2)
    below, more_below = _rows(ladder, Key(through, rating, user_id), size - len(above), inclusive=True)
    if not below or below[0].user_id != user_id:
        raise NoRank  # who is not among those the ladder is narrowed to, or has just gone
    rows = above + below
    return Page(
        rows,
        _behind(rows[-1], through) if more_below else None,
        _behind(rows[0], through, backwards=True) if more_above else None,
    )


def stands_of(user_id: int) -> list[Stand]:
    """Return where a player stands in every pool, of all time: one query, whatever the number of players."""
    statement, words = standing_statement(user_id)
    with connection.cursor() as cursor:
        cursor.execute(statement, words)
        rows = cursor.fetchall()
    return [
        Stand(pool, round(rating), matches, wins, losses, matches < PROVISIONAL_BELOW, rank)
        for pool, rating, matches, wins, losses, rank in rows
    ]


def rank_in(pool: str, stands: Iterable[Stand]) -> int | None:
    """Return the rank a player takes in a pool, by where they stand."""
    return next((stand.rank for stand in stands if stand.pool == pool), None)


def _through(ladder: Ladder) -> int:
    """Return the number of the last match a ladder knows."""
    with connection.cursor() as cursor:
        if ladder.season:
            cursor.execute("SELECT through FROM games_seasonledger WHERE pool = %s", [ladder.pool])
        else:
            cursor.execute("SELECT rated_through FROM games_ledger WHERE pool = %s", [ladder.pool])
        found = cursor.fetchone()
    return found[0] if found else 0


def _rows(
    ladder: Ladder, key: Key, size: int, *, first: bool = False, inclusive: bool = False
) -> tuple[list[Row], bool]:
    """Return up to *size* rows behind *key*, or before it, best first; and whether there are more that way."""
    statement = page_statement(ladder, first=first, inclusive=inclusive, backwards=key.backwards)
    words: dict[str, Any] = {
        "pool": ladder.pool,
        "season": ladder.season,
        "zone": zone(),
        "among": ladder.among.value if ladder.among else None,
        "as_of": key.as_of,
        "rating": key.rating,
        "user_id": key.user_id,
        "limit": size + 1,
    }
    with connection.cursor() as cursor:
        cursor.execute(statement, words)
        rows = [Row(*row) for row in cursor.fetchall()]
    has_more = len(rows) > size
    if has_more:
        del rows[0 if key.backwards else -1]
    return rows, has_more


def _behind(row: Row, as_of: int, *, backwards: bool = False) -> Key:
    return Key(as_of, row.rating, row.user_id, backwards)
