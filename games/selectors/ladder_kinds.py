"""Ladder kinds: which ladders there are, and which one somebody's words mean (tournaments, 6; docs/adr/0057)."""

from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Sum
from django.utils import timezone

from accounts.errors import NoSuchClub
from accounts.selectors.clubs import club_at
from games.errors import NoSuchLadder
from games.models import LadderBucket, SeasonRating
from games.models.pools import POOLS
from games.selectors.seasons import is_season, season_of

CURRENT = "current"


class Among(NamedTuple):
    """Whom a ladder is narrowed to: the members of a `club`, those of the clubs of a `place`, or `friends` and oneself.

    *value* is the club's id, the place's name, or the person's id.
    """

    kind: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Ladder:
    """Which ladder: of a pool, of all time or of a season, among everybody or some; the provisional stand apart."""

    pool: str
    season: str = ""
    among: Among | None = None
    is_provisional: bool = False


class Offered(NamedTuple):
    """A pool with a ladder: how many take a rank there, and its seasons, the latest first."""

    pool: str
    ranked: int
    seasons: list[str]


def ladder_named(
    pool: str,
    *,
    season: str = "",
    club: str = "",
    place: str = "",
    friends_of: int | None = None,
    is_provisional: bool = False,
) -> Ladder:
    """Return the ladder somebody means; *season* may be `current`, *club* is its slug.

    Narrowed in one way at most. Raises NoSuchLadder for a pool or season that cannot be, and NoSuchClub.
    """
    if pool not in POOLS or sum([bool(club), bool(place), friends_of is not None]) > 1:
        raise NoSuchLadder
    if season == CURRENT:
        season = season_of(timezone.now())
    if season and not is_season(season):
        raise NoSuchLadder
    among: Among | None = None
    if club:
        found = club_at(club)
        if found.closed_at is not None:
            raise NoSuchClub
        among = Among("club", found.pk)
    elif place:
        among = Among("place", place)
    elif friends_of is not None:
        among = Among("friends", friends_of)
    return Ladder(pool, season, among, is_provisional)


def offered() -> list[Offered]:
    """Return the ladders there are: two queries."""
    ranked = LadderBucket.objects.filter(season="").values("pool").annotate(ranked=Sum("players"))
    by_pool = {row["pool"]: row["ranked"] for row in ranked}
    seasons: dict[str, list[str]] = {pool: [] for pool in POOLS}
    held = SeasonRating.objects.order_by("pool", "-season").values_list("pool", "season").distinct()
    for pool, season in held:
        seasons.setdefault(pool, []).append(season)
    return [Offered(pool, by_pool.get(pool, 0), seasons[pool]) for pool in POOLS]
