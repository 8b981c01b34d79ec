"""Places: the standings of a bracket, by how far everybody got."""

from collections.abc import Iterable, Mapping
from typing import Final

from tournaments.formats.bracket import PENDING, Node, Spot
from tournaments.formats.ledger import Why
from tournaments.formats.stage import Stage
from tournaments.formats.standings import Line, Standings, Term, cell, in_order

REACHED: Final = "reached"
THIRD: Final = "third_place"


def places_by_round(
    nodes: Iterable[Node], spots: Mapping[str, Spot], stage: Stage, *, third_place: str = ""
) -> Standings:
    """Return the places: who is still in, then by the round each went out in; *third_place* parts the two it is for."""
    last: dict[int, tuple[Node, int | None]] = {}
    for node in sorted(nodes, key=lambda node: node.round):
        home, away = spots[node.key].home, spots[node.key].away
        if node.key != third_place:
            for own, other in ((home, away), (away, home)):
                if isinstance(own, int):
                    last[own] = node, other if isinstance(other, int) else None
    third = spots.get(third_place)
    columns = (REACHED, THIRD) if third else (REACHED,)
    lines = []
    for number, (node, opponent) in last.items():
        cells = [cell(REACHED, [Term(node.round, Why.REACHED, node.round, opponent)])]
        if third:
            is_third = third.winner == number
            cells.append(cell(THIRD, [Term(1, Why.WON, node.round + 1, _other(third, number))] if is_third else []))
        is_in = spots[node.key].winner in (PENDING, number)
        key = (1, 0, 0) if is_in else (0, node.round, cells[-1].value if third else 0)
        lines.append(Line(number, stage.by_number[number].seed, key, tuple(cells)))
    return in_order(columns, lines)


def _other(spot: Spot, number: int) -> int | None:
    other = spot.away if spot.home == number else spot.home
    return other if isinstance(other, int) else None
