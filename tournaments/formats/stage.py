"""Stage: what every format is asked about, and what it answers: entrants, pairings, results; the draft of a round.

A running tournament stores these and nothing else. Brackets, tables, byes that follow by themselves and walk-overs
against those who have left are made from them again each time, so nothing can disagree with the results.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Protocol

from tournaments.formats import encounters
from tournaments.formats.encounters import VOID, Outcome, Plan, Result, Side
from tournaments.formats.errors import BadPairing, BadSeeding, NoSuchEntrant, NoSuchPairing, RoundOpen
from tournaments.formats.standings import Standings

ONE_LEG: Final = Plan()


@dataclass(frozen=True, slots=True)
class Entrant:
    """A pair, a person or a team. Rounds count from 1."""

    number: int  # the caller's name for it
    seed: int  # 1 is the strongest
    joined: int = 1  # its first round
    left: int | None = None  # the first round it is out of
    absent: frozenset[int] = frozenset()  # rounds missed in between

    def is_in(self, round_number: int) -> bool:
        """Whether it takes part in the round."""
        is_there = self.left is None or round_number < self.left
        return self.joined <= round_number and is_there and round_number not in self.absent


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entrants who meet, or one with a free round where *away* is None. *key* is the same in every draw of it."""

    key: str
    round: int
    table: int
    home: int
    away: int | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """Those who are in it."""
        return (self.home,) if self.away is None else (self.home, self.away)


@dataclass(frozen=True, slots=True)
class Draft:
    """A round before its release. *rematches* are the keys of pairings that have been before."""

    round: int
    pairings: tuple[Pairing, ...]
    rematches: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stage:
    """A tournament as far as it has got. *lot* is the published text every draw by lot is made from."""

    entrants: tuple[Entrant, ...]
    pairings: tuple[Pairing, ...] = ()
    results: tuple[Result, ...] = ()
    lot: str = ""
    plan: Plan = ONE_LEG
    plans: tuple[tuple[int, Plan], ...] = ()  # of rounds that are played by another

    def __post_init__(self) -> None:
        if len(self.by_number) < len(self.entrants):
            raise BadSeeding("an entrant stands twice")
        if len({entrant.seed for entrant in self.entrants}) < len(self.entrants):
            raise BadSeeding("two entrants have one seed")
        if len(self.by_key) < len(self.pairings):
            raise BadPairing("a pairing stands twice: its round was drawn before")

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        """The entrants by number."""
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def by_seed(self) -> tuple[Entrant, ...]:
        """The entrants from the strongest on, in whatever order they came."""
        return tuple(sorted(self.entrants, key=lambda entrant: entrant.seed))

    @cached_property
    def by_key(self) -> dict[str, Pairing]:
        """The pairings by key."""
        return {pairing.key: pairing for pairing in self.pairings}

    @cached_property
    def rounds_drawn(self) -> int:
        """The number of the last round that has pairings."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @cached_property
    def outcomes(self) -> dict[str, Outcome]:
        """What every decided pairing came to. Raises BadResult, and NoSuchPairing for a result of no pairing."""
        results = {result.key: result for result in self.results}
        if not results.keys() <= self.by_key.keys():
            raise NoSuchPairing(f"there is no pairing {min(results.keys() - self.by_key.keys())}")
        plans, usual, decided = self._plans, self.plan, {}
        for key, pairing in self.by_key.items():
            result = results.get(key)
            if result is not None and pairing.away is not None:
                decided[key] = encounters.outcome_of(plans.get(pairing.round, usual), result)
            elif (outcome := self._by_itself(pairing)) is not None:
                decided[key] = outcome
        return decided

    @cached_property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings without an outcome."""
        return tuple(pairing for pairing in self.pairings if pairing.key not in self.outcomes)

    def entrant(self, number: int) -> Entrant:
        """Return the entrant. Raises NoSuchEntrant."""
        if number not in self.by_number:
            raise NoSuchEntrant(f"nobody here has the number {number}")
        return self.by_number[number]

    def plan_of(self, round_number: int) -> Plan:
        """Return what the encounters of a round are played by."""
        return self._plans.get(round_number, self.plan)

    @cached_property
    def _plans(self) -> dict[int, Plan]:
        return dict(self.plans)

    def winner_of(self, pairing: Pairing) -> int | None:
        """Return the number of who has won, or None: open or void."""
        outcome = self.outcomes.get(pairing.key)
        if outcome is None or outcome.winner is None:
            return None
        return pairing.home if outcome.winner is Side.HOME else pairing.away

    def require_closed(self) -> None:
        """Raise RoundOpen, naming tables and entrants, while an encounter has no result."""
        if self.open:
            told = "; ".join(f"table {at.table} of round {at.round}: {at.home} and {at.away}" for at in self.open[:8])
            raise RoundOpen(f"not decided yet: {told}", tuple(pairing.key for pairing in self.open))

    def drawn(self, pairings: Iterable[Pairing]) -> "Stage":
        """Return the stage with *pairings* released."""
        return replace(self, pairings=(*self.pairings, *pairings))

    def decided(self, results: Iterable[Result]) -> "Stage":
        """Return the stage with *results*, each in the place of an earlier one of its pairing."""
        merged = {result.key: result for result in (*self.results, *results)}
        return replace(self, results=tuple(merged.values()))

    def changed(self, entrant: Entrant) -> "Stage":
        """Return the stage with *entrant* in the place of who had its number."""
        others = (entrant if other.number == entrant.number else other for other in self.entrants)
        return replace(self, entrants=tuple(others))

    def _by_itself(self, pairing: Pairing) -> Outcome | None:
        """Return what follows without a result: a bye, a walk-over against who has left, a void where both have."""
        if pairing.away is None:
            return encounters.bye(self.plan_of(pairing.round).win)
        home = self.by_number[pairing.home].is_in(pairing.round)
        away = self.by_number[pairing.away].is_in(pairing.round)
        if home and away:
            return None
        if not (home or away):
            return VOID
        return encounters.walkover(self.plan_of(pairing.round), Side.HOME if home else Side.AWAY)


class Format(Protocol):
    """What every format is: a frozen value that answers about stages and keeps nothing."""

    @property
    def takes_late(self) -> bool:
        """Whether entrants may come, or come back, after the first round is drawn."""

    def check(self, entrants: int) -> None:
        """Raise a refusal that says why so many entrants cannot play it."""

    def rounds(self, entrants: int) -> int:
        """Return the most rounds it takes."""

    def next_round(self, stage: Stage) -> Draft | None:
        """Return the next round, or None when it is over. Raises RoundOpen while an encounter has no result."""

    def standings(self, stage: Stage) -> Standings:
        """Return the table as it stands."""

    def derived(self, stage: Stage) -> dict[str, Pairing]:
        """Return the stored pairings as they follow from the results now; one that no longer follows is missing."""

    def fed_by(self, stage: Stage, key: str) -> tuple[str, ...]:
        """Return the keys of all pairings, drawn or to come, whose players depend on the result of *key*."""


def is_over(played: Format, stage: Stage) -> bool:
    """Whether every round has been drawn and decided."""
    return not stage.open and played.next_round(stage) is None
