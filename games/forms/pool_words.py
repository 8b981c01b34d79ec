"""Pool words: what people call the pools whose matches are rated together (tournaments, 6)."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

POOL_WORDS: Final[dict[str, Promise]] = {
    "pairs": _("In pairs"),
    "two": _("Two players"),
    "three": _("Three players"),
    "five": _("Two against three"),
    "calling": _("Calling"),
    "avoidance": _("To lose"),
    "duplicate_teams": _("Duplicate, teams"),
    "duplicate_pairs": _("Duplicate, pairs"),
}


def pool_name(pool: str) -> Promise | str:
    """Return what people call a pool."""
    return POOL_WORDS.get(pool, pool)


def season_name(season: str) -> str:
    """Return a season as people read it: the quarter in Roman figures, and the year."""
    year, _q, quarter = season.partition("q")
    return f"{['I', 'II', 'III', 'IV'][int(quarter) - 1]} {year}"
