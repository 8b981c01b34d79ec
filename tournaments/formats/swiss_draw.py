"""Swiss draw: one round of a field, with its free round, its rematches where they cannot be avoided, and look-ahead."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tournaments.formats.lookahead import FIELD, Allowed, can_go_on, longest, perfect_pairings, without
from tournaments.formats.score_groups import ScoreGroups

Two = frozenset[int]
Drawn = tuple[int, int | None]  # numbers, the higher placed first; None for the free round


@dataclass(frozen=True)
class Field:
    """Who is to be paired, by number, and what has been."""

    numbers: Sequence[int]  # from the highest place to the lowest
    points: Mapping[int, int]
    met: Mapping[int, Sequence[int]]  # whom each has met, as often as it has
    byes: Mapping[int, int]
    forbidden: frozenset[Two]
    rounds_after: int  # to be played after this one

    @cached_property
    def place(self) -> dict[int, int]:
        """The place of each, from 0."""
        return {number: place for place, number in enumerate(self.numbers)}

    @cached_property
    def fewest_byes(self) -> int:
        """A second free round comes only when all have had one."""
        return min(self.byes[number] for number in self.numbers)

    def barred(self, numbers: Sequence[int], *, rematches: bool) -> list[set[int]]:
        """Return for each of *numbers* the places in it of whom it must not meet, nor has met without *rematches*."""
        place = {number: at for at, number in enumerate(numbers)}
        met: Mapping[int, Sequence[int]] = {} if rematches else self.met
        barred = [{place[other] for other in met.get(number, ()) if other in place} for number in numbers]
        for one, other in self.forbidden:
            if one in place and other in place:
                barred[place[one]].add(place[other])
                barred[place[other]].add(place[one])
        return barred

    def without(self, fixed: Sequence[Drawn], bye: int | None) -> "Pool":
        """Return who is left to be paired."""
        gone = {bye, *(number for pair in fixed for number in pair)}
        return Pool(self, [number for number in self.numbers if number not in gone])


class Pool(NamedTuple):
    """An even number of the field, from the highest place to the lowest."""

    field: Field
    numbers: list[int]

    def groups(self) -> ScoreGroups:
        """Return the costs of its pairs."""
        return ScoreGroups([self.field.points[number] for number in self.numbers])

    def barred(self, *, rematches: bool = False) -> list[set[int]]:
        """Return for each place the places it must not meet."""
        return self.field.barred(self.numbers, rematches=rematches)

    def named(self, pairs: Sequence[tuple[int, int]], bye: int | None) -> list[Drawn]:
        """Return *pairs* of places by number, and the free round."""
        drawn: list[Drawn] = [(self.numbers[one], self.numbers[other]) for one, other in pairs]
        return drawn if bye is None else [*drawn, (bye, None)]


def draw(field: Field, fixed: Sequence[Drawn], lowest_first: Sequence[int]) -> list[Drawn] | None:
    """Return the round, from the highest table down, or None where the forbidden pairs leave no way.

    *fixed* are pairs made by hand. *lowest_first* is empty for an even field, else everybody from the last of the
    standings up.
    """
    free: list[int | None] = [None]
    if lowest_first and all(other is not None for _, other in fixed):
        free = [number for number in lowest_first if not any(number in pair for pair in fixed)]
    fair = [n for n in free if n is None or field.byes[n] == field.fewest_byes]
    unfair = [n for n in free if n not in fair]  # a rematch rather than one of these
    for byes in (fair, unfair):
        for attempt in (_without_rematch, _with_rematches):
            if (drawn := attempt(field, fixed, byes)) is not None:
                return sorted([*fixed, *drawn], key=lambda pair: (pair[1] is None, field.place[pair[0]]))
    return None


def _without_rematch(field: Field, fixed: Sequence[Drawn], byes: Sequence[int | None]) -> list[Drawn] | None:
    """Return the rest of the round without a rematch, or None where every way has one."""
    if len(field.numbers) <= FIELD:
        return _looking_ahead(field, fixed, byes)
    for bye in byes:
        pool = field.without(fixed, bye)
        if (pairs := pool.groups().best(pool.barred())) is not None:
            return pool.named(pairs, bye)
    return None


def _with_rematches(field: Field, fixed: Sequence[Drawn], byes: Sequence[int | None]) -> list[Drawn] | None:
    """Return the rest of the round with as few rematches as can be, or None where the forbidden pairs forbid it."""
    for bye in byes:
        pool = field.without(fixed, bye)
        met = [[field.met[one].count(other) for other in pool.numbers] for one in pool.numbers]
        if (pairs := pool.groups().best_of_rematches(pool.barred(rematches=True), met)) is not None:
            return pool.named(pairs, bye)
    return None


def _looking_ahead(field: Field, fixed: Sequence[Drawn], byes: Sequence[int | None]) -> list[Drawn] | None:
    """Return the best rest of the round after which the most rounds can follow without a rematch, or None."""
    after = without(_allowed(field), _places(field, fixed))
    ways: dict[int | None, list[list[Drawn]]] = {}
    for rounds in range(longest(after, field.rounds_after), -1, -1):
        for bye in byes:
            pool = field.without(fixed, bye)
            barred = pool.barred()
            if (best := pool.groups().best(barred)) is None:
                continue
            if can_go_on(without(after, _places(field, pool.named(best, bye))), rounds):
                return pool.named(best, bye)
            if bye not in ways:
                ways[bye] = [pool.named(pairs, bye) for pairs in _from_best(pool.groups(), barred)]
            for way in ways[bye]:
                if can_go_on(without(after, _places(field, way)), rounds):
                    return way
    return None


def _from_best(groups: ScoreGroups, barred: Sequence[set[int]]) -> list[list[tuple[int, int]]]:
    """Return every way to pair a small pool, the best first."""
    allowed = tuple(_may_meet(barred))
    ways = ([(min(two), max(two)) for two in pairs] for pairs in perfect_pairings(allowed, (1 << len(barred)) - 1))
    return sorted(ways, key=groups.key)


def _allowed(field: Field) -> Allowed:
    """Return who may meet by place; with an odd number the last entry is the free round."""
    size = len(field.numbers)
    rows = _may_meet(field.barred(field.numbers, rematches=False))
    if size % 2:
        due = [field.byes[number] == field.fewest_byes for number in field.numbers]
        rows = [row | is_due << size for row, is_due in zip(rows, due, strict=True)]
        rows.append(sum(is_due << place for place, is_due in enumerate(due)))
    return tuple(rows)


def _may_meet(barred: Sequence[set[int]]) -> list[int]:
    everybody = (1 << len(barred)) - 1
    return [everybody & ~sum(1 << other for other in {place, *out}) for place, out in enumerate(barred)]


def _places(field: Field, pairs: Sequence[Drawn]) -> list[tuple[int, int]]:
    """Return *pairs* by place; the free round stands after everybody."""
    free = len(field.numbers)
    return [(field.place[one], free if other is None else field.place[other]) for one, other in pairs]
