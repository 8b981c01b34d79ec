"""Drawn rounds: what formats share that draw each round from the standings, and let it stand once it is released."""

from collections.abc import Iterable, Mapping, Sequence

from tournaments.formats.ranking import ranking
from tournaments.formats.stage import Draft, Pairing, Stage
from tournaments.formats.standings import Standings
from tournaments.formats.tiebreaks import Criterion


class DrawnRounds:
    """A format whose rounds no later correction moves."""

    __slots__ = ()
    order: tuple[Criterion, ...]

    def standings(self, stage: Stage) -> Standings:
        """Return the table: points, Buchholz, difference, points scored. Who left before playing is not ranked."""
        return ranking(stage, self.order)

    def derived(self, stage: Stage) -> dict[str, Pairing]:
        """Return the pairings as they are: once released, a drawn round stands."""
        return stage.by_key

    def fed_by(self, stage: Stage, key: str) -> tuple[str, ...]:
        """Return nothing: later rounds were drawn knowing the result, and stand."""
        return ()


def draft_of(
    letter: str, number: int, pairs: Iterable[tuple[int, int | None]], met: Mapping[int, Sequence[int]]
) -> Draft:
    """Return the round of these pairs (None: a free round), table by table; *met* tells which of them is a rematch."""
    pairings = tuple(
        Pairing(f"{letter}{number}.{table}", number, table, home, away) for table, (home, away) in enumerate(pairs, 1)
    )
    return Draft(number, pairings, tuple(at.key for at in pairings if at.away in met[at.home]))
