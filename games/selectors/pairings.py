"""Pairings: which of those who wait can play together, and in which chairs the sides are fairest.

Nothing is read or stored here: people, ratings and waiting times are arguments.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

WIDEN_POINTS = 25
WIDEN_SECONDS = 10
"""A band opens at both ends by so many points in each of these spans, so that nobody waits for ever."""
NEAREST = 11
"""Others who are tried beside the one who has waited longest: with them, at most 462 companies of seven."""

Side = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One person or two who want to sit on one side, and whom they want to play with."""

    seek_id: int
    ratings: Mapping[int, int]  # by user
    waited: float  # seconds
    low: int | None = None
    high: int | None = None
    avoided: frozenset[int] = frozenset()  # users they have blocked

    @property
    def mean(self) -> float:
        """Return their mean rating."""
        return sum(self.ratings.values()) / len(self.ratings)

    def takes(self, other: "Candidate") -> bool:
        """Tell whether they would play with *other*, now that they have waited so long."""
        slack = WIDEN_POINTS * int(self.waited // WIDEN_SECONDS)
        return not self.avoided & other.ratings.keys() and all(
            (self.low is None or rating >= self.low - slack) and (self.high is None or rating <= self.high + slack)
            for rating in other.ratings.values()
        )


class Party(NamedTuple):
    """Those who play together now, and the user in each chair."""

    candidates: tuple[Candidate, ...]
    seats: Mapping[int, int]


def find_party(waiting: Sequence[Candidate], sides: Sequence[Side]) -> Party | None:
    """Return who plays together, None if nobody can yet; *waiting* begins with who has waited longest.

    Everybody in a party takes everybody else. Whoever has waited longest comes first; of the companies they can have,
    the one whose ratings lie closest together.
    """
    for number, first in enumerate(waiting):
        others = [other for other in waiting[number + 1 :] if first.takes(other) and other.takes(first)]
        others.sort(key=lambda other: abs(other.mean - first.mean))
        companies = sorted(_companies((first,), others[:NEAREST], sum(map(len, sides))), key=_spread)
        for company in companies:
            seats = fair_seats([list(candidate.ratings.items()) for candidate in company], sides)
            if seats is not None:
                return Party(company, seats)
    return None


def fair_seats(units: Sequence[Sequence[tuple[int, int]]], sides: Sequence[Side]) -> dict[int, int] | None:
    """Return the user in each chair so that the sides' mean ratings differ least; None if they do not fit.

    A unit is one person or partners, as pairs of user and rating; it is never split. Of sides that are equally fair the
    first found is taken, so who wants chance to decide shuffles the units.
    """
    best: tuple[float, dict[int, int]] | None = None
    if all(len(side) == 1 for side in sides):  # everybody alone: one arrangement is as fair as another
        people = [unit[0] for unit in units if len(unit) == 1]
        chairs = [chair for (chair,) in sides]
        is_fitting = len(people) == len(units) == len(chairs)
        return {chair: user for chair, (user, _) in zip(chairs, people, strict=True)} if is_fitting else None
    for placed in _placements(list(units), [[] for _ in sides], sides):
        means = [sum(rating for _, rating in people) / len(people) for people in placed]
        difference = max(means) - min(means)
        if best is None or difference < best[0]:
            chairs_of = zip(sides, placed, strict=True)
            best = (
                difference,
                {chair: user for side, people in chairs_of for chair, (user, _) in zip(side, people, strict=True)},
            )
    return best[1] if best else None


def _companies(
    company: tuple[Candidate, ...], others: Sequence[Candidate], chairs: int
) -> Iterator[tuple[Candidate, ...]]:
    """Yield every company of *chairs* people that begins with *company* and goes on with some of *others*."""
    free = chairs - sum(len(candidate.ratings) for candidate in company)
    if free == 0:
        yield company
        return
    for number, other in enumerate(others):
        is_welcome = all(member.takes(other) and other.takes(member) for member in company)
        if len(other.ratings) <= free and is_welcome:
            yield from _companies((*company, other), others[number + 1 :], chairs)


def _spread(company: tuple[Candidate, ...]) -> int:
    ratings = [rating for candidate in company for rating in candidate.ratings.values()]
    return max(ratings) - min(ratings)


def _placements(
    units: list[Sequence[tuple[int, int]]], placed: list[list[tuple[int, int]]], sides: Sequence[Side]
) -> Iterator[list[list[tuple[int, int]]]]:
    """Yield each way to put the units wholly into sides that they fill exactly."""
    if not units:
        if all(len(people) == len(side) for people, side in zip(placed, sides, strict=True)):
            yield placed
        return
    unit, *rest = units
    for number, side in enumerate(sides):
        if len(placed[number]) + len(unit) <= len(side):
            further = [[*people, *unit] if n == number else people for n, people in enumerate(placed)]
            yield from _placements(rest, further, sides)
