"""Storms: tournaments in which anything happens: results, corrections, people who leave, come back and come late.

What the formats refuse changes nothing and is another event; anything else that goes wrong is a fault.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tests.tournaments.formats.invariants import check_draft, check_stage
from tests.tournaments.formats.playing import fresh, matches, won_by
from tournaments.formats.corrections import correct, void
from tournaments.formats.danish import Danish
from tournaments.formats.departures import come_back, disqualify_both, withdraw
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.encounters import Ending, Result, Side
from tournaments.formats.errors import NoPairing, Refusal
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.late_entries import enter
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Format, Pairing, Stage
from tournaments.formats.swiss import Swiss

LARGEST = 20


def _knockout(rng: random.Random) -> tuple[Format, int]:
    return Knockout(rng.random() < 0.5), rng.randint(2, LARGEST)


def _double_elimination(rng: random.Random) -> tuple[Format, int]:
    return DoubleElimination(), rng.randint(2, LARGEST)


def _round_robin(rng: random.Random) -> tuple[Format, int]:
    return RoundRobin(rng.random() < 0.3), rng.randint(2, 10)


def _groups(rng: random.Random) -> tuple[Format, int]:
    groups = rng.randint(2, 4)
    entrants = rng.randint(groups * 3, min(LARGEST, groups * 6))
    return Groups(groups, rng.randint(1, entrants // groups - 1), third_place=rng.random() < 0.5), entrants


def _swiss(rng: random.Random) -> tuple[Format, int]:
    entrants = rng.randint(4, LARGEST)
    return Swiss(rng.randint(2, min(9, entrants - 1))), entrants


def _danish(rng: random.Random) -> tuple[Format, int]:
    return Danish(rng.randint(2, 9)), rng.randint(3, LARGEST)


FORMATS: dict[str, Callable[[random.Random], tuple[Format, int]]] = {
    "knockout": _knockout,
    "double_elimination": _double_elimination,
    "round_robin": _round_robin,
    "groups": _groups,
    "swiss": _swiss,
    "danish": _danish,
}


@dataclass
class Storm:
    """One tournament, and what happens in it by chance."""

    played: Format
    stage: Stage
    rng: random.Random
    is_over: bool = False
    next_number: int = 1000
    happened: list[str] = field(default_factory=list)

    def strike(self) -> None:
        """Let one thing happen, and check what holds after it."""
        event = self.rng.choices(self._EVENTS, weights=self._WEIGHTS)[0]
        self.happened.append(event.__name__)
        try:
            event(self)
        except Refusal as refusal:
            self.happened[-1] += f": {refusal.code}"
        check_stage(self.played, self.stage, self.rng)

    def _go_on(self) -> None:
        """Draw the next round, or decide something of the one being played."""
        if self.stage.open:
            self._play()
            return
        try:
            draft = self.played.next_round(self.stage)
        except NoPairing:
            self.is_over = True
            raise
        if draft is None:
            self.is_over = True
            return
        check_draft(self.played, self.stage, draft)
        self.stage = self.stage.drawn(draft.pairings)

    def _play(self) -> None:
        if (pairing := self._one_of(self.stage.open)) is not None:
            self.stage = self.stage.decided([self._result(pairing)])

    def _correct(self) -> None:
        if (pairing := self._one_of(matches(self.stage))) is not None:
            self.stage = correct(self.played, self.stage, self._result(pairing)).stage

    def _take_back(self) -> None:
        if (pairing := self._one_of(matches(self.stage))) is not None:
            self.stage = void(self.played, self.stage, pairing.key).stage

    def _withdraw(self) -> None:
        self.stage = withdraw(self.played, self.stage, self.rng.choice(self.stage.entrants).number)

    def _come_back(self) -> None:
        away = [entrant.number for entrant in self.stage.entrants if entrant.left is not None]
        self.stage = come_back(self.played, self.stage, self.rng.choice(away or [1]))

    def _come_late(self) -> None:
        self.next_number += 1
        self.stage = enter(self.played, self.stage, self.next_number)

    def _send_both_off(self) -> None:
        if (pairing := self._one_of(self.stage.open)) is not None:
            self.stage = disqualify_both(self.stage, pairing.key)

    def _one_of(self, pairings: Sequence[Pairing]) -> Pairing | None:
        return self.rng.choice(pairings) if pairings else None

    def _result(self, pairing: Pairing) -> Result:
        chance = self.rng.random()
        if chance < 0.05:
            return Result(pairing.key, ending=Ending.VOID)
        if chance < 0.15:
            return Result(pairing.key, ending=Ending.WALKOVER, winner=self.rng.choice(list(Side)))
        return won_by(pairing, self.rng.choice(pairing.numbers), self.rng.randrange(31))

    _EVENTS = (_go_on, _play, _correct, _take_back, _withdraw, _come_back, _come_late, _send_both_off)
    _WEIGHTS = (60, 40, 12, 5, 3, 2, 2, 1)


def rage(name: str, seed: object, events: int) -> int:
    """Let so many things happen in tournaments of a format, one after another; return in how many tournaments."""
    rng = random.Random(f"{name} {seed}")
    tournaments, happened = 0, 0
    while happened < events:
        played, entrants = FORMATS[name](rng)
        storm = Storm(played, fresh(entrants, lot=f"{seed}"), rng)
        tournaments += 1
        while not storm.is_over and happened < events and len(storm.happened) < 400:
            storm.strike()
            happened += 1
    return tournaments
