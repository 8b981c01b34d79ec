"""Seasons: enters the changes of ratings into the quarters they happened in, behind the ledger and in its order.

How far a pool has come is in its `SeasonLedger` row, which is locked meanwhile and committed together with what was
entered: a message that is lost, doubled or late changes nothing but when it happens. Where the ledger has stepped back
behind that (`step_back`), the seasons do so too.
"""

from typing import Any, Final

from django.db import connection, transaction

from games.models import Ledger, SeasonLedger, SeasonRating
from games.selectors.seasons import SEASON_OF, zone

# What the changes of a season come to; added to what stands there already.
_ENTER: Final = f"""
WITH entered AS (
    SELECT c.user_id, {SEASON_OF.format("m.finished_at")} AS season, c.finish_no, c.after, c.score
    FROM games_ratingchange c JOIN games_match m ON m.id = c.match_id
    WHERE c.pool = %(pool)s AND c.finish_no > %(after)s AND c.finish_no <= %(through)s
)
INSERT INTO games_seasonrating AS standing (user_id, pool, season, rating, matches, wins, losses, last_finish_no)
SELECT user_id, %(pool)s, season, (array_agg(after ORDER BY finish_no DESC))[1], count(*),
       count(*) FILTER (WHERE score > 0.5), count(*) FILTER (WHERE score < 0.5), max(finish_no)
FROM entered GROUP BY user_id, season ORDER BY user_id, season
ON CONFLICT (user_id, pool, season) DO UPDATE
SET rating = excluded.rating, matches = standing.matches + excluded.matches, wins = standing.wins + excluded.wins,
    losses = standing.losses + excluded.losses, last_finish_no = excluded.last_finish_no
"""  # noqa: S608 # made of names of columns, nothing else
# What has been entered after a number is computed anew up to it; who has nothing left there goes.
_STEP_BACK: Final = f"""
WITH earlier AS (
    SELECT s.id, (array_agg(c.after ORDER BY c.finish_no DESC))[1] AS rating, count(c.match_id) AS matches,
           count(*) FILTER (WHERE c.score > 0.5) AS wins, count(*) FILTER (WHERE c.score < 0.5) AS losses,
           coalesce(max(c.finish_no), 0) AS last_finish_no
    FROM games_seasonrating s
    LEFT JOIN (games_ratingchange c JOIN games_match m ON m.id = c.match_id)
           ON c.user_id = s.user_id AND c.pool = s.pool AND c.finish_no <= %(through)s
          AND {SEASON_OF.format("m.finished_at")} = s.season
    WHERE s.pool = %(pool)s AND s.last_finish_no > %(through)s
    GROUP BY s.id
)
UPDATE games_seasonrating s
SET rating = coalesce(earlier.rating, s.rating), matches = earlier.matches, wins = earlier.wins,
    losses = earlier.losses, last_finish_no = earlier.last_finish_no
FROM earlier WHERE earlier.id = s.id
"""  # noqa: S608 # made of names of columns, nothing else


def follow_left() -> None:
    """Enter in every pool what has been rated and not been entered."""
    through = dict(SeasonLedger.objects.values_list("pool", "through"))
    for pool, rated_through in Ledger.objects.order_by("pool").values_list("pool", "rated_through"):
        if rated_through != through.get(pool, 0):
            follow(pool=pool)


@transaction.atomic
def follow(*, pool: str) -> None:
    """Enter into its seasons what has been rated in a pool. Locks the pool's `SeasonLedger` row."""
    SeasonLedger.objects.get_or_create(pool=pool)
    seasons = SeasonLedger.objects.select_for_update().get(pool=pool)
    words: dict[str, Any] = {"pool": pool, "zone": zone(), "after": seasons.through}
    rated_through = Ledger.objects.filter(pool=pool).values_list("rated_through", flat=True).first() or 0
    with connection.cursor() as cursor:
        if SeasonRating.objects.filter(pool=pool, last_finish_no__gt=seasons.through).exists():
            cursor.execute(_STEP_BACK, words | {"through": seasons.through})
        if rated_through > seasons.through:
            cursor.execute(_ENTER, words | {"through": rated_through})
    # Last: a row made anew asks for its player's account, whose owner may be waiting for the old one to hide it.
    SeasonRating.objects.filter(pool=pool, matches=0).delete()
    seasons.through = rated_through
    seasons.save(update_fields=["through"])


@transaction.atomic
def rebuild() -> None:
    """Enter the changes of every pool into its seasons from the first on."""
    for seasons in SeasonLedger.objects.select_for_update().order_by("pool"):
        SeasonRating.objects.filter(pool=seasons.pool).update(matches=0, wins=0, losses=0, last_finish_no=0)
        seasons.through = 0
        seasons.save(update_fields=["through"])
        follow(pool=seasons.pool)
    follow_left()


def step_back(pool: str, to: int) -> None:
    """Have the seasons of a pool enter anew all after the number *to*. The caller holds the pool's `Ledger` row."""
    SeasonLedger.objects.filter(pool=pool, through__gt=to).update(through=to)
