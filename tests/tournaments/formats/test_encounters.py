"""Encounters: legs, deciders with rules of their own, walk-overs, what counts in a table."""

import pytest

from tests.tournaments.formats.playing import fresh
from tournaments.formats.encounters import (
    VOID,
    Ending,
    Leg,
    LegRule,
    Plan,
    Result,
    Score,
    Scoring,
    Side,
    best_of,
    next_leg,
    outcome_of,
    walkover,
    winner_of,
)
from tournaments.formats.errors import BadLegs, BadResult
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Pairing, Stage
from tournaments.formats.tiebreaks import Criterion

WITH_DECLARATIONS = LegRule(target=41, options=(("declarations", True),))
BELLA = LegRule(target=31, options=(("declarations", False),))


def test_the_decider_has_rules_of_its_own() -> None:
    plan = best_of(3, WITH_DECLARATIONS, decider=BELLA)
    legs = [Leg(41, 30), Leg(22, 41)]
    assert [next_leg(plan, legs[:played]) for played in range(3)] == [WITH_DECLARATIONS, WITH_DECLARATIONS, BELLA]
    assert next_leg(plan, [*legs, Leg(31, 29)]) is None
    assert winner_of(plan, [*legs, Leg(31, 29)]) is Side.HOME


def test_two_legs_to_nothing_need_no_decider() -> None:
    assert next_leg(best_of(3), [Leg(10, 31), Leg(30, 31)]) is None
    assert next_leg(best_of(5), [Leg(10, 31), Leg(30, 31)]) == LegRule()


def test_a_leg_may_be_on_paper() -> None:
    assert best_of(3, decider=LegRule(preset="briscola", on_paper=True)).legs[2].on_paper


@pytest.mark.parametrize("count", [0, 2, 4, 7])
def test_best_of_is_one_three_or_five(count: int) -> None:
    with pytest.raises(BadLegs):
        best_of(count)
    with pytest.raises(BadLegs):
        Plan((LegRule(),) * count)


def test_rules_that_cannot_be() -> None:
    with pytest.raises(BadLegs):
        LegRule(target=0)
    with pytest.raises(BadLegs):
        Plan(cap=0)


def test_an_encounter_counts_one_point_and_differences_leg_by_leg_up_to_eleven() -> None:
    outcome = outcome_of(best_of(3), Result("k", (Leg(31, 5), Leg(28, 31), Leg(31, 30))))
    assert outcome == (Ending.PLAYED, Side.HOME, Score(1, 90, 66, 9), Score(0, 66, 90, -9))
    assert outcome.is_rated


def test_every_leg_may_count_a_point() -> None:
    plan = Plan((LegRule(),) * 3, Scoring.LEG)
    outcome = outcome_of(plan, Result("k", (Leg(31, 5), Leg(28, 31), Leg(31, 30))))
    assert (outcome.home.points, outcome.away.points) == (2, 1)
    assert plan.win == walkover(plan, Side.AWAY).away.points == 2


def test_after_a_resignation_the_winner_is_named() -> None:
    outcome = outcome_of(Plan(), Result("k", (Leg(25, 10, won_by=Side.AWAY),)))
    assert (outcome.winner, outcome.home.difference, outcome.is_rated) == (Side.AWAY, 11, True)


def test_a_walk_over_is_target_to_nothing_and_not_rated() -> None:
    outcome = outcome_of(best_of(3, LegRule(target=21)), Result("k", ending=Ending.WALKOVER, winner=Side.AWAY))
    assert outcome == (Ending.WALKOVER, Side.AWAY, Score(0, 0, 42, -22), Score(1, 42, 0, 22))
    assert not outcome.is_rated


def test_a_void_brings_nobody_anything() -> None:
    assert outcome_of(Plan(), Result("k", ending=Ending.VOID)) == VOID


@pytest.mark.parametrize(
    "result",
    [
        Result("k"),
        Result("k", (Leg(31, 31),)),
        Result("k", (Leg(31, 2), Leg(31, 2))),
        Result("k", (Leg(-1, 31),)),
        Result("k", (Leg(31, 1001),)),
        Result("k", (Leg(31, 2),), winner=Side.HOME),
        Result("k", (Leg(31, 2),), Ending.WALKOVER, Side.HOME),
        Result("k", ending=Ending.WALKOVER),
        Result("k", ending=Ending.VOID, winner=Side.HOME),
        Result("k", ending=Ending.BYE),
    ],
)
def test_results_that_cannot_be(result: Result) -> None:
    with pytest.raises(BadResult):
        outcome_of(Plan(), result)


def test_one_leg_does_not_decide_best_of_three() -> None:
    with pytest.raises(BadResult, match="1 of 2 legs to win"):
        outcome_of(best_of(3), Result("k", (Leg(31, 2),)))


def test_each_round_may_be_played_by_another_plan() -> None:
    final = best_of(3, LegRule(target=41))
    stage = fresh(4, plans=((2, final),))
    assert [stage.plan_of(number).legs[0].target for number in (1, 2)] == [31, 41]
    stage = stage.drawn([Pairing("K1.1", 1, 1, 1, 4), Pairing("K1.2", 1, 2, 2, 3), Pairing("K2.1", 2, 1, 1, 2)])
    stage = stage.decided([Result("K1.1", (Leg(31, 2),)), Result("K1.2", (Leg(31, 2),))])
    with pytest.raises(BadResult):
        _ = stage.decided([Result("K2.1", (Leg(41, 2),))]).outcomes
    stage = stage.decided([Result("K2.1", (Leg(41, 2), Leg(41, 40)))])
    assert Knockout().standings(stage).places[1] == 1


def test_points_by_leg_in_a_table() -> None:
    plan = Plan((LegRule(),) * 3, Scoring.LEG)
    stage = Stage(fresh(2).entrants, (Pairing("R1.1", 1, 1, 1, 2),), plan=plan)
    stage = stage.decided([Result("R1.1", (Leg(31, 2), Leg(2, 31), Leg(31, 2)))])
    table = RoundRobin().standings(stage)
    assert [row.cell(Criterion.POINTS).value for row in table.rows] == [2, 1]
