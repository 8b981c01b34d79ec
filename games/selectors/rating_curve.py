"""Rating curve: how a player's rating went in a pool, thinned to what a graph can show."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import F, Q

from games.models import RatingChange

MOST: Final = 160
"""Points of a curve, about; of a longer history every second, third, … match is taken, and the last."""


class Moment(NamedTuple):
    """What a player was rated after a match."""

    match: int  # its number among the player's rated ones of the pool
    rating: float
    at: datetime | None  # when it ended

    @property
    def points(self) -> int:
        """Return the rating as it is shown."""
        return round(self.rating)


def curve_of(user_id: int, pool: str, matches: int) -> Sequence[Moment]:
    """Return the course of a player's rating over this many *matches*, the first one first: one query."""
    step = 1 + matches // MOST
    changes = RatingChange.objects.filter(user_id=user_id, pool=pool).alias(rest=F("matches") % step)
    shown = changes.filter(Q(rest=0) | Q(matches__in=(1, matches))).order_by("finish_no")
    return [Moment(*row) for row in shown.values_list("matches", "after", "match__finished_at")]
