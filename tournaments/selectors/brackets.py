"""Brackets: the matches of a knock-out in their places, to be drawn: a column a round, each match between its feeders.

Lengths are in CSS pixels. A match at which somebody passes without play is not drawn; the line goes on through it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard

from tournaments.formats.bracket import NOBODY, Node, Source, Spot, Winner
from tournaments.formats.crossing import crossed
from tournaments.formats.double_elimination import FINAL, SECOND_FINAL, DoubleElimination
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import THIRD_PLACE, Knockout
from tournaments.formats.stage import Format, Stage

ROW: Final = 26
BOX: Final = 2 * ROW
ACROSS: Final = 36
"""Between two columns, for the lines."""
BETWEEN: Final = 14
"""Between two matches of a column."""
HALVES: Final = 48
"""Between the upper bracket and the lower one."""
NAME: Final = 222
"""The width of a name with its seed."""
LEG: Final = 30
"""The width of the score of one leg."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a match drawn: who is there, or else where whoever will be comes from."""

    number: int | None
    source: Source
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A match in its place; *x* and *y* are its upper left corner."""

    key: str
    round: int
    table: int
    x: int
    y: int
    home: Seat
    away: Seat

    @property
    def numbers(self) -> frozenset[int]:
        """Those who are known to be in it."""
        return frozenset(seat.number for seat in (self.home, self.away) if seat.number is not None)


@dataclass(frozen=True, slots=True)
class Line:
    """The way from one match to the next; *number* is who goes it, None as long as nobody knows."""

    path: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Column:
    """A round: *left* is how many rounds come after it, 0 for the final."""

    round: int
    x: int
    left: int


@dataclass(frozen=True, slots=True)
class Bracket:
    """A whole drawing."""

    width: int
    height: int
    box_width: int
    columns: tuple[Column, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
    lower_y: int | None
    """Where the lower bracket begins, None where there is only one."""


Bracketed = Knockout | DoubleElimination | Groups


def has_bracket(played: Format) -> TypeGuard[Bracketed]:
    """Tell whether a format has a bracket."""
    return isinstance(played, Knockout | DoubleElimination | Groups)


def bracket_of(played: Format, stage: Stage) -> Bracket | None:
    """Return the drawing of a tournament's bracket, None where its format has none."""
    if not has_bracket(played) or len(stage.entrants) < 2:
        return None
    return drawn(played.nodes(stage), played.bracket(stage), legs=max(len(stage.plan.legs), *_legs(stage)))


def qualifiers(played: Format) -> dict[int, tuple[int, int]]:
    """Return which place of which group, both from 1, each seed of the knock-out is for; nothing without groups."""
    if not isinstance(played, Groups):
        return {}
    seeds = crossed(played.groups, played.qualify)
    return {seed: (group + 1, place + 1) for seed, (group, place) in enumerate(seeds, 1)}


def drawn(nodes: Sequence[Node], spots: Mapping[str, Spot], *, legs: int = 1) -> Bracket:
    """Return *nodes*, which come after all that feed them, in their places."""
    middles, lower_y = _middles(nodes)
    rounds = sorted({node.round for node in nodes})
    box_width = NAME + LEG * legs
    left_of = {number: column * (box_width + ACROSS) for column, number in enumerate(rounds)}
    shown = {node.key: node for node in nodes if NOBODY not in spots[node.key][:2]}
    boxes = tuple(
        Box(
            node.key,
            node.round,
            node.table,
            left_of[node.round],
            middles[node.key] - ROW,
            _seat(node.home, spots[node.key].home, spots[node.key]),
            _seat(node.away, spots[node.key].away, spots[node.key]),
        )
        for node in shown.values()
    )
    by_key = {box.key: box for box in boxes}
    return Bracket(
        width=len(rounds) * (box_width + ACROSS) - ACROSS,
        height=max((box.y + BOX for box in boxes), default=0),
        box_width=box_width,
        columns=tuple(Column(number, left_of[number], len(rounds) - 1 - at) for at, number in enumerate(rounds)),
        boxes=boxes,
        lines=tuple(_lines(nodes, by_key, spots, box_width)),
        lower_y=lower_y,
    )


def _legs(stage: Stage) -> list[int]:
    return [len(plan.legs) for _, plan in stage.plans] or [1]


def _seat(source: Source, filling: object, spot: Spot) -> Seat:
    number = filling if isinstance(filling, int) else None
    return Seat(number, source, is_winner=number is not None and spot.winner == number)


def _middles(nodes: Sequence[Node]) -> tuple[dict[str, int], int | None]:
    """Return the height of the middle of each match, and where the lower bracket begins.

    A match that nobody comes to from its own half stands below the one before; any other between those who come.
    """
    middles: dict[str, int] = {}
    upper = [node for node in nodes if not node.key.startswith("L")]
    lower = [node for node in nodes if node.key.startswith("L")]
    floor = _stack(upper, middles, ROW)
    lower_y = None
    if lower:
        lower_y = floor + HALVES
        _stack(lower, middles, lower_y + ROW)
    for node in upper:
        if node.key in {FINAL, SECOND_FINAL}:
            middles[node.key] = _between(node, middles)
    if THIRD_PLACE in middles:
        middles[THIRD_PLACE] = middles[upper[-1].key] + BOX + 2 * BETWEEN
    return middles, lower_y


def _stack(nodes: Iterable[Node], middles: dict[str, int], top: int) -> int:
    """Put the matches of one half in their places from *top* on, and return where they end."""
    next_free = top
    for node in nodes:
        if node.key == THIRD_PLACE:
            middles[node.key] = top  # below the final, once that has its place
        elif not _feeders(node, middles):
            middles[node.key] = next_free
            next_free += BOX + BETWEEN
        else:
            middles[node.key] = _between(node, middles)
    return next_free - ROW - BETWEEN


def _between(node: Node, middles: Mapping[str, int]) -> int:
    heights = [middles[key] for key in _feeders(node, middles)]
    return sum(heights) // len(heights)


def _feeders(node: Node, middles: Mapping[str, int]) -> list[str]:
    """Return the matches whose winners meet in *node*, as far as they have a place."""
    sources = (node.home, node.away)
    return [source.key for source in sources if isinstance(source, Winner) and source.key in middles]


def _lines(
    nodes: Iterable[Node], boxes: Mapping[str, Box], spots: Mapping[str, Spot], box_width: int
) -> Iterable[Line]:
    """Yield the ways between the matches drawn."""
    by_key = {node.key: node for node in nodes}

    def drawn_before(source: Source) -> str | None:
        """Return the match drawn from which *source* comes, through those at which it passes."""
        while isinstance(source, Winner) and source.key not in boxes:
            node, spot = by_key[source.key], spots[source.key]
            source = node.away if spot.home is NOBODY else node.home
        return source.key if isinstance(source, Winner) else None

    for box in boxes.values():
        node = by_key[box.key]
        for seat, source, half in ((box.home, node.home, 1), (box.away, node.away, 3)):
            before = drawn_before(source)
            if before is not None:
                start = boxes[before]
                x, y = start.x + box_width, start.y + ROW
                end_y = box.y + half * ROW // 2
                yield Line(f"M{x} {y}H{box.x - ACROSS // 2}V{end_y}H{box.x}", seat.number)
