"""Progress: how far the rounds of a tournament have got."""

from dataclasses import dataclass

from tournaments.models import Round
from tournaments.selectors.sights import Sight


@dataclass(frozen=True, slots=True)
class Progress:
    """A round, the encounters in it, and how many of these are decided."""

    round: Round
    encounters: int
    decided: int

    @property
    def is_current(self) -> bool:
        """Whether it is not closed."""
        return self.round.state != Round.State.CLOSED


def progress_of(sight: Sight) -> list[Progress]:
    """Return the progress of every round there is to see, from what the sight has read."""
    counts: dict[int, list[int]] = {}
    for pairing in sight.stage.pairings:
        if pairing.away is not None:
            count = counts.setdefault(pairing.round, [0, 0])
            count[0] += 1
            count[1] += pairing.key in sight.stage.outcomes
    return [Progress(each, *counts.get(each.number, [0, 0])) for each in sight.rounds]
