"""Encounters: two entrants, the legs they play, and what a result is worth.

An encounter is best of 1, 3 or 5 legs. Each leg has its own rules, so the decider (*bella*) may differ, and a leg may
be played on paper.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.formats.errors import BadLegs, BadResult

BEST_OF: Final = (1, 3, 5)
DIFFERENCE_CAP: Final = 11  # points of one leg that may count in differences
_MOST_POINTS: Final = 1000


class Side(StrEnum):
    """One of the two entrants of a pairing."""

    HOME = "home"
    AWAY = "away"


class Scoring(StrEnum):
    """What brings points in a table: the encounter won, or every leg won."""

    ENCOUNTER = "encounter"
    LEG = "leg"


class Ending(StrEnum):
    """How a pairing was decided. Only what was played is rated."""

    PLAYED = "played"
    WALKOVER = "walkover"  # no trick was played: one side won a tavolino
    VOID = "void"  # nobody won: both were absent, or disqualified
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class LegRule:
    """What one leg is played by; *preset* and *options* are names of the game's rules, which formats do not read."""

    target: int = 31
    preset: str = "torneo"
    options: tuple[tuple[str, bool | int | str], ...] = ()
    on_paper: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.target <= _MOST_POINTS:
            raise BadLegs(f"a leg is played to 1-{_MOST_POINTS} points, not to {self.target}")


@dataclass(frozen=True, slots=True)
class Plan:
    """The legs of an encounter in the order they are played, and how they count."""

    legs: tuple[LegRule, ...] = (LegRule(),)
    scoring: Scoring = Scoring.ENCOUNTER
    cap: int = DIFFERENCE_CAP

    def __post_init__(self) -> None:
        if len(self.legs) not in BEST_OF:
            raise BadLegs(f"an encounter is best of 1, 3 or 5 legs, not of {len(self.legs)}")
        if self.cap < 1:
            raise BadLegs("a difference cannot be capped below one point")

    @property
    def needed(self) -> int:
        """The legs that win the encounter."""
        return len(self.legs) // 2 + 1

    @property
    def win(self) -> int:
        """The points of an encounter won without losing a leg, which are those of a bye and a walk-over."""
        return self.needed if self.scoring is Scoring.LEG else 1


@dataclass(frozen=True, slots=True)
class Leg:
    """The score of a leg. *won_by* is named where the score does not say it: after a resignation."""

    home: int
    away: int
    won_by: Side | None = None

    @property
    def winner(self) -> Side:
        """The side that won the leg. Raises BadResult for a level score without a winner named."""
        if self.won_by is not None:
            return self.won_by
        if self.home == self.away:
            raise BadResult(f"a leg cannot end {self.home}-{self.away} without a winner")
        return Side.HOME if self.home > self.away else Side.AWAY


@dataclass(frozen=True, slots=True)
class Result:
    """What is stored about a decided pairing: its legs, or the winner of a walk-over, or nothing where it is void."""

    key: str
    legs: tuple[Leg, ...] = ()
    ending: Ending = Ending.PLAYED
    winner: Side | None = None  # of a walk-over


class Score(NamedTuple):
    """What an outcome brings one side."""

    points: int
    scored: int
    conceded: int
    difference: int  # capped, leg by leg


class Outcome(NamedTuple):
    """What a decided pairing came to; *winner* is None where it is void."""

    ending: Ending
    winner: Side | None
    home: Score
    away: Score

    @property
    def is_rated(self) -> bool:
        """Whether it moves ratings: walk-overs, voids and byes do not."""
        return self.ending is Ending.PLAYED


NOTHING: Final = Score(0, 0, 0, 0)
VOID: Final = Outcome(Ending.VOID, None, NOTHING, NOTHING)


