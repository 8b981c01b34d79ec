"""Ladder rows: the statements that read a ladder, put together of what each of its kinds needs.

Where players stand is in `Rating` and `SeasonRating`, as of now. Whoever has played since the moment a reader's pages
are pinned to (`moved`) is put back where they stood then; those are as many as have played since, not as many as there
are players. What the statements are put together of are words of this module; every value is a parameter.
"""

from typing import Any, Final

from games.models.ratings import PROVISIONAL_BELOW
from games.selectors.ladder_kinds import Ladder
from games.selectors.seasons import SEASON_OF

Statement = tuple[str, dict[str, Any]]

_ALL_TIME: Final = {"table": "games_rating", "here": "r.pool = %(pool)s", "in_season": "", "matches_table": ""}
_SEASON: Final = {
    "table": "games_seasonrating",
    "here": "r.pool = %(pool)s AND r.season = %(season)s",
    "matches_table": "JOIN games_match m ON m.id = c.match_id",
    "in_season": f"""
        AND {SEASON_OF.format("m.finished_at")} = %(season)s
        AND c.finish_no <= (SELECT through FROM games_seasonledger WHERE pool = %(pool)s)""",  # noqa: S608 # made of names of columns, nothing else
}
_AMONG: Final = {
    "club": "AND r.user_id IN (SELECT user_id FROM accounts_membership WHERE club_id = %(among)s AND left_at IS NULL)",
    "place": """AND r.user_id IN (
        SELECT m.user_id FROM accounts_membership m JOIN accounts_club club ON club.id = m.club_id
        WHERE m.left_at IS NULL AND club.closed_at IS NULL AND lower(club.place) = lower(%(among)s))""",
    "friends": """AND (r.user_id = %(among)s
        OR r.user_id IN (SELECT followed_id FROM accounts_follow WHERE follower_id = %(among)s))""",
}
# Rows behind the key and rows before it, best first or last first; {0} names where the rows are from.
_BEHIND: Final = "{0}.rating <= %(rating)s AND ({0}.rating < %(rating)s OR {0}.user_id > %(user_id)s)"
_FROM: Final = "{0}.rating <= %(rating)s AND ({0}.rating < %(rating)s OR {0}.user_id >= %(user_id)s)"
_BEFORE: Final = "{0}.rating >= %(rating)s AND ({0}.rating > %(rating)s OR {0}.user_id < %(user_id)s)"
_BEST_FIRST: Final = "ORDER BY {0}.rating DESC, {0}.user_id"
_LAST_FIRST: Final = "ORDER BY {0}.rating, {0}.user_id DESC"

_STANDING: Final = """
WITH since AS (
    SELECT c.user_id, count(*) AS matches, (array_agg(c.before ORDER BY c.finish_no))[1] AS rating,
           count(*) FILTER (WHERE c.score > 0.5) AS wins, count(*) FILTER (WHERE c.score < 0.5) AS losses
    FROM games_ratingchange c {matches_table}
    WHERE c.pool = %(pool)s AND c.finish_no > %(as_of)s {in_season}
    GROUP BY c.user_id
), moved AS MATERIALIZED (
    SELECT r.user_id, since.rating, r.matches - since.matches AS matches, r.wins - since.wins AS wins,
           r.losses - since.losses AS losses, r.rating AS rating_now, r.matches AS matches_now
    FROM since JOIN {table} r ON r.user_id = since.user_id
    WHERE {here} AND r.is_listed
), standing AS (
    (SELECT r.user_id, r.rating, r.matches, r.wins, r.losses FROM {table} r
     WHERE {here} AND r.is_listed AND r.matches {listed} {among} {reach}
       AND r.user_id NOT IN (SELECT moved.user_id FROM moved)
     {some})
    UNION ALL
    SELECT r.user_id, r.rating, r.matches, r.wins, r.losses FROM moved r
    WHERE r.matches {listed} AND r.matches > 0 {among}
)
"""
_PAGE: Final = ", page AS (SELECT p.* FROM {rows} p WHERE {place} {order} LIMIT %(limit)s)"
_RANKED_BY_COUNTS: Final = """
, counts AS (
    SELECT points, players FROM games_ladderbucket
    WHERE pool = %(pool)s AND season = %(season)s AND points >= (SELECT min(round(rating)) FROM page)
    UNION ALL
    SELECT round(rating_now), -1 FROM moved WHERE matches_now {listed}
    UNION ALL
    SELECT round(rating), 1 FROM moved WHERE matches {listed}
), levels AS (
    SELECT least(points, (SELECT max(round(rating)) + 1 FROM page)) AS points, sum(players) AS players
    FROM counts GROUP BY 1
), ranks AS (
    SELECT points, 1 + (sum(players) OVER (ORDER BY points DESC) - players)::bigint AS rank FROM levels
)
"""
_RANKED_AMONG: Final = ", ranked AS (SELECT s.*, rank() OVER (ORDER BY round(s.rating) DESC) AS rank FROM standing s)"
_TOLD: Final = """
SELECT page.user_id, u.username, page.rating, page.matches, page.wins, page.losses, {rank}
FROM page JOIN accounts_user u ON u.id = page.user_id {ranks}
ORDER BY page.rating DESC, page.user_id
"""


