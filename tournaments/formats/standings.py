"""Standings: a table whose every number is the sum of terms that can be shown, with shared places.

A place is shared by all whom the criteria do not tell apart: 1, 2, 2, 4. The order of rows never depends on the order
of anything that came in: who share a place stand by seed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple


class Term(NamedTuple):
    """One part of a cell: *amount* came from *opponent* in *round*, because of *why*."""

    amount: float  # a whole number of halves, so sums are exact
    why: str
    round: int | None = None
    opponent: int | None = None


class Cell(NamedTuple):
    """A number in the table, and all it is made of."""

    column: str
    value: float
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant's line; *place* is None for who is not ranked."""

    place: int | None
    number: int
    cells: tuple[Cell, ...]

    def cell(self, column: str) -> Cell:
        """Return the cell of a column that the table has."""
        return next(cell for cell in self.cells if cell.column == column)


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows from the first place on, then those who are not ranked."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def row(self, number: int) -> Row:
        """Return the line of an entrant that the table has."""
        return next(row for row in self.rows if row.number == number)

    @property
    def places(self) -> dict[int, int | None]:
        """The place of every entrant by number."""
        return {row.number: row.place for row in self.rows}


def cell(column: str, terms: Iterable[Term]) -> Cell:
    """Return the cell that *terms* add up to."""
    kept = tuple(terms)
    return Cell(column, sum(term.amount for term in kept), kept)


class Line(NamedTuple):
    """What a row is made from: *key* is its criteria, the higher the better, or None for who is not ranked."""

    number: int
    seed: int
    key: tuple[float, ...] | None
    cells: tuple[Cell, ...]


def in_order(columns: tuple[str, ...], lines: Iterable[Line]) -> Standings:
    """Return the table of *lines*: equal keys share a place and stand by seed."""
    by_seed = sorted(lines, key=lambda line: line.seed)
    ranked = sorted((line for line in by_seed if line.key is not None), key=lambda line: line.key or (), reverse=True)
    rows: list[Row] = []
    place, key = 0, None
    for count, line in enumerate(ranked, 1):
        if line.key != key:
            place, key = count, line.key
        rows.append(Row(place, line.number, line.cells))
    rows += (Row(None, line.number, line.cells) for line in by_seed if line.key is None)
    return Standings(columns, tuple(rows))
