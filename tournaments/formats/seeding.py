"""Seeding: who is the first seed and who the last: by rating, by hand, or by lot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import fmean

from tournaments.formats.errors import BadSeeding
from tournaments.formats.lots import drawn
from tournaments.formats.stage import Entrant


@dataclass(frozen=True, slots=True)
class Entry:
    """An entrant before the seeding: when it entered and the ratings of its members."""

    number: int
    entered_at: datetime
    ratings: tuple[float, ...]


def by_rating(entries: Iterable[Entry]) -> tuple[Entrant, ...]:
    """Return the seeds by mean rating of the members; who are equal by time of entry. Raises BadSeeding."""

    def strongest_first(entry: Entry) -> tuple[float, datetime, int]:
        return -fmean(entry.ratings) if entry.ratings else 0.0, entry.entered_at, entry.number

    return in_order([entry.number for entry in sorted(entries, key=strongest_first)])


def by_lot(lot: str, numbers: Iterable[int]) -> tuple[Entrant, ...]:
    """Return the seeds as the published *lot* draws them. Raises BadSeeding."""
    return in_order(drawn(lot, "seeds", numbers))


def by_hand(order: Sequence[int], entered: Iterable[int]) -> tuple[Entrant, ...]:
    """Return the seeds in *order*, which names each of *entered* once. Raises BadSeeding."""
    missing = set(entered).symmetric_difference(order)
    if missing:
        raise BadSeeding(f"the order by hand and the entrants differ in {', '.join(map(str, sorted(missing)[:8]))}")
    return in_order(order)


def in_order(numbers: Sequence[int]) -> tuple[Entrant, ...]:
    """Return entrants seeded as they stand. Raises BadSeeding for one who stands twice."""
    if len(set(numbers)) < len(numbers):
        raise BadSeeding("an entrant stands twice")
    return tuple(Entrant(number, seed) for seed, number in enumerate(numbers, 1))
