"""Round robin: everybody meets everybody, once or twice (*girone all'italiana*).

With an odd number each has one free round a turn, which gives no points.
"""

from dataclasses import dataclass
from typing import ClassVar, Final

from tournaments.formats.circle import Circle
from tournaments.formats.errors import TooFewEntrants, TooManyEntrants
from tournaments.formats.stage import Draft, Pairing, Stage
from tournaments.formats.standings import Standings
from tournaments.formats.tiebreaks import ROUND_ROBIN_ORDER, Criterion

MOST: Final = 64  # entrants: 63 rounds, or 126


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round robin, twice through where *double*."""

    double: bool = False
    order: tuple[Criterion, ...] = ROUND_ROBIN_ORDER
    takes_late: ClassVar[bool] = False  # another entrant would be another circle

    def check(self, entrants: int) -> None:
        """Raise TooFewEntrants or TooManyEntrants."""
        if entrants < 2:
            raise TooFewEntrants("a round robin needs two entrants")
        if entrants > MOST:
            raise TooManyEntrants(f"a round robin of {entrants} would never end; {MOST} entrants are the most")

    def rounds(self, entrants: int) -> int:
        """Return the rounds: one less than the entrants, or as many where they are odd; twice that where double."""
        return (entrants - 1 + entrants % 2) * (2 if self.double else 1)

    def next_round(self, stage: Stage) -> Draft | None:
        """Return the next round, or None after the last. Raises RoundOpen."""
        self.check(len(stage.entrants))
        stage.require_closed()
        number = stage.rounds_drawn + 1
        pairings = self.circle(stage).draw(stage, number)
        return Draft(number, tuple(pairings)) if pairings else None

    def standings(self, stage: Stage) -> Standings:
        """Return the table; lots are drawn at the end."""
        return self.circle(stage).standings(stage, self.order)

    def derived(self, stage: Stage) -> dict[str, Pairing]:
        """Return the pairings as they are: the circle does not look at results."""
        return stage.by_key

    def fed_by(self, stage: Stage, key: str) -> tuple[str, ...]:
        """Return nothing: nobody's opponents depend on a result."""
        return ()

    def circle(self, stage: Stage) -> Circle:
        """Return the circle of the stage."""
        return Circle(tuple(entrant.number for entrant in stage.by_seed), "R", self.double)
