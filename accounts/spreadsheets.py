"""Spreadsheets: tables of text as other programs hand them to us and take them from us (CSV). Pure.

A table is UTF-8 or UTF-16 text of a header and lines, its cells parted by semicolons, commas or tabs. What we write has
a mark at its beginning, by which spreadsheets know UTF-8, and no cell in it is a formula.
"""

import codecs
import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from accounts.errors import BadList

MOST_BYTES = 256 * 1024
MOST_LINES = 500
LONGEST_CELL = 200
DELIMITERS = ";,\t"
_FORMULA = ("=", "+", "-", "@", "\t", "\r")

Cell = str | int | float | None


def lines_of(data: bytes) -> Iterator[tuple[int, list[str]]]:
    """Return the lines of a table that are not empty, the header first, by their numbers in the file.

    Raises BadList where it is none, or too large to take in.
    """
    if len(data) > MOST_BYTES:
        raise BadList(f"at most {MOST_BYTES // 1024} KiB")
    text = text_of(data)
    first = next((line for line in text.splitlines() if line.strip()), "")
    reader = csv.reader(text.splitlines(), delimiter=max(DELIMITERS, key=first.count), strict=True)
    count = 0
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if count > MOST_LINES:
                raise BadList(f"at most {MOST_LINES} lines")
            yield reader.line_num, cells
            count += 1
    except csv.Error as fault:
        raise BadList(f"line {reader.line_num}: {fault}") from fault
    if not count:
        raise BadList("there is no line in it")


def text_of(data: bytes) -> str:
    """Return the text without its mark. Raises BadList for other encodings: a wrong guess would misname people."""
    encoding = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise BadList("save the table as CSV UTF-8") from fault
    if "\0" in text:
        raise BadList("this is no text")
    return text


def named_columns(columns: Mapping[str, str]) -> dict[str, str]:
    """Return which column each word names; *columns* has the words of each, parted by blanks."""
    return {word: column for column, words in columns.items() for word in words.split()}


def columns_of(header: Sequence[str], column_of: Callable[[str], str], *, needed: str) -> list[str]:
    """Return which column each cell belongs to, as *column_of* reads its head; empty for one that is left alone.

    Raises BadList without the column *needed*, or with two of a kind.
    """
    columns = [column_of(cell) for cell in header]
    known = [column for column in columns if column]
    if needed not in known:
        raise BadList(f"the first line has to name a column `{needed}`")
    if len(known) > len(set(known)):
        raise BadList("the first line names a column twice")
    return columns


def cells_by_column(cells: Sequence[str], columns: Sequence[str]) -> tuple[dict[str, str], list[str]]:
    """Return what the cells of a line say, by column, and the faults of the line: too_many_cells or long_cell."""
    faults = []
    if len(cells) > len(columns) or any(len(cell) > LONGEST_CELL for cell in cells):
        faults.append("too_many_cells" if len(cells) > len(columns) else "long_cell")
    return {column: said_in(cell) for column, cell in zip(columns, cells, strict=False) if column}, faults


def said_in(cell: str) -> str:
    """Return what a cell says, without the apostrophe that keeps spreadsheets from computing it."""
    return cell.strip().removeprefix("'")


def table(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> bytes:
    """Return a table that spreadsheets open and `lines_of` reads.

    Text that a spreadsheet would take for a formula is led by an apostrophe; numbers are numbers.
    """
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow([_kept_text(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig")


def _kept_text(cell: Cell) -> Cell:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
