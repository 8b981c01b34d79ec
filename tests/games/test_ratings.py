"""The arithmetic of ratings: tournaments 6, and the field reports C1, C2 and A9 by their figures."""

import itertools
import random
import sys
from pathlib import Path

import pytest

import games.ratings
from games.ratings import Change, Scale, Side, Standings, expected_score, rate, strength
from tests.purity import imports_of, tree_of

N, E, S, W = 1, 2, 3, 4
THIRTY_TWO = Scale(k_new=32, k=32)


def pool(scale: Scale = THIRTY_TWO, **ratings: float) -> Standings:
    """A pool in which N, S and E, W stand where told."""
    standings = Standings(scale)
    for name, rating in ratings.items():
        standings.put({"n": N, "e": E, "s": S, "w": W}[name], rating, 0)
    return standings


def match(
    winners: tuple[int, ...] = (N, S), losers: tuple[int, ...] = (E, W), *, left: tuple[int, ...] = ()
) -> list[Side]:
    return [Side(1, winners, frozenset(left) & set(winners)), Side(2, losers, frozenset(left) & set(losers))]


def moves(changes: list[Change]) -> dict[int, float]:
    return {change.user_id: change.after - change.before for change in changes}


def test_a_lower_side_that_wins_gains_what_the_other_loses() -> None:
    """C1 (a): nothing is rounded away."""
    changes = rate(match(), pool(n=1480, s=1520, e=1500, w=1520))
    assert moves(changes) == pytest.approx({N: 16.4604, S: 16.4604, E: -16.4604, W: -16.4604}, abs=5e-5)


def test_a_hundred_matches_keep_the_sum() -> None:
    """C1 (b): a store that truncates would lose a hundred points."""
    standings = pool(n=1500, s=1500, e=1504, w=1504)
    for number in range(100):
        rate(match() if number % 2 == 0 else match((E, W), (N, S)), standings)
    assert standings.ratings[N] == pytest.approx(1493.6145, abs=5e-5)
    assert standings.ratings[E] == pytest.approx(1510.3855, abs=5e-5)
    assert sum(standings.ratings[user] for user in (N, E)) == pytest.approx(3004, abs=1e-9)


def test_a_favourite_of_700_points_still_moves() -> None:
    """C1 (c)."""
    changes = rate(match(), pool(Scale(k_new=16, k=16), n=1850, s=1850, e=1150, w=1150))
    assert moves(changes) == pytest.approx({N: 0.2796, S: 0.2796, E: -0.2796, W: -0.2796}, abs=5e-5)


def test_the_floor_stops_one_and_hinders_nobody() -> None:
    """C1 (d)."""
    changes = rate(match(), pool(n=100, s=100, e=100, w=105))
    assert [change.after for change in changes if change.user_id in (E, W)] == [100, 100]
    assert all(change.after > 115 for change in changes if change.user_id in (N, S))


def test_the_step_halves_after_the_thirtieth_match_for_each_by_himself() -> None:
    """C2: K 40 through the 30th, then 20; a partner keeps his own."""
    standings = pool(Scale())
    for user, matches in ((N, 29), (S, 30), (E, 0), (W, 31)):
        standings.put(user, 1500, matches)
    changes = rate(match(), standings)
    assert {change.user_id: (change.matches, change.k, change.after) for change in changes} == {
        N: (30, 40, 1520),
        S: (31, 20, 1510),
        E: (1, 40, 1480),
        W: (32, 20, 1490),
    }


@pytest.mark.parametrize(
    ("winners", "losers", "expected"),
    [
        ((E, W), (N, S), {N: -16, S: 0, E: 16, W: 16}),
        ((N, S), (E, W), {N: -16, S: 16, E: -16, W: -16}),
    ],
    ids=["his side loses", "his side wins"],
)
def test_who_leaves_pays_and_his_partner_does_not(
    winners: tuple[int, ...], losers: tuple[int, ...], expected: dict[int, float]
) -> None:
    """A9 (a): once, and nobody twice."""
    changes = rate(match(winners, losers, left=(N,)), pool(n=1500))
    assert moves(changes) == expected
    assert {change.user_id for change in changes if change.has_left} == {N}
    assert {change.score for change in changes if change.user_id == N} == {0}


def test_a_whole_side_that_leaves_pays() -> None:
    assert moves(rate(match((E, W), (N, S), left=(N, S)), pool())) == {N: -16, S: -16, E: 16, W: 16}


def test_one_against_two_and_two_against_three_are_two_sides() -> None:
    assert moves(rate(match((N,), (E, W)), pool())) == {N: 16, E: -16, W: -16}
    assert moves(rate(match((N, S), (E, W, 5)), pool())) == {N: 16, S: 16, E: -16, W: -16, 5: -16}


def test_three_for_themselves_play_three_games_with_half_the_step() -> None:
    """More than two sides: each pair of sides a game, K/(n-1), a shared place half."""
    changes = rate([Side(1, (N,)), Side(2, (E,)), Side(3, (S,))], pool(n=1600, e=1500, s=1400))
    first, second, third = changes
    expected = 16 * (1 - expected_score(1600, 1500)) + 16 * (1 - expected_score(1600, 1400))
    assert first.after - first.before == pytest.approx(expected)
    assert second.after == pytest.approx(1500)
    assert (first.score, second.score, third.score) == (1, 0.5, 0)
    tied = rate([Side(1, (N,)), Side(1, (E,)), Side(3, (S,))], pool())
    assert [change.score for change in tied] == [0.75, 0.75, 0]
    assert [change.after for change in tied] == [1508, 1508, 1484]


def test_a_draw_moves_the_weaker_up() -> None:
    changes = rate([Side(1, (N, S)), Side(1, (E, W))], pool(n=1400, s=1400))
    assert {change.score for change in changes} == {0.5}
    assert moves(changes)[N] == -moves(changes)[E] > 0


def test_at_one_step_for_all_nothing_is_made_or_lost() -> None:
    dice = random.Random(6)
    standings = Standings(THIRTY_TWO)
    for _ in range(500):
        players = dice.sample(range(20), dice.choice((2, 4, 4, 4)))
        half = len(players) // 2
        rate(match(tuple(players[:half]), tuple(players[half:])), standings)
    assert sum(standings.ratings.values()) == pytest.approx(1500 * len(standings.ratings), abs=1e-6)


def test_a_strength_does_not_depend_on_the_order_of_its_members() -> None:
    ratings = {user: 1500 + 1 / (3 + user) for user in range(5)}
    for size in (1, 2, 3, 5):
        assert len({strength(order, ratings) for order in itertools.permutations(range(size))}) == 1


def test_expectations_of_two_come_to_one() -> None:
    assert expected_score(1500, 1500) == 0.5
    for own in range(100, 3000, 7):
        assert expected_score(own, 1500) + expected_score(1500, own) == pytest.approx(1)


def test_the_arithmetic_imports_nothing_but_the_standard_library() -> None:
    """No framework, no clock, no chance: what changes a rating is in its arguments."""
    imported = {name.split(".")[0] for name in imports_of(tree_of(Path(games.ratings.__file__)))}
    assert imported <= {"collections", "dataclasses", "math", "typing"} <= sys.stdlib_module_names
