"""Pairings: fair sides by exhaustion, bands on both sides, who has waited longest first."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets import PRESETS, resolve
from games.selectors.chairs import sides_of
from games.selectors.pairings import WIDEN_POINTS, WIDEN_SECONDS, Candidate, fair_seats, find_party

PAIRS = ((0, 2), (1, 3))
RATINGS = st.integers(100, 3000)


def alone(user: int, rating: int = 1500, waited: float = 0, **facts) -> Candidate:
    return Candidate(user, {user: rating}, waited, **facts)


def difference(seats, ratings, sides) -> float:
    means = [sum(ratings[seats[chair]] for chair in side) / len(side) for side in sides]
    return max(means) - min(means)


@given(st.lists(RATINGS, min_size=4, max_size=4))
def test_four_singles_get_the_split_with_the_smallest_difference(numbers) -> None:
    ratings = dict(enumerate(numbers))
    seats = fair_seats([[person] for person in ratings.items()], PAIRS)
    least = min(difference(dict(enumerate(order)), ratings, PAIRS) for order in permutations(range(4)))
    assert difference(seats, ratings, PAIRS) == least


@given(st.lists(RATINGS, min_size=5, max_size=5))
def test_five_are_split_into_two_and_three(numbers) -> None:
    sides = sides_of(resolve("cinque", {}))
    assert sorted(map(len, sides)) == [2, 3]
    ratings = dict(enumerate(numbers))
    seats = fair_seats([[person] for person in ratings.items()], sides)
    least = min(difference(dict(enumerate(order)), ratings, sides) for order in permutations(range(5)))
    assert difference(seats, ratings, sides) == pytest.approx(least)


def test_two_pairs_are_the_sides() -> None:
    seats = fair_seats([[(1, 2000), (2, 1900)], [(3, 1200), (4, 1100)]], PAIRS)
    assert {frozenset(seats[chair] for chair in side) for side in PAIRS} == {frozenset({1, 2}), frozenset({3, 4})}


def test_a_pair_and_two_singles() -> None:
    seats = fair_seats([[(3, 1200)], [(1, 2000), (2, 1900)], [(4, 1100)]], PAIRS)
    assert {frozenset(seats[chair] for chair in side) for side in PAIRS} == {frozenset({1, 2}), frozenset({3, 4})}


def test_partners_do_not_fit_where_everybody_plays_alone() -> None:
    assert fair_seats([[(1, 1500), (2, 1500)], [(3, 1500)]], ((0,), (1,), (2,))) is None


@pytest.mark.parametrize(
    "rules",
    [
        resolve(name, {"players": players} if len(preset.shapes) > 1 else {})
        for name, preset in PRESETS.items()
        for players in preset.shapes
    ],
    ids=lambda rules: f"{rules.preset}{len(rules.person_seats)}",
)
def test_every_game_finds_its_company(rules) -> None:
    sides = sides_of(rules)
    assert sorted(chair for side in sides for chair in side) == list(rules.person_seats)
    people = [alone(user, 1400 + 10 * user) for user in range(len(rules.person_seats))]
    assert find_party(people[1:], sides) is None
    assert sorted(find_party(people, sides).seats.values()) == list(range(len(people)))


def test_everybody_takes_everybody() -> None:
    waiting = [alone(1, 1500), alone(2, 1500, low=1450), alone(3, 1400), alone(4), alone(5)]
    assert {candidate.seek_id for candidate in find_party(waiting, PAIRS).candidates} == {1, 2, 4, 5}
    assert find_party(waiting[:4], PAIRS) is None


def test_a_band_opens_with_the_time_waited() -> None:
    waiting = [alone(1, 1500, low=1500), alone(2), alone(3), alone(4, 1500 - 2 * WIDEN_POINTS)]
    assert find_party(waiting, PAIRS) is None
    waiting[0] = alone(1, 1500, waited=2 * WIDEN_SECONDS, low=1500)
    assert find_party(waiting, PAIRS) is not None


def test_who_has_blocked_somebody_does_not_meet_them() -> None:
    assert find_party([alone(1), alone(2), alone(3), alone(4, avoided=frozenset({1}))], PAIRS) is None


def test_who_has_waited_longest_plays_and_with_the_nearest() -> None:
    waiting = [alone(1, 1800), alone(2, 1000), alone(3, 1700), alone(4, 1750), alone(5, 1810)]
    assert {candidate.seek_id for candidate in find_party(waiting, PAIRS).candidates} == {1, 3, 4, 5}
