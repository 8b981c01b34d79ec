"""Double elimination: out after the second loss (*doppia eliminazione*).

The first loss sends an entrant from the upper bracket to the lower one, crossed over so that it does not soon meet
again who beat it. The winners of both meet in the final; a second final is played only if the unbeaten side loses the
first.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from tournaments.formats import bracket
from tournaments.formats.bracket import MOST, Loser, Node, Source, Spot, Winner
from tournaments.formats.errors import TooFewEntrants, TooManyEntrants
from tournaments.formats.places import places_by_round
from tournaments.formats.stage import Draft, Pairing, Stage
from tournaments.formats.standings import Standings

FINAL: Final = "F1"
SECOND_FINAL: Final = "F2"


@lru_cache(maxsize=16)
def tree(entrants: int) -> tuple[Node, ...]:
    """Return the matches of both brackets and the first final, each after those that feed it.

    An upper round and the lower round in which nobody new arrives are played side by side.
    """
    size = bracket.size_for(entrants)
    seeds: tuple[Source, ...] = bracket.seed_order(size)
    upper = _half("U", 1, 1, seeds)
    nodes, depth = list(upper), 1
    waiting: list[Source] = [Loser(node.key) for node in upper]  # for their next match in the lower bracket
    while len(upper) > 1:
        depth += 1
        upper = _half("U", depth, 2 * depth - 2, [Winner(node.key) for node in upper])
        lower = _half("L", 2 * depth - 3, 2 * depth - 2, waiting, first_table=len(upper) + 1)
        dropped: list[Source] = [Loser(node.key) for node in upper]
        meet = [
            source
            for pair in zip((Winner(node.key) for node in lower), crossed(dropped, depth), strict=True)
            for source in pair
        ]
        arrivals = _half("L", 2 * depth - 2, 2 * depth - 1, meet)
        nodes += (*upper, *lower, *arrivals)
        waiting = [Winner(node.key) for node in arrivals]
    return (*nodes, Node(FINAL, 2 * depth, 1, Winner(upper[0].key), waiting[0]))


def crossed(dropped: list[Source], depth: int) -> list[Source]:
    """Return the losers of upper round *depth* in the order they enter the lower bracket.

    In turn: from the bottom up, halves swapped, both, and as they are; so whoever meets again does so late.
    """
    half = len(dropped) // 2
    order = dropped[::-1] if depth % 4 in (2, 0) else dropped
    return order[half:] + order[:half] if depth % 4 in (3, 0) else order


def _half(letter: str, number: int, played_in: int, sources: Sequence[Source], first_table: int = 1) -> list[Node]:
    """Return the matches of one round of one bracket."""
    return [
        Node(
            f"{letter}{number}.{place // 2 + 1}",
            played_in,
            first_table + place // 2,
            sources[place],
            sources[place + 1],
        )
        for place in range(0, len(sources), 2)
    ]


@dataclass(frozen=True, slots=True)
class DoubleElimination:
    """A double elimination."""

    takes_late: ClassVar[bool] = False

    def check(self, entrants: int) -> None:
        """Raise TooFewEntrants or TooManyEntrants."""
        if entrants < 2:
            raise TooFewEntrants("a double elimination needs two entrants")
        if entrants > MOST:
            raise TooManyEntrants(f"a double elimination holds {MOST} entrants, not {entrants}")

    def rounds(self, entrants: int) -> int:
        """Return the rounds, with the second final."""
        return 2 * (entrants - 1).bit_length() + 1

    def next_round(self, stage: Stage) -> Draft | None:
        """Return the next round of both brackets, or None after the final that decides. Raises RoundOpen."""
        self.check(len(stage.entrants))
        stage.require_closed()
        return bracket.draft(self.nodes(stage), self.bracket(stage), stage)

    def standings(self, stage: Stage) -> Standings:
        """Return the places: who went out in one round shares one; who is still in is before them."""
        return places_by_round(self.nodes(stage), self.bracket(stage), stage)

    def derived(self, stage: Stage) -> dict[str, Pairing]:
        """Return the stored pairings as they follow from the results now."""
        return bracket.derived(self.nodes(stage), self.bracket(stage), stage)

    def fed_by(self, stage: Stage, key: str) -> tuple[str, ...]:
        """Return every later match in either bracket that *key* feeds, at once or through others."""
        return bracket.fed_by((*tree(len(stage.entrants)), _second_final(stage)), key)

    def bracket(self, stage: Stage) -> dict[str, Spot]:
        """Return who stands where; the second final is there only once it is needed."""
        seeds = [entrant.number for entrant in stage.by_seed]
        return bracket.spots_of(self.nodes(stage), seeds, stage)

    def nodes(self, stage: Stage) -> tuple[Node, ...]:
        """Return the matches of its bracket, each after those that feed it."""
        nodes = tree(len(stage.entrants))
        pairing = stage.by_key.get(FINAL)
        if pairing is None or pairing.away is None or stage.winner_of(pairing) != pairing.away:
            return nodes
        return (*nodes, _second_final(stage))


def _second_final(stage: Stage) -> Node:
    return Node(SECOND_FINAL, tree(len(stage.entrants))[-1].round + 1, 1, Loser(FINAL), Winner(FINAL))
