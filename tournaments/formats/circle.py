"""Circle: a table in which everybody meets everybody, by the circle method; round robins and groups are made of it.

Who leaves before half of its matches is taken out of the table as if it had never come (its matches stay rated); who
leaves later loses the rest by walk-over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.ledger import Entry, ledger_of
from tournaments.formats.stage import Entrant, Pairing, Stage
from tournaments.formats.standings import Standings
from tournaments.formats.tiebreaks import Criterion, table


@lru_cache(maxsize=256)
def rounds_of(size: int) -> tuple[tuple[tuple[int, int | None], ...], ...]:
    """Return the rounds of *size* entrants named 0, 1, 2…: pairs, and last (one, None) for who has a free round.

    The first keeps its chair, the others move round it one chair a round.
    """
    chairs = list(range(size + size % 2))  # with an odd number, the last is nobody
    rounds = []
    for number in range(len(chairs) - 1):
        pairs: list[tuple[int, int | None]] = []
        free: list[tuple[int, int | None]] = []
        for place in range(len(chairs) // 2):
            one, other = chairs[place], chairs[-1 - place]
            if number % 2 and place == 0:
                one, other = other, one  # or the first would always be named first
            if size in (one, other):
                free.append((min(one, other), None))
            else:
                pairs.append((one, other))
        rounds.append((*pairs, *free))
        chairs = [chairs[0], chairs[-1], *chairs[1:-1]]
    return tuple(rounds)


@dataclass(frozen=True, slots=True)
class Circle:
    """Who meets in it, from the strongest on; *prefix* begins the keys of its pairings."""

    numbers: tuple[int, ...]
    prefix: str
    double: bool = False

    @property
    def rounds(self) -> int:
        """How many rounds it takes."""
        return (len(self.numbers) - 1 + len(self.numbers) % 2) * (2 if self.double else 1)

    def pairings(self, stage: Stage) -> list[Pairing]:
        """Return its pairings that are drawn."""
        return [pairing for pairing in stage.pairings if pairing.key.startswith(self.prefix)]

    def draw(self, stage: Stage, round_number: int) -> list[Pairing]:
        """Return the pairings of a round; who would meet somebody taken out of the table has a free round."""
        if round_number > self.rounds:
            return []
        turn, number = divmod(round_number - 1, len(rounds_of(len(self.numbers))))
        gone = self.annulled(stage)
        pairings = []
        for table_number, pair in enumerate(rounds_of(len(self.numbers))[number], 1):
            here = [self.numbers[place] for place in pair if place is not None]
            here = [entrant for entrant in (reversed(here) if turn else here) if entrant not in gone]
            if here:
                key = f"{self.prefix}{round_number}.{table_number}"
                pairings.append(Pairing(key, round_number, table_number, *here))
        return pairings

    def annulled(self, stage: Stage) -> frozenset[int]:
        """Return who left before half of its matches."""
        return frozenset(number for number in self.numbers if self._is_annulled(stage, stage.by_number[number]))

    def _is_annulled(self, stage: Stage, entrant: Entrant) -> bool:
        if entrant.left is None or entrant.left > self.rounds:
            return False
        left, number = entrant.left, entrant.number
        met = sum(
            pairing.round < left and pairing.away is not None and number in pairing.numbers
            for pairing in self.pairings(stage)
        )
        return 2 * met < (len(self.numbers) - 1) * (2 if self.double else 1)

    def is_over(self, stage: Stage) -> bool:
        """Whether every round is drawn and decided, or nobody is left to play."""
        if len(self.annulled(stage)) == len(self.numbers):
            return True
        return stage.rounds_drawn >= self.rounds and not any(at.key.startswith(self.prefix) for at in stage.open)

    def standings(self, stage: Stage, order: Sequence[Criterion]) -> Standings:
        """Return its table; lots are drawn only at its end, and only if the stage has a lot to draw from."""
        gone = self.annulled(stage)
        counted = [pairing for pairing in self.pairings(stage) if gone.isdisjoint(pairing.numbers)]
        ledger: dict[int, list[Entry]] = {number: [] for number in self.numbers}
        ledger |= ledger_of(stage, counted, bye_points=False)
        return table(stage, ledger, order, unranked=gone, draws_lots=bool(stage.lot) and self.is_over(stage))
