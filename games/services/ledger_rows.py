"""Ledger rows: matches to be rated and changes of ratings, read and written a few thousand at a time.

They travel by COPY in PostgreSQL's binary format. Every row of it has one length here, so that a struct reads or writes
a whole row in one call; what stands in the ledger and what should stand there compare as bytes.
"""

from collections.abc import Iterable, Iterator
from struct import Struct
from typing import Any, Final, NamedTuple

from django.db import connection

from games.ratings import Change, Side

_HEAD: Final = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_END: Final = b"\xff\xff"

# A row is its number of fields, then each field behind its length; 2x and 4x skip what is the same in every row.
_SEAT: Final = Struct("> 2x 4xq 4x16s 4xq 4xh 4xh 4x?")
_SEATS: Final = """
COPY (
    SELECT m.finish_no, m.id, s.user_id, s.side, s.place, s.by_bot
    FROM games_match m JOIN games_matchseat s ON s.match_id = m.id
    WHERE m.pool = %s AND m.finish_no > %s AND m.finish_no <= %s AND m.rated
      AND s.to_seq IS NULL AND s.side IS NOT NULL AND s.place IS NOT NULL
    ORDER BY m.finish_no, s.side, s.user_id
) TO STDOUT (FORMAT binary)
"""
_COLUMNS: Final = (
    "pool, finish_no, match_id, user_id, side, place, has_left, before, after, k, expected, score, matches"
)
_STORE: Final = f"COPY games_ratingchange ({_COLUMNS}) FROM STDIN (FORMAT binary)"
_STORED: Final = f"""
COPY (
    SELECT {_COLUMNS} FROM games_ratingchange WHERE pool = %s AND finish_no > %s AND finish_no <= %s
    ORDER BY finish_no, side, user_id
) TO STDOUT (FORMAT binary)
"""  # noqa: S608 # made of the names of columns, nothing else


class Ended(NamedTuple):
    """A match to be rated: its sides in order, their members in order of ids."""

    finish_no: int
    match_id: bytes
    sides: list[Side]


class ChangeRows:
    """The rows of one pool's changes, as bytes."""

    def __init__(self, pool: str) -> None:
        self._pool = pool.encode()
        fields = f"h i{len(self._pool)}s iq i16s iq ih ih i? id id id id id ii"
        self._row = Struct(f"> {fields}")

    def row(self, ended: Ended, change: Change) -> bytes:
        """Return the row that stores *change*."""
        user_id, side, place, has_left, before, after, k, expected, score, matches = change
        # fmt: off
        return self._row.pack(
            13, len(self._pool), self._pool, 8, ended.finish_no, 16, ended.match_id, 8, user_id, 2, side, 2, place,
            1, has_left, 8, before, 8, after, 8, k, 8, expected, 8, score, 4, matches,
        )
        # fmt: on

    def split(self, rows: bytes) -> Iterator[tuple[int, Change]]:
        """Yield each change of *rows*, and the number of its match."""
        for fields in self._row.iter_unpack(rows):
            finish_no, _, user_id, *rest = fields[4::2]
            yield finish_no, Change(user_id, *rest)

    def stored(self, after: int, through: int) -> bytes:
        """Return what the ledger holds from one number to another."""
        return _copied(_STORED, [self._pool.decode(), after, through])


def ended_matches(pool: str, after: int, through: int) -> Iterator[Ended]:
    """Yield the rated matches of a pool with the numbers *after* < n <= *through*, in their order."""
    rows = _copied(_SEATS, [pool, after, through])
    ended = None
    last_side = None
    for finish_no, match_id, user_id, side, place, has_left in _SEAT.iter_unpack(rows):
        if ended is None or finish_no != ended.finish_no:
            if ended is not None:
                yield ended
            ended = Ended(finish_no, match_id, [])
            last_side = None
        if side != last_side:
            users: list[int] = []
            left: list[int] = []
            ended.sides.append(Side(place, users, left))
            last_side = side
        users.append(user_id)
        if has_left:
            left.append(user_id)
    if ended is not None:
        yield ended


def store(rows: Iterable[bytes]) -> None:
    """Add rows of changes to the ledger. Raises IntegrityError for a change that it holds already."""
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(_STORE) as copy:
        copy.write(_HEAD + b"".join(rows) + _END)


def _copied(statement: str, arguments: list[Any]) -> bytes:
    """Return the rows that a COPY gives out, without what stands around them."""
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement, arguments) as copy:
        return b"".join(copy)[len(_HEAD) : -len(_END)]
