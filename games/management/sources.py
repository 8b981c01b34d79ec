"""Sources: the records that commands read, from files or from standard input."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from django.core.management.base import CommandError

from games.engine.record import NotJsonError, read_records


def records_in(names: Sequence[str]) -> Iterator[object]:
    """Yield the records of each file, or of standard input without any; CommandError 2 where the input is no JSON."""
    sources: Sequence[str | None] = names or [None]
    for name in sources:
        try:
            with _opened(name) as source:
                yield from read_records(source)
        except (NotJsonError, UnicodeDecodeError, OSError) as error:
            raise CommandError(f"{name or 'standard input'}: {error}", returncode=2) from None


@contextmanager
def _opened(name: str | None) -> Iterator[TextIO]:
    """Open a file, or standard input without a name; bytes that are no UTF-8 are found by the reader."""
    if name is None:
        yield sys.stdin
        return
    with Path(name).open(encoding="utf-8") as source:
        yield source
