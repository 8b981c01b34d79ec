"""Knockout: who loses is out (*eliminazione diretta*).

Standard seeding: 1 and 2 meet only in the final, and the free rounds go to the strongest, never two to one match.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from tournaments.formats import bracket
from tournaments.formats.bracket import MOST, Loser, Node, Source, Spot, Winner
from tournaments.formats.errors import TooFewEntrants, TooManyEntrants
from tournaments.formats.places import places_by_round
from tournaments.formats.stage import Draft, Pairing, Stage
from tournaments.formats.standings import Standings

THIRD_PLACE: Final = "T"


@lru_cache(maxsize=16)
def tree(entrants: int, first_round: int = 1, *, third_place: bool = False) -> tuple[Node, ...]:
    """Return the matches from the first round to the final, and before it the one for the third place."""
    seeds: tuple[Source, ...] = bracket.seed_order(bracket.size_for(entrants))
    nodes: list[Node] = []
    number = 1
    while len(seeds) > 1:
        if len(seeds) == 2 and third_place and number > 1:
            losers = (Loser(f"K{number - 1}.1"), Loser(f"K{number - 1}.2"))
            nodes.append(Node(THIRD_PLACE, first_round + number - 1, 2, *losers))
        matches = [
            Node(
                f"K{number}.{place // 2 + 1}", first_round + number - 1, place // 2 + 1, seeds[place], seeds[place + 1]
            )
            for place in range(0, len(seeds), 2)
        ]
        nodes += matches
        seeds = tuple(Winner(match.key) for match in matches)
        number += 1
    return tuple(nodes)


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knock-out, with a match for the third place where asked."""

    third_place: bool = False
    takes_late: ClassVar[bool] = False

    def check(self, entrants: int) -> None:
        """Raise TooFewEntrants or TooManyEntrants."""
        if entrants < 2:
            raise TooFewEntrants("a knock-out needs two entrants")
        if entrants > MOST:
            raise TooManyEntrants(f"a knock-out holds {MOST} entrants, not {entrants}")

    def rounds(self, entrants: int) -> int:
        """Return the rounds: each halves the field."""
        return (entrants - 1).bit_length()

    def next_round(self, stage: Stage) -> Draft | None:
        """Return the next round with its free rounds, or None after the final. Raises RoundOpen."""
        self.check(len(stage.entrants))
        stage.require_closed()
        return bracket.draft(self.nodes(stage), self.bracket(stage), stage)

    def standings(self, stage: Stage) -> Standings:
        """Return the places: who went out in one round shares one; who is still in is before them."""
        nodes = self.nodes(stage)
        return places_by_round(nodes, self.bracket(stage), stage, third_place=THIRD_PLACE)

    def derived(self, stage: Stage) -> dict[str, Pairing]:
        """Return the stored pairings as they follow from the results now."""
        return bracket.derived(self.nodes(stage), self.bracket(stage), stage)

    def fed_by(self, stage: Stage, key: str) -> tuple[str, ...]:
        """Return every later match on the way from *key* to the final."""
        return bracket.fed_by(self.nodes(stage), key)

    def bracket(self, stage: Stage) -> dict[str, Spot]:
        """Return who stands where."""
        seeds = [entrant.number for entrant in stage.by_seed]
        return bracket.spots_of(self.nodes(stage), seeds, stage)

    def nodes(self, stage: Stage) -> tuple[Node, ...]:
        """Return the matches of its bracket, each after those that feed it."""
        return tree(len(stage.entrants), third_place=self.third_place)
