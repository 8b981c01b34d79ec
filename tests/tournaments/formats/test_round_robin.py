"""Round robin: the circle, free rounds, who leaves before and after half (B3, B4)."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import (
    advance,
    assert_each_plays_once_a_round,
    better_seed,
    by_chance,
    fresh,
    matches,
    play,
    two,
    won_by,
)
from tournaments.formats.circle import rounds_of
from tournaments.formats.departures import come_back, withdraw
from tournaments.formats.encounters import Ending
from tournaments.formats.errors import AlreadyOut, EntryClosed, TooFewEntrants, TooManyEntrants, TournamentOver
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Entrant, Pairing, Stage, is_over
from tournaments.formats.tiebreaks import Criterion

PLAYED = RoundRobin()


@pytest.mark.parametrize(("entrants", "rounds", "count"), [(3, 3, 3), (5, 5, 10), (6, 5, 15), (7, 7, 21)])
def test_each_sits_out_once_when_odd_and_never_when_even(entrants: int, rounds: int, count: int) -> None:
    stage = play(PLAYED, fresh(entrants))
    assert (stage.rounds_drawn, len(matches(stage))) == (rounds, count)
    free = sorted(at.home for at in stage.pairings if at.away is None)
    assert free == (list(range(1, entrants + 1)) if entrants % 2 else [])


@pytest.mark.parametrize("size", range(2, 65))
def test_the_circle_of_every_size(size: int) -> None:
    rounds = rounds_of(size)
    assert len(rounds) == PLAYED.rounds(size)
    assert {frozenset(pair) for pairs in rounds for pair in pairs if None not in pair} == {
        frozenset(pair) for pair in combinations(range(size), 2)
    }
    for pairs in rounds:
        assert sorted(place for pair in pairs for place in pair if place is not None) == list(range(size))
    named_first = [
        sum(pair[0] == place and pair[1] is not None for pairs in rounds for pair in pairs) for place in range(size)
    ]
    assert max(named_first) - min(named_first) <= 1


@pytest.mark.parametrize("entrants", [*range(2, 13), 25, 32])
def test_played_to_the_end(entrants: int) -> None:
    stage = fresh(entrants)
    while draft := PLAYED.next_round(stage):
        stage = stage.drawn(draft.pairings).decided([better_seed(at) for at in draft.pairings if at.away])
    assert {two(at) for at in matches(stage)} == {frozenset(pair) for pair in combinations(range(1, entrants + 1), 2)}
    assert len(matches(stage)) == entrants * (entrants - 1) // 2
    assert_each_plays_once_a_round(stage)
    assert stage.rounds_drawn == PLAYED.rounds(entrants)
    assert [row.place for row in PLAYED.standings(stage).rows] == list(range(1, entrants + 1))


@pytest.mark.parametrize("entrants", [2, 5, 6])
def test_double_meets_twice_with_the_sides_changed(entrants: int) -> None:
    stage = play(RoundRobin(double=True), fresh(entrants))
    met = [at.numbers for at in matches(stage)]
    assert sorted(met) == sorted(
        (one, other) for one in range(1, entrants + 1) for other in range(1, entrants + 1) if one != other
    )
    assert stage.rounds_drawn == RoundRobin(double=True).rounds(entrants)


def test_a_free_round_gives_no_points_and_holds_nothing_up() -> None:
    draft = PLAYED.next_round(fresh(3))
    stage = fresh(3).drawn(draft.pairings)
    free = next(at for at in stage.pairings if at.away is None)
    assert free not in stage.open
    assert not stage.outcomes[free.key].is_rated
    assert PLAYED.standings(stage).row(free.home).cell(Criterion.POINTS).value == 0


A, B, C, D, E, F = range(1, 7)


def played_in_this_order(meetings: list[tuple[int, int]]) -> Stage:
    """A stage in which each meeting is a round of its own as far as F is concerned."""
    stage = fresh(6)
    rest = [pair for pair in combinations(range(1, 7), 2) if F not in pair]
    pairings = [Pairing(f"R{number}.1", number, 1, *pair) for number, pair in enumerate(meetings, 1)]
    pairings += [
        Pairing(f"R{1 + count // 2}.{2 + count % 2}", 1 + count // 2, 2, *pair) for count, pair in enumerate(rest)
    ]
    return stage.drawn(pairings)


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ([A, B], {A: 4, B: 3, C: 2, D: 1, E: 0, F: 0}),
        ([A, B, C], {A: 4, B: 4, C: 3, D: 2, E: 1, F: 1}),
    ],
)
def test_who_leaves_before_half_of_its_matches_is_taken_out_and_later_loses_the_rest(
    met: list[int], expected: dict[int, int]
) -> None:
    stage = played_in_this_order([(other, F) for other in (A, B, C, D, E)])
    against_f = [f"R{number}.1" for number in range(1, len(met) + 1)]
    decided = [at for at in stage.pairings if F not in at.numbers or at.key in against_f]
    stage = stage.decided([won_by(at, F) if two(at) == {A, F} else better_seed(at) for at in decided])
    stage = stage.changed(Entrant(F, 6, left=len(met) + 1))
    table = PLAYED.standings(stage)
    assert {row.number: row.cell(Criterion.POINTS).value for row in table.rows} == expected
    assert table.places[F] == (None if len(met) == 2 else 6)  # E has one point too, and has beaten F
    assert stage.outcomes["R1.1"].is_rated
    rest = [stage.outcomes[f"R{number}.1"] for number in range(len(met) + 1, 6)]
    assert all(outcome.ending is Ending.WALKOVER and not outcome.is_rated for outcome in rest)


def test_who_would_meet_somebody_taken_out_has_a_free_round() -> None:
    stage = withdraw(PLAYED, advance(PLAYED, fresh(6)), 6)
    stage = play(PLAYED, stage)
    assert all(6 not in at.numbers for at in stage.pairings if at.round > 1)
    assert PLAYED.standings(stage).places == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: None}
    assert [row.cell(Criterion.POINTS).value for row in PLAYED.standings(stage).rows] == [4, 3, 2, 1, 0, 0]


def test_who_leaves_at_half_stays_in_the_table() -> None:
    stage = advance(PLAYED, advance(PLAYED, fresh(5)))
    gone = next(number for number in (4, 5) if sum(number in at.numbers for at in matches(stage)) == 2)
    stage = play(PLAYED, withdraw(PLAYED, stage, gone))
    assert PLAYED.standings(stage).places[gone] is not None
    assert len(matches(stage)) == 10


def test_a_finished_table_is_frozen() -> None:
    stage = play(PLAYED, fresh(4))
    with pytest.raises(TournamentOver):
        withdraw(PLAYED, stage, 4)


def test_leaving_twice_and_coming_back_are_refused() -> None:
    stage = withdraw(PLAYED, advance(PLAYED, fresh(4)), 4)
    with pytest.raises(AlreadyOut):
        withdraw(PLAYED, stage, 4)
    with pytest.raises(EntryClosed):
        come_back(PLAYED, stage, 4)


@given(st.integers(2, 9), st.integers(0, 1000), st.data())
@settings(max_examples=40)
def test_with_withdrawals_at_any_time_it_ends_and_blocks_nobody(entrants: int, seed: int, data: st.DataObject) -> None:
    stage, rounds = fresh(entrants), PLAYED.rounds(entrants)
    leavers = data.draw(st.dictionaries(st.integers(1, entrants), st.integers(0, rounds - 1), max_size=3))
    for number in range(rounds):
        for leaver, after in leavers.items():
            if after == number and not is_over(PLAYED, stage):
                stage = withdraw(PLAYED, stage, leaver)
        if PLAYED.next_round(stage) is None:
            break
        stage = advance(PLAYED, stage, by_chance(seed + number))
    assert_each_plays_once_a_round(stage)
    assert is_over(PLAYED, stage)
    unranked = {row.number for row in PLAYED.standings(stage).rows if row.place is None}
    assert unranked <= leavers.keys()


@pytest.mark.parametrize(("entrants", "refusal"), [(1, TooFewEntrants), (65, TooManyEntrants)])
def test_impossible_sizes(entrants: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        PLAYED.next_round(fresh(entrants))