def best_of(count: int, rule: LegRule | None = None, *, decider: LegRule | None = None) -> Plan:
    """Return the plan of *count* legs by *rule*, the last by *decider*. Raises BadLegs unless *count* is 1, 3 or 5."""
    if count not in BEST_OF:
        raise BadLegs(f"an encounter is best of 1, 3 or 5 legs, not of {count}")
    usual = rule or LegRule()
    return Plan((usual,) * (count - 1) + (decider or usual,))


def next_leg(plan: Plan, legs: Sequence[Leg]) -> LegRule | None:
    """Return the rules of the leg to play after *legs*, or None once one side has won. Raises BadResult."""
    return None if winner_of(plan, legs) else plan.legs[len(legs)]


def winner_of(plan: Plan, legs: Sequence[Leg]) -> Side | None:
    """Return who has won by *legs*, or None while it is open. Raises BadResult for legs after the decision."""
    won = {Side.HOME: 0, Side.AWAY: 0}
    for number, leg in enumerate(legs, 1):
        if not (0 <= leg.home <= _MOST_POINTS and 0 <= leg.away <= _MOST_POINTS):
            raise BadResult(f"leg {number} has a score outside 0-{_MOST_POINTS}")
        won[leg.winner] += 1
        if won[leg.winner] == plan.needed:
            if number < len(legs):
                raise BadResult(f"the encounter was won with leg {number}; leg {number + 1} cannot have been played")
            return leg.winner
    return None


def outcome_of(plan: Plan, result: Result) -> Outcome:
    """Return what *result* comes to. Raises BadResult for one that *plan* cannot have."""
    if len(plan.legs) == len(result.legs) == 1 and result.ending is Ending.PLAYED and result.winner is None:
        leg = result.legs[0]
        return _of_one_leg(leg.home, leg.away, leg.won_by, plan.cap)
    match result:
        case Result(ending=Ending.PLAYED, winner=None):
            winner = winner_of(plan, result.legs)
            if winner is None:
                raise BadResult(f"{len(result.legs)} of {plan.needed} legs to win do not decide the encounter")
            return _scored(plan, result.legs, winner, Ending.PLAYED)
        case Result(ending=Ending.WALKOVER, winner=Side() as winner, legs=()):
            return walkover(plan, winner)
        case Result(ending=Ending.VOID, winner=None, legs=()):
            return VOID
    raise BadResult("legs belong to what was played, a winner without legs to a walk-over, neither to a void")


@lru_cache(maxsize=64)
def walkover(plan: Plan, winner: Side) -> Outcome:
    """Return a win *a tavolino*: every leg needed, target-0."""
    targets = [rule.target for rule in plan.legs[: plan.needed]]
    legs = [Leg(target, 0) if winner is Side.HOME else Leg(0, target) for target in targets]
    return _scored(plan, legs, winner, Ending.WALKOVER)


@lru_cache(maxsize=64)
def bye(points: int) -> Outcome:
    """Return a free round worth *points* and nothing else."""
    return Outcome(Ending.BYE, Side.HOME, Score(points, 0, 0, 0), NOTHING)


@lru_cache(maxsize=4096)  # a tournament of thousands is read from its results for every round
def _of_one_leg(home: int, away: int, won_by: Side | None, cap: int) -> Outcome:
    plan, legs = Plan(cap=cap), (Leg(home, away, won_by),)
    return _scored(plan, legs, winner_of(plan, legs) or legs[0].winner, Ending.PLAYED)


def _scored(plan: Plan, legs: Sequence[Leg], winner: Side, ending: Ending) -> Outcome:
    scored, conceded, difference, won = 0, 0, 0, 0
    for leg in legs:
        scored += leg.home
        conceded += leg.away
        difference += max(-plan.cap, min(plan.cap, leg.home - leg.away))
        won += leg.winner is Side.HOME
    by_leg = plan.scoring is Scoring.LEG
    points = (won, len(legs) - won) if by_leg else (int(winner is Side.HOME), int(winner is Side.AWAY))
    return Outcome(
        ending,
        winner,
        Score(points[0], scored, conceded, difference),
        Score(points[1], conceded, scored, -difference),
    )
