"""Entrant tables: reading what a spreadsheet says of who enters a tournament (accounts.spreadsheets).

The header names the columns in any order, in Italian, English or Croatian; others are left alone. An entrant has one
player or two, maybe a seed, and maybe a word that says whether its fee is paid.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from accounts import names
from accounts.spreadsheets import LONGEST_CELL, cells_by_column, columns_of, lines_of, named_columns

MOST_SEEDS: Final = 512
COLUMNS: Final = {
    "player1": "player player1 name giocatore giocatore1 nome igrac igrac1 ime",
    "player2": "player2 partner giocatore2 compagno igrac2 suigrac",
    "seed": "seed testadiserie serie nositelj",
    "fee_paid": "feepaid fee paid quota quotapagata pagato pagata kotizacija placeno placena",
}
_COLUMNS: Final = named_columns(COLUMNS)
_YES: Final = frozenset({"yes", "y", "si", "s", "da", "d", "x", "1", "true", "vero", "pagato", "pagata", "placeno"})
_NO: Final = frozenset({"", "no", "n", "ne", "0", "false", "falso"})


@dataclass(slots=True)
class Row:
    """One line of the table, by its number in the file; a fault is a word for what cannot be read."""

    number: int
    players: list[str] = field(default_factory=list)
    seed: int | None = None
    fee_paid: bool = False
    faults: list[str] = field(default_factory=list)


def read_entrants(data: bytes) -> list[Row]:
    """Return the lines of a table that are not empty. Raises BadList where it is none, or too large to take in."""
    lines = lines_of(data)
    columns = columns_of(next(lines)[1], _column_of, needed="player1")
    return [_row(number, cells, columns) for number, cells in lines]


def _column_of(head: str) -> str:
    return _COLUMNS.get(re.sub(r"[^a-z0-9]", "", names.key_of(head)), "")


def _row(number: int, cells: Sequence[str], columns: Sequence[str]) -> Row:
    given, faults = cells_by_column(cells, columns)
    row = Row(number, faults=faults)
    row.players = [given[column][:LONGEST_CELL] for column in ("player1", "player2") if given.get(column)]
    if not row.players:
        row.faults.append("no_name")
    if seed := given.get("seed", ""):
        is_seed = seed.isascii() and seed.isdigit() and len(seed) <= 3 and 1 <= int(seed) <= MOST_SEEDS
        row.seed = int(seed) if is_seed else None
        row.faults += [] if is_seed else ["bad_seed"]
    said = names.key_of(given.get("fee_paid", ""))
    row.fee_paid = said in _YES
    if said not in _YES | _NO:
        row.faults.append("bad_fee")
    return row
