"""Command: play records again and print what each comes to, one JSON object a line."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.record import replay
from games.management.sources import records_in


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
        for record in records_in(options["files"]):
            result = replay(record)
            refused += "error" in result
            self.stdout.write(json.dumps(result))
        if refused:
            raise CommandError(f"{refused} refused", returncode=1)
