"""Command: play records again and print what each comes to, one JSON object a line."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError

from games.engine.record import NotJsonError, read_records, replay


@contextmanager
def _opened(name: str | None) -> Iterator[TextIO]:
    """Open a file, or standard input without a name; bytes that are no UTF-8 are found by the reader."""
    if name is None:
        yield sys.stdin
        return
    with Path(name).open(encoding="utf-8") as source:
        yield source


class Command(BaseCommand):
    """Replays match records (docs/record.md)."""

    help = "Replay tressette/1 records: one JSON object, or one a line, from files or standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take any number of files."""
        parser.add_argument("files", nargs="*", metavar="FILE", help="records; standard input without any")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a result a record. Exits with 1 when one breaks a rule, 2 when the input is no JSON."""
        refused = 0
        for name in options["files"] or [None]:
            try:
                with _opened(name) as source:
                    for record in read_records(source):
                        result = replay(record)
                        refused += "error" in result
                        self.stdout.write(json.dumps(result))
            except (NotJsonError, UnicodeDecodeError, OSError) as error:
                raise CommandError(f"{name or 'standard input'}: {error}", returncode=2) from None
        if refused:
            raise CommandError(f"{refused} refused", returncode=1)
