"""Corrections: a result changed after the winner moved on (B8)."""

import pytest

from tests.tournaments.formats.playing import (
    advance,
    assert_each_plays_once_a_round,
    better_seed,
    by_chance,
    fresh,
    matches,
    play,
    won_by,
)
from tournaments.formats.corrections import correct, void
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.encounters import Leg, Result
from tournaments.formats.errors import BadResult, DependentBegun, NoSuchPairing
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Stage
from tournaments.formats.swiss import Swiss
from tournaments.formats.tiebreaks import Criterion

PLAYED = Knockout(third_place=True)


@pytest.fixture
def quarter_finals() -> Stage:
    return advance(PLAYED, fresh(8))


def swapped(stage: Stage, key: str) -> Result:
    pairing = stage.by_key[key]
    [loser] = set(pairing.numbers) - {stage.winner_of(pairing)}
    return won_by(pairing, loser)


def test_before_the_semi_final_exists(quarter_finals: Stage) -> None:
    done = correct(PLAYED, quarter_finals, swapped(quarter_finals, "K1.1"))
    assert (done.replaced, done.removed) == ((), ())
    assert PLAYED.next_round(done.stage).pairings[0].numbers == (8, 4)


def test_the_semi_final_drawn_and_not_started_gets_the_new_winner(quarter_finals: Stage) -> None:
    stage = quarter_finals.drawn(PLAYED.next_round(quarter_finals).pairings)
    done = correct(PLAYED, stage, swapped(stage, "K1.1"))
    [(before, after)] = done.replaced
    assert (before.key, before.numbers, after.numbers) == ("K2.1", (1, 4), (8, 4))
    assert done.stage.by_key["K2.1"].numbers == (8, 4)
    stage = done.stage.decided([better_seed(at) for at in done.stage.open])
    assert [at.numbers for at in PLAYED.next_round(stage).pairings] == [(8, 3), (4, 2)]


def test_the_semi_final_under_way_refuses_until_it_is_voided(quarter_finals: Stage) -> None:
    stage = quarter_finals.drawn(PLAYED.next_round(quarter_finals).pairings)
    with pytest.raises(DependentBegun) as refused:
        correct(PLAYED, stage, swapped(stage, "K1.1"), begun={"K2.1"})
    assert refused.value.keys == ("K2.1",)
    decided = stage.decided([better_seed(stage.by_key["K2.1"])])
    with pytest.raises(DependentBegun):
        correct(PLAYED, decided, swapped(decided, "K1.1"))
    opened = void(PLAYED, decided, "K2.1").stage
    assert correct(PLAYED, opened, swapped(opened, "K1.1")).stage.by_key["K2.1"].numbers == (8, 4)


def test_the_same_winner_by_another_score_moves_nobody(quarter_finals: Stage) -> None:
    stage = advance(PLAYED, quarter_finals)
    done = correct(PLAYED, stage, Result("K1.1", (Leg(31, 0),)), begun={"K2.1"})
    assert (done.replaced, done.removed) == ((), ())


def test_taking_back_a_result_takes_back_what_followed(quarter_finals: Stage) -> None:
    stage = quarter_finals.drawn(PLAYED.next_round(quarter_finals).pairings)
    done = void(PLAYED, stage, "K1.2")
    assert [pairing.key for pairing in done.removed] == ["K2.1"]
    assert [pairing.key for pairing in done.stage.open] == ["K1.2", "K2.2"]


def test_what_depends_on_a_result(quarter_finals: Stage) -> None:
    assert PLAYED.fed_by(quarter_finals, "K1.1") == ("K2.1", "K3.1", "T")
    assert PLAYED.fed_by(quarter_finals, "K3.1") == ()
    assert DoubleElimination().fed_by(fresh(4), "U2.1") == ("F1", "F2", "L2.1")
    assert RoundRobin().fed_by(fresh(4), "R1.1") == Swiss(3).fed_by(fresh(4), "S1.1") == ()
    assert Groups(2, 1).fed_by(fresh(6), "G1-1.1") == ("K1.1",)


def test_the_second_final_goes_when_the_first_is_corrected() -> None:
    played = DoubleElimination()
    stage = fresh(4)
    while "F1" not in stage.by_key:
        stage = stage.drawn(played.next_round(stage).pairings)
        stage = stage.decided([better_seed(at) for at in stage.open if at.key != "F1"])
    stage = stage.decided([won_by(stage.by_key["F1"], stage.by_key["F1"].away)])
    stage = stage.drawn(played.next_round(stage).pairings)
    done = correct(played, stage, swapped(stage, "F1"))
    assert [pairing.key for pairing in done.removed] == ["F2"]
    assert played.next_round(done.stage) is None


def test_a_group_result_that_changes_who_goes_through() -> None:
    played = Groups(2, 1)
    stage = fresh(6)
    for _ in range(3):
        stage = advance(played, stage)
    stage = stage.drawn(played.next_round(stage).pairings)
    assert stage.by_key["K1.1"].numbers == (1, 2)
    key = next(at.key for at in matches(stage) if set(at.numbers) == {1, 4})
    result = won_by(stage.by_key[key], 4)
    [(_, after)] = correct(played, stage, result).replaced
    assert after.numbers == (4, 2)
    with pytest.raises(DependentBegun):
        correct(played, stage, result, begun={"K1.1"})


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("played", [PLAYED, DoubleElimination()], ids=lambda played: type(played).__name__)
def test_the_bracket_is_valid_after_any_correction(played, seed: int) -> None:
    """The same as if the corrected result had been told at once."""
    stage = play(played, fresh(5 + seed), by_chance(seed))
    last = matches(stage)[seed % len(matches(stage))]
    kept = [at for at in stage.pairings if at.round <= last.round]
    stage = Stage(stage.entrants, tuple(kept), tuple(r for r in stage.results if r.key in {at.key for at in kept}))
    draft = played.next_round(stage)
    stage = stage.drawn(draft.pairings if draft else ())
    done = correct(played, stage, swapped(stage, last.key))
    assert played.derived(done.stage) == done.stage.by_key
    assert_each_plays_once_a_round(done.stage)
    ended = play(played, done.stage.decided([better_seed(at) for at in done.stage.open]))
    assert sorted(played.standings(ended).places.values())[:2] == [1, 2]


def test_a_swiss_round_that_is_drawn_stands_and_the_table_changes() -> None:
    played = Swiss(3)
    stage = advance(played, advance(played, fresh(8)))
    done = correct(played, stage, swapped(stage, "S1.1"), begun={"S2.1"})
    assert (done.replaced, done.removed) == ((), ())
    assert played.standings(done.stage).row(1).cell(Criterion.POINTS).value == 1
    assert played.standings(stage).row(1).cell(Criterion.POINTS).value == 2


def test_impossible_corrections(quarter_finals: Stage) -> None:
    with pytest.raises(NoSuchPairing):
        correct(PLAYED, quarter_finals, Result("K9.9"))
    with pytest.raises(NoSuchPairing):
        void(PLAYED, quarter_finals, "K9.9")
    with pytest.raises(BadResult):
        correct(PLAYED, quarter_finals, Result("K1.1", (Leg(31, 31),)))
