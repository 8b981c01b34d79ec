"""Member tables: reading what a spreadsheet or another program says of a club's members. Pure.

The header names the columns in any order, in Italian, English or Croatian; columns that are not about the card are left
alone (accounts.spreadsheets says what a table is).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from accounts import names
from accounts.spreadsheets import LONGEST_CELL, cells_by_column, columns_of, lines_of, named_columns

COLUMNS = {
    "name": "name username player nome nomeutente utente giocatore socio ime korisnik igrac clan",
    "card": "cardnumber card cardno tessera numerotessera ntessera brojiskaznice iskaznica",
    "paid": "seasonpaiduntil paiduntil paid pagatofinoal stagionepagatafinoal stagionepagata placenodo sezonaplacenado",
}
_COLUMNS = named_columns(COLUMNS)
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
    columns = columns_of(next(lines)[1], _column_of, needed="name")
    return [_row(number, cells, columns) for number, cells in lines]


def _column_of(head: str) -> str:
    return _COLUMNS.get(re.sub(r"[^a-z]", "", names.key_of(head)), "")


def _row(number: int, cells: Sequence[str], columns: Sequence[str]) -> Row:
    given, faults = cells_by_column(cells, columns)
    row = Row(number, faults=faults)
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
