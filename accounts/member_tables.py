"""Member tables: reading what a spreadsheet or another program says of a club's members. Pure.

The header names the columns in any order, in Italian, English or Croatian; columns that are not about the card are left
alone (accounts.spreadsheets says what a table is).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from accounts import names
from accounts.errors import BadList
from accounts.spreadsheets import lines_of, said_in

LONGEST_CELL = 200

COLUMNS = {
    "name": "name username player nome nomeutente utente giocatore socio ime korisnik igrac clan",
    "card": "cardnumber card cardno tessera numerotessera ntessera brojiskaznice iskaznica",
    "paid": "seasonpaiduntil paiduntil paid pagatofinoal stagionepagatafinoal stagionepagata placenodo sezonaplacenado",
}
_COLUMN_OF = {word: column for column, words in COLUMNS.items() for word in words.split()}
_DATES = (
    re.compile(r"(?P<year>\d{4})-(?P<month>\d{1,2})-(?P<day>\d{1,2})"),
    re.compile(r"(?P<day>\d{1,2})\s*[./]\s*(?P<month>\d{1,2})\s*[./]\s*(?P<year>\d{4})\.?"),
)


@dataclass(slots=True)
class Row:
    """One line of the table, by its number in the file; a fault is a word for what cannot be read."""

    number: int
    name: str = ""
    card_number: str = ""
    paid_until: date | None = None
    faults: list[str] = field(default_factory=list)


def read_table(data: bytes) -> list[Row]:
    """Return the lines of a table that are not empty. Raises BadList where it is none, or too large to take in."""
    lines = lines_of(data)
    columns = _columns(next(lines)[1])
    return [_row(number, cells, columns) for number, cells in lines]


def _columns(header: Sequence[str]) -> list[str]:
    """Return which column each cell belongs to. Raises BadList without one of names, or with two of a kind."""
    columns = [_COLUMN_OF.get(re.sub(r"[^a-z]", "", names.key_of(cell)), "") for cell in header]
    known = [column for column in columns if column]
    if "name" not in known:
        raise BadList("the first line has to name a column `name`")
    if len(known) > len(set(known)):
        raise BadList("the first line names a column twice")
    return columns


def _row(number: int, cells: Sequence[str], columns: Sequence[str]) -> Row:
    row = Row(number)
    if len(cells) > len(columns) or any(len(cell) > LONGEST_CELL for cell in cells):
        row.faults.append("too_many_cells" if len(cells) > len(columns) else "long_cell")
    given = {column: said_in(cell) for column, cell in zip(columns, cells, strict=False) if column}
    row.name, row.card_number = given.get("name", "")[:LONGEST_CELL], given.get("card", "")
    if paid := given.get("paid", ""):
        row.paid_until = _date(paid)
        if row.paid_until is None:
            row.faults.append("bad_date")
    return row


def _date(text: str) -> date | None:
    """Return the day *text* names: 2027-06-30, 30/6/2027 or 30.06.2027."""
    for pattern in _DATES:
        if found := pattern.fullmatch(text):
            try:
                return date(int(found["year"]), int(found["month"]), int(found["day"]))
            except ValueError:
                return None
    return None