def page_statement(ladder: Ladder, *, first: bool, inclusive: bool, backwards: bool) -> str:
    """Return the statement for a page: behind a key, from it on (*inclusive*), *backwards* before it, or the first."""
    kind = _SEASON if ladder.season else _ALL_TIME
    place = "TRUE" if first else _BEFORE if backwards else _FROM if inclusive else _BEHIND
    order = _LAST_FIRST if backwards else _BEST_FIRST
    among = _AMONG[ladder.among.kind] if ladder.among else ""
    listed = f"< {PROVISIONAL_BELOW}" if ladder.is_provisional else f">= {PROVISIONAL_BELOW}"
    is_whole = not among or ladder.is_provisional  # then nobody beyond the page has to be looked at one by one
    standing = _STANDING.format(
        **kind,
        listed=listed,
        among=among,
        reach=f"AND {place.format('r')}" if is_whole else "",
        some=f"{order.format('r')} LIMIT %(limit)s" if is_whole else "",
    )
    page = _PAGE.format(rows="standing" if is_whole else "ranked", place=place.format("p"), order=order.format("p"))
    if ladder.is_provisional:
        return standing + page + _TOLD.format(rank="NULL", ranks="")
    if is_whole:
        ranks = "LEFT JOIN ranks ON ranks.points = round(page.rating)"
        return standing + page + _RANKED_BY_COUNTS.format(listed=listed) + _TOLD.format(
            rank="ranks.rank", ranks=ranks
        )  # fmt: skip
    return standing + _RANKED_AMONG + page + _TOLD.format(rank="page.rank", ranks="")


def around_key(ladder: Ladder, user_id: int) -> Statement:
    """Return the statement for the last match a ladder knows, and what a player in it is rated."""
    ledger = "l.through" if ladder.season else "l.rated_through"
    ledgers = "games_seasonledger" if ladder.season else "games_ledger"
    kind = _SEASON if ladder.season else _ALL_TIME
    listed = f"< {PROVISIONAL_BELOW}" if ladder.is_provisional else f">= {PROVISIONAL_BELOW}"
    statement = f"""
        SELECT coalesce({ledger}, 0), r.rating FROM {kind["table"]} r LEFT JOIN {ledgers} l ON l.pool = r.pool
        WHERE {kind["here"]} AND r.user_id = %(user_id)s AND r.is_listed AND r.matches {listed}
    """  # noqa: S608 # made of this module's words, nothing else
    return statement, {"pool": ladder.pool, "season": ladder.season, "user_id": user_id}


def standing_statement(user_id: int) -> Statement:
    """Return the statement for where a player stands in every pool, with the rank by the counts."""
    statement = f"""
        SELECT r.pool, r.rating, r.matches, r.wins, r.losses,
               CASE WHEN r.is_listed AND r.matches >= {PROVISIONAL_BELOW} THEN 1 + coalesce(
                   (SELECT sum(b.players)::bigint FROM games_ladderbucket b
                    WHERE b.pool = r.pool AND b.season = '' AND b.points > round(r.rating)), 0) END
        FROM games_rating r WHERE r.user_id = %(user_id)s ORDER BY r.pool
    """  # noqa: S608 # made of this module's words, nothing else
    return statement, {"user_id": user_id}
