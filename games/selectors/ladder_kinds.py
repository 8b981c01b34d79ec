"""Ladder kinds: which ladders there are (tournaments, 6; docs/adr/0057)."""

from dataclasses import dataclass
from typing import Final, NamedTuple

POOLS: Final = (
    "pairs", "two", "three", "five", "calling", "avoidance", "duplicate_teams", "duplicate_pairs",
)  # fmt: skip


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
