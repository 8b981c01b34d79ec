"""Rating graph: where the points and lines of a rating's curve stand in its picture, in units of the picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from games.selectors.rating_curve import Moment

WIDTH: Final = 640
HEIGHT: Final = 240
LEFT, RIGHT, TOP, BOTTOM = 52, 628, 14, 212
_STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500)
_MOST_LINES: Final = 5
_ROWS: Final = 20  # of the table that says the same


class Line(NamedTuple):
    """A line across the picture, with the rating it stands for."""

    points: int
    y: float


@dataclass(frozen=True, slots=True)
class Graph:
    """A picture of a curve."""

    path: str
    lines: list[Line]
    first: Moment
    last: Moment
    highest: Moment
    lowest: Moment
    last_x: float
    last_y: float
    rows: Sequence[Moment]


def graph_of(curve: Sequence[Moment]) -> Graph | None:
    """Return the picture of a curve, None where there is nothing to draw a line between."""
    if len(curve) < 2:
        return None
    lowest, highest = (choose(curve, key=lambda moment: moment.rating) for choose in (min, max))
    lines = _lines(lowest.points, highest.points)
    bottom, top = lines[0], lines[-1]
    first, last = curve[0], curve[-1]

    def x(moment: Moment) -> float:
        return round(LEFT + (RIGHT - LEFT) * (moment.match - first.match) / (last.match - first.match), 1)

    def y(rating: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (rating - bottom) / (top - bottom), 1)

    return Graph(
        path=" ".join(f"{x(moment)},{y(moment.rating)}" for moment in curve),
        lines=[Line(points, y(points)) for points in lines],
        first=first,
        last=last,
        highest=highest,
        lowest=lowest,
        last_x=x(last),
        last_y=y(last.rating),
        rows=_thinned(curve),
    )


def _lines(lowest: int, highest: int) -> list[int]:
    """Return the round numbers that span from the lowest to the highest."""
    for step in _STEPS:
        bottom, top = lowest // step * step, -(-highest // step) * step
        if top == bottom:
            top += step
        if (top - bottom) // step < _MOST_LINES:
            break
    return list(range(bottom, top + 1, step))


def _thinned(curve: Sequence[Moment]) -> Sequence[Moment]:
    step = 1 + len(curve) // _ROWS
    return [*curve[:-1:step], curve[-1]][::-1]
