"""Swiss system: a set number of rounds, each against somebody with about as many points (*sistema svizzero*).

No rematch while one is avoidable, and in a small field none that a later round could be forced into. With an odd number
the lowest-placed of those with the fewest free rounds has one, provided the rest can then be paired.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from tournaments.formats.drawn import DrawnRounds, draft_of
from tournaments.formats.errors import (
    BadPairing,
    BadRounds,
    ForbiddenPairing,
    NoPairing,
    TooFewEntrants,
    TooManyEntrants,
)
from tournaments.formats.history import history_of
from tournaments.formats.stage import Draft, Stage
from tournaments.formats.swiss_draw import Field, draw
from tournaments.formats.tiebreaks import SWISS_ORDER, Criterion

MOST: Final = 1024  # entrants


@dataclass(frozen=True, slots=True)
class Swiss(DrawnRounds):
    """A Swiss tournament. *forbidden* are two numbers each that are never drawn together."""

    length: int
    forbidden: frozenset[frozenset[int]] = frozenset()
    order: tuple[Criterion, ...] = SWISS_ORDER
    takes_late: ClassVar[bool] = True

    def check(self, entrants: int) -> None:
        """Raise TooFewEntrants, TooManyEntrants or BadRounds."""
        if entrants < 2:
            raise TooFewEntrants("a Swiss tournament needs two entrants")
        if entrants > MOST:
            raise TooManyEntrants(f"a Swiss tournament holds {MOST} entrants, not {entrants}")
        most = entrants - 1 + entrants % 2
        if not 1 <= self.length <= most:
            raise BadRounds(f"{entrants} entrants can play 1-{most} rounds without meeting again, not {self.length}")

    def rounds(self, entrants: int) -> int:
        """Return the rounds, which do not depend on who comes."""
        return self.length

    def next_round(self, stage: Stage, by_hand: Iterable[tuple[int, int | None]] = ()) -> Draft | None:
        """Return the next round with the pairs made *by_hand* (None: a free round), or None when it is over.

        It is over after the last round, and when fewer than two are left. Raises RoundOpen; BadPairing and
        ForbiddenPairing for pairs by hand; NoPairing where the forbidden pairs leave no way.
        """
        if not stage.pairings:
            self.check(len(stage.entrants))
        number = stage.rounds_drawn + 1
        here = [entrant.number for entrant in stage.by_seed if entrant.is_in(number)]
        stage.require_closed()
        if number > self.length or len(here) < 2:
            return None
        past = history_of(stage)
        by_place = sorted(here, key=lambda entrant: -past.points[entrant])  # who are equal stay by seed
        fixed = self._checked(by_hand, by_place)
        field = Field(by_place, past.points, past.met, past.byes, self.forbidden, rounds_after=self.length - number)
        lowest_first = self._lowest_first(stage, here) if len(here) % 2 else []
        drawn = draw(field, fixed, lowest_first)
        if drawn is None:
            raise NoPairing(f"the forbidden pairs leave no way to pair round {number}")
        return draft_of("S", number, drawn, past.met)

    def _lowest_first(self, stage: Stage, here: Sequence[int]) -> list[int]:
        """Return who is here from the last of the standings up; who share a place, from the weakest seed up."""
        return [row.number for row in reversed(self.standings(stage).rows) if row.number in here]

    def _checked(self, by_hand: Iterable[tuple[int, int | None]], here: Sequence[int]) -> list[tuple[int, int | None]]:
        """Return the pairs made by hand, the higher placed first. Raises BadPairing or ForbiddenPairing."""
        fixed: list[tuple[int, int | None]] = []
        seen: set[int] = set()
        for pair in by_hand:
            numbers = [number for number in pair if number is not None]
            if not set(numbers) <= set(here):
                raise BadPairing("a pair made by hand has somebody who is not in this round")
            if len(set(numbers)) < len(numbers) or not seen.isdisjoint(numbers):
                raise BadPairing("a pair made by hand has somebody twice")
            if frozenset(numbers) in self.forbidden:
                raise ForbiddenPairing(f"{numbers[0]} and {numbers[1]} are not to meet")
            seen.update(numbers)
            numbers.sort(key=here.index)
            fixed.append((numbers[0], numbers[1] if len(numbers) == 2 else None))
        byes = sum(other is None for _, other in fixed)
        if byes > len(here) % 2:
            raise BadPairing("one free round is for an odd number, and none for an even one")
        return fixed
