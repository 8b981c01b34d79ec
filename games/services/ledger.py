"""Ledger: enters ended matches into the ratings of a pool, in the order of their finish numbers.

There is one way in for the match that has just ended, for all that came after a corrected one, and for everything from
the start: the same rows in the same order go through the same arithmetic. So all three come to the same, to the bit.
Every function expects the pool's `Ledger` row locked.
"""

from collections.abc import Callable, Iterator
from typing import Final

from django.conf import settings
from django.db import connection

from games.models import Rating
from games.ratings import Change, Scale, Standings, rate
from games.services import seasons
from games.services.ledger_rows import ChangeRows, Ended, ended_matches, store

CHUNK: Final = 20_000
"""How many numbers are read, rated and written at a time."""

Told = Callable[[int], None]
Entry = tuple[Ended, list[Change]]

# What a player's standing is after his changes from one number to another.
_STAND: Final = """
WITH moved AS (
    SELECT user_id, max(finish_no) AS finish_no,
           count(*) FILTER (WHERE score > 0.5) AS wins, count(*) FILTER (WHERE score < 0.5) AS losses
    FROM games_ratingchange WHERE pool = %(pool)s AND finish_no > %(after)s AND finish_no <= %(through)s
    GROUP BY user_id
)
INSERT INTO games_rating AS old (user_id, pool, rating, matches, wins, losses, last_finish_no, changed_at)
SELECT moved.user_id, c.pool, c.after, c.matches, moved.wins, moved.losses, c.finish_no, m.finished_at
FROM moved
JOIN games_ratingchange c ON c.user_id = moved.user_id AND c.pool = %(pool)s AND c.finish_no = moved.finish_no
JOIN games_match m ON m.id = c.match_id
ORDER BY moved.user_id
ON CONFLICT (user_id, pool) DO UPDATE
SET rating = excluded.rating, matches = excluded.matches,
    wins = old.wins + excluded.wins, losses = old.losses + excluded.losses,
    last_finish_no = excluded.last_finish_no, changed_at = excluded.changed_at
"""
# The same backwards: who has no change left starts anew.
_STEP_BACK: Final = """
WITH gone AS (
    DELETE FROM games_ratingchange WHERE pool = %(pool)s AND finish_no > %(to)s RETURNING user_id, score
), moved AS (
    SELECT user_id, count(*) FILTER (WHERE score > 0.5) AS wins, count(*) FILTER (WHERE score < 0.5) AS losses
    FROM gone GROUP BY user_id
), earlier AS (
    SELECT DISTINCT ON (c.user_id) c.user_id, c.after, c.matches, c.finish_no, m.finished_at
    FROM moved
    JOIN games_ratingchange c ON c.user_id = moved.user_id AND c.pool = %(pool)s AND c.finish_no <= %(to)s
    JOIN games_match m ON m.id = c.match_id
    ORDER BY c.user_id, c.finish_no DESC
)
UPDATE games_rating r
SET rating = coalesce(earlier.after, %(start)s), matches = coalesce(earlier.matches, 0),
    wins = CASE WHEN earlier.user_id IS NULL THEN 0 ELSE r.wins - moved.wins END,
    losses = CASE WHEN earlier.user_id IS NULL THEN 0 ELSE r.losses - moved.losses END,
    last_finish_no = coalesce(earlier.finish_no, 0), changed_at = earlier.finished_at
FROM moved LEFT JOIN earlier ON earlier.user_id = moved.user_id
WHERE r.pool = %(pool)s AND r.user_id = moved.user_id
"""


def scale() -> Scale:
    """Return the formula as it is set."""
    return Scale(k_new=settings.RATING_K_NEW, k=settings.RATING_K, new_matches=settings.RATING_NEW_MATCHES)


def enter(pool: str, after: int, through: int, told: Told | None = None) -> list[Entry]:
    """Rate the matches with the numbers *after* < n <= *through* and store it; return the last chunk's entries.

    *told* hears the number reached, chunk by chunk. Raises IntegrityError where one of them is entered already.
    """
    rows = ChangeRows(pool)
    entries: list[Entry] = []
    for reached, entries in rated(pool, after, through):
        if entries:
            store(rows.row(ended, change) for ended, changes in entries for change in changes)
        if told:
            told(reached)
    with connection.cursor() as cursor:
        cursor.execute(_STAND, {"pool": pool, "after": after, "through": through})
    return entries


def enter_anew(pool: str, after: int, through: int, told: Told | None = None) -> None:
    """Enter again the matches with the numbers *after* < n <= *through*, the last that are entered.

    Rows are kept until it is known who has no match left: a new one would wait for whoever is changing its account
    (docs/adr/0056), who may be waiting for the old one.
    """
    step_back(pool, after)
    enter(pool, after, through, told)
    Rating.objects.filter(pool=pool, matches=0).delete()


def step_back(pool: str, to: int) -> None:
    """Take out of the ledger all that was entered after the number *to*, and put everybody where they stood then."""
    with connection.cursor() as cursor:
        cursor.execute(_STEP_BACK, {"pool": pool, "to": to, "start": scale().start})
    seasons.step_back(pool, to)


def rated(pool: str, after: int, through: int, *, anew: bool = False) -> Iterator[tuple[int, list[Entry]]]:
    """Yield, chunk by chunk, the number reached and each match with what it changes; stores nothing.

    Players start where the ledger has them, or *anew*.
    """
    standings = Standings(scale())
    for first in range(after, through, CHUNK):
        last = min(first + CHUNK, through)
        matches = list(ended_matches(pool, first, last))
        if not anew:
            _call_up(pool, standings, {user_id for ended in matches for side in ended.sides for user_id in side.users})
        yield last, [(ended, rate(ended.sides, standings)) for ended in matches]


def _call_up(pool: str, standings: Standings, user_ids: set[int]) -> None:
    """Put the players of a chunk where the ledger has them, unless an earlier chunk has moved them since."""
    new = user_ids - standings.ratings.keys()
    if new:
        stand = Rating.objects.filter(pool=pool, user_id__in=new)
        for user_id, rating, matches in stand.values_list("user_id", "rating", "matches"):
            standings.put(user_id, rating, matches)
