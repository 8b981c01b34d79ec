"""Danish system: the first of the standings meets the second, the third the fourth, and so on (*sistema danese*).

Who has met may meet again, but not in two rounds running unless there is no other way.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from tournaments.formats.drawn import DrawnRounds, draft_of
from tournaments.formats.errors import BadRounds, TooFewEntrants, TooManyEntrants
from tournaments.formats.history import history_of
from tournaments.formats.matching import cheapest
from tournaments.formats.stage import Draft, Stage
from tournaments.formats.tiebreaks import SWISS_ORDER, Criterion

MOST: Final = 1024  # entrants
MOST_ROUNDS: Final = 99


@dataclass(frozen=True, slots=True)
class Danish(DrawnRounds):
    """A Danish tournament."""

    length: int
    order: tuple[Criterion, ...] = SWISS_ORDER
    takes_late: ClassVar[bool] = True

    def check(self, entrants: int) -> None:
        """Raise TooFewEntrants, TooManyEntrants or BadRounds."""
        if entrants < 3:
            raise TooFewEntrants("in a Danish tournament two alone would meet round after round; it needs three")
        if entrants > MOST:
            raise TooManyEntrants(f"a Danish tournament holds {MOST} entrants, not {entrants}")
        if not 1 <= self.length <= MOST_ROUNDS:
            raise BadRounds(f"a Danish tournament has 1-{MOST_ROUNDS} rounds, not {self.length}")

    def rounds(self, entrants: int) -> int:
        """Return the rounds, which do not depend on who comes."""
        return self.length

    def next_round(self, stage: Stage) -> Draft | None:
        """Return the next round, or None after the last and when fewer than two are left. Raises RoundOpen."""
        if not stage.pairings:
            self.check(len(stage.entrants))
        stage.require_closed()
        number = stage.rounds_drawn + 1
        here = [row.number for row in self.standings(stage).rows if stage.by_number[row.number].is_in(number)]
        if number > self.length or len(here) < 2:
            return None
        past = history_of(stage)
        bye = min(reversed(here), key=past.byes.__getitem__) if len(here) % 2 else None
        pool = [entrant for entrant in here if entrant != bye]
        last = {frozenset(pairing.numbers) for pairing in stage.pairings if pairing.round == number - 1}
        pairs: list[tuple[int, int | None]] = [(pool[upper], pool[lower]) for upper, lower in _nearest(pool, last)]
        if bye is not None:
            pairs.append((bye, None))
        return draft_of("D", number, pairs, past.met)


def _nearest(pool: list[int], last: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Return neighbours in *pool* by place, and who comes nearest to that where neighbours met in the *last* round."""
    again = len(pool) ** 4 + 1  # more than all distances: only where there is no other way
    edges = [
        (upper, lower, (lower - upper - 1) ** 2 + again * (frozenset((pool[upper], pool[lower])) in last))
        for upper in range(len(pool))
        for lower in range(upper + 1, min(len(pool), upper + 6))
    ]
    return cheapest(len(pool), edges) or []  # never empty: neighbours may always meet
