"""Knock-out: seeds and byes in their slots, every size, walk-overs that let others pass (B1)."""

import pytest

from tests.tournaments.formats.playing import (
    advance,
    assert_each_plays_once_a_round,
    better_seed,
    by_chance,
    fresh,
    matches,
    pairs_of,
    play,
    results,
    two,
)
from tournaments.formats.bracket import seed_order, size_for
from tournaments.formats.departures import disqualify_both, withdraw
from tournaments.formats.encounters import Ending
from tournaments.formats.errors import RoundOpen, TooFewEntrants, TooManyEntrants
from tournaments.formats.knockout import Knockout
from tournaments.formats.stage import is_over


@pytest.mark.parametrize(
    ("entrants", "byes", "first_round"),
    [
        (5, {1, 2, 3}, [{4, 5}]),
        (6, {1, 2}, [{3, 6}, {4, 5}]),
        (9, {1, 2, 3, 4, 5, 6, 7}, [{8, 9}]),
        (11, {1, 2, 3, 4, 5}, [{8, 9}, {7, 10}, {6, 11}]),
    ],
)
def test_top_seeds_have_the_byes(entrants: int, byes: set[int], first_round: list[set[int]]) -> None:
    draft = Knockout().next_round(fresh(entrants))
    assert {at.home for at in draft.pairings if at.away is None} == byes
    assert sorted(sorted(at.numbers) for at in draft.pairings if at.away) == sorted(
        sorted(pair) for pair in first_round
    )


def test_eleven_stand_in_their_slots_from_top_to_bottom() -> None:
    draft = Knockout().next_round(fresh(11))
    slots = [at.numbers for at in draft.pairings]
    assert slots == [(1,), (8, 9), (4,), (5,), (2,), (7, 10), (3,), (6, 11)]


@pytest.mark.parametrize("entrants", range(2, 65))
def test_every_size(entrants: int) -> None:
    stage = play(Knockout(), fresh(entrants))
    assert len(matches(stage)) == entrants - 1
    assert_each_plays_once_a_round(stage)
    final = matches(stage)[-1]
    assert two(final) == {1, 2}
    assert all(two(at) != {1, 2} for at in matches(stage)[:-1])
    byes = {at.home for at in stage.pairings if at.away is None}
    assert byes == set(range(1, size_for(entrants) - entrants + 1))
    assert all(at.round == 1 for at in stage.pairings if at.away is None)
    assert stage.rounds_drawn == Knockout().rounds(entrants)
    places = Knockout().standings(stage).places
    assert [places[number] for number in (1, 2)] == [1, 2]
    assert places == {number: 1 if number == 1 else (1 << (number - 1).bit_length() - 1) + 1 for number in places}


def test_a_field_of_4096() -> None:
    stage = play(Knockout(third_place=True), fresh(4096))
    assert len(matches(stage)) == 4096
    assert Knockout(third_place=True).standings(stage).places[3] == 3
    assert sorted(seed_order(4096)) == list(range(1, 4097))


@pytest.mark.parametrize("entrants", [4, 5, 11, 16])
def test_the_third_place_is_played_for_beside_the_final(entrants: int) -> None:
    played = Knockout(third_place=True)
    stage = play(played, fresh(entrants), by_chance(entrants))
    last = [at for at in matches(stage) if at.round == stage.rounds_drawn]
    assert {at.key for at in last} == {"T", f"K{stage.rounds_drawn}.1"}
    assert len(matches(stage)) == entrants
    table = played.standings(stage)
    assert [row.place for row in table.rows[:5]] == [1, 2, 3, 4, 5][: len(table.rows)]
    assert table.rows[2].number == stage.winner_of(stage.by_key["T"])


def test_without_it_the_losers_of_the_semi_finals_share_it() -> None:
    stage = play(Knockout(), fresh(8))
    assert [row.place for row in Knockout().standings(stage).rows] == [1, 2, 3, 3, 5, 5, 5, 5]


def test_three_have_their_third_without_a_match() -> None:
    stage = play(Knockout(third_place=True), fresh(3))
    assert len(matches(stage)) == 2
    assert Knockout(third_place=True).standings(stage).places == {1: 1, 2: 2, 3: 3}


def test_while_it_runs_who_is_in_stands_before_who_is_out() -> None:
    stage = advance(Knockout(), fresh(8))
    assert [row.place for row in Knockout().standings(stage).rows] == [1, 1, 1, 1, 5, 5, 5, 5]


def test_the_next_round_waits_and_names_who_plays() -> None:
    draft = Knockout().next_round(fresh(8))
    stage = fresh(8).drawn(draft.pairings)
    stage = stage.decided(results([at for at in stage.pairings if at.table != 3], better_seed))
    with pytest.raises(RoundOpen) as refused:
        Knockout().next_round(stage)
    assert refused.value.keys == ("K1.3",)
    assert refused.value.detail == "not decided yet: table 3 of round 1: 2 and 7"


def test_who_leaves_gives_the_next_opponent_a_walk_over() -> None:
    stage = withdraw(Knockout(), advance(Knockout(), fresh(8)), 1)
    draft = Knockout().next_round(stage)
    assert pairs_of(draft) == {frozenset({1, 4}), frozenset({2, 3})}
    stage = stage.drawn(draft.pairings)
    assert [at.key for at in stage.open] == ["K2.2"]
    outcome = stage.outcomes["K2.1"]
    assert (outcome.ending, stage.winner_of(stage.by_key["K2.1"]), outcome.is_rated) == (Ending.WALKOVER, 4, False)


def test_two_disqualified_let_the_next_opponent_pass() -> None:
    draft = Knockout().next_round(fresh(8))
    stage = fresh(8).drawn(draft.pairings)
    stage = disqualify_both(stage, "K1.1")
    stage = stage.decided(results(stage.open, better_seed))
    assert [at.numbers for at in Knockout().next_round(stage).pairings] == [(4,), (2, 3)]
    stage = play(Knockout(), stage)
    assert is_over(Knockout(), stage)
    assert Knockout().standings(stage).places == {2: 1, 4: 2, 3: 3, 1: 4, 5: 4, 6: 4, 7: 4, 8: 4}


def test_finalists_both_out_leave_no_winner_and_block_nothing() -> None:
    stage = advance(Knockout(), fresh(4))
    stage = stage.drawn(Knockout().next_round(stage).pairings)
    stage = disqualify_both(stage, "K2.1")
    assert is_over(Knockout(), stage)
    assert Knockout().standings(stage).places == {1: 1, 2: 1, 3: 3, 4: 3}


@pytest.mark.parametrize(("entrants", "refusal"), [(0, TooFewEntrants), (1, TooFewEntrants), (4097, TooManyEntrants)])
def test_impossible_sizes(entrants: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        Knockout().check(entrants)
    with pytest.raises(refusal):
        Knockout().next_round(fresh(entrants))
