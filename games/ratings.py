"""Ratings: Elo for matches of two sides or more (tournaments, 6): the arithmetic, without a clock or a database."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Final, NamedTuple

_new = tuple.__new__
_SPREAD: Final = 400.0  # a side stronger by so many points is expected to win ten times for each loss


@dataclass(frozen=True, slots=True)
class Scale:
    """What the formula leaves open: where a rating starts and stops, and how far one match may move it."""

    start: float = 1500.0
    floor: float = 100.0
    k_new: float = 40.0  # through the match numbered *new_matches* of a player
    k: float = 20.0
    new_matches: int = 30


class Standings:
    """Where the players of a pool stand: ratings and numbers of rated matches; who is not in it yet starts anew."""

    __slots__ = ("matches", "ratings", "scale")

    def __init__(self, scale: Scale) -> None:
        self.scale = scale
        self.ratings: defaultdict[int, float] = defaultdict(lambda: scale.start)
        self.matches: defaultdict[int, int] = defaultdict(int)

    def put(self, user_id: int, rating: float, matches: int) -> None:
        """Say where a player stands already."""
        self.ratings[user_id] = rating
        self.matches[user_id] = matches


class Side(NamedTuple):
    """Who played together, and their final place: 1 is the best, and sides that tie share one."""

    place: int
    users: Sequence[int]
    left: Collection[int] = ()  # those for whom a bot held the seat at the end


class Change(NamedTuple):
    """What one match did to one player's rating, and why: *k* x (*score* - *expected*), clamped at the floor."""

    user_id: int
    side: int  # index of the side
    place: int
    has_left: bool
    before: float
    after: float
    k: float
    expected: float
    score: float
    matches: int  # of the player in the pool, this one with them


def expected_score(own: float, other: float) -> float:
    """Return what a side of strength *own* may expect against *other*: the chance to win, a draw counting half."""
    chance: float = 1.0 / (1.0 + 10.0 ** ((other - own) / _SPREAD))
    return chance


def strength(users: Sequence[int], ratings: Mapping[int, float]) -> float:
    """Return the mean rating of a side, to the bit the same in whatever order its members come."""
    if len(users) == 2:
        return (ratings[users[0]] + ratings[users[1]]) / 2
    return fsum([ratings[user_id] for user_id in users]) / len(users)


def rate(sides: Sequence[Side], standings: Standings) -> list[Change]:
    """Enter one match into *standings* and return what it changed, side by side in the order given.

    Every pair of sides is a game of its own with K/(n-1), so that a player's score and expectation are the means over
    the other sides. Who has left scores nothing, whatever his side did; the partner he left behind does not move if
    their side loses.
    """
    ratings, played, scale = standings.ratings, standings.matches, standings.scale
    k_new, k_old, new_matches, floor = scale.k_new, scale.k, scale.new_matches, scale.floor
    changes = []
    number = 0
    for (place, users, left), (expected, side_score) in zip(sides, _outlooks(sides, ratings), strict=True):
        for user_id in users:
            before = ratings[user_id]
            matches = played[user_id] + 1
            k = k_new if matches <= new_matches else k_old
            score, has_left = side_score, False
            if left:
                has_left = user_id in left
                if has_left:
                    score = 0.0
                elif side_score < 0.5:
                    k = 0.0
            after = before + k * (score - expected)
            if after < floor:  # noqa: PLR1730 # max() is a call, and this runs four times a match
                after = floor
            ratings[user_id] = after
            played[user_id] = matches
            # What `Change(...)` does, at a third of its price: a rebuild makes millions.
            changes.append(_new(Change, (user_id, number, place, has_left, before, after, k, expected, score, matches)))
        number += 1  # noqa: SIM113 # enumerate would cost a tuple a side
    return changes


def _outlooks(sides: Sequence[Side], ratings: Mapping[int, float]) -> Sequence[tuple[float, float]]:
    """Return what each side may expect and what it scores, the means over its games with every other."""
    if len(sides) == 2:  # what nearly every match is; the two come to 1, to the bit
        (place, users, _), (other_place, others, _) = sides
        expected = expected_score(strength(users, ratings), strength(others, ratings))
        score = _score(place, other_place)
        return (expected, score), (1.0 - expected, 1.0 - score)
    strengths = [strength(side.users, ratings) for side in sides]
    outlooks = []
    for own, (place, _, _) in enumerate(sides):
        others = [other for other in range(len(sides)) if other != own]
        expected = fsum(expected_score(strengths[own], strengths[other]) for other in others)
        score = fsum(_score(place, sides[other].place) for other in others)
        outlooks.append((expected / len(others), score / len(others)))
    return outlooks


def _score(own_place: int, other_place: int) -> float:
    """Return what a side scores against another by their places."""
    if own_place == other_place:
        return 0.5
    return 1.0 if own_place < other_place else 0.0
