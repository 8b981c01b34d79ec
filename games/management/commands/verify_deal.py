"""Command: deal the hands of match records again and tell which are proven, a line each (docs/fair-deal.md)."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import Refusal
from games.engine.proof import Verdict, verdicts
from games.management.sources import records_in

_WHY = {
    "no_proof": "the record holds no seed of it",
    "bad_proof": "its proof has not the shape of one",
    "seed_differs": "the seed is not the one committed to before the hand",
    "entropy_differs": "a player's entropy is not the one committed to",
    "deal_differs": "the cards dealt are not those that seed and entropy give",
}


class Command(BaseCommand):
    """Checks the deals of match records."""

    help = "Deal tressette/1 records again: one JSON object, or one a line, from files or standard input."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take any number of files."""
        parser.add_argument("files", nargs="*", metavar="FILE", help="records; standard input without any")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print a line a hand. Exits with 1 when one is not proven, 2 when the input is no JSON."""
        doubted = records = 0
        for number, record in enumerate(records_in(options["files"]), start=1):
            records += 1
            name = record["match"] if isinstance(record, dict) and isinstance(record.get("match"), str) else ""
            name = name or f"record {number}"
            try:
                for verdict in verdicts(record):
                    doubted += not verdict.is_proven
                    self.stdout.write(f"{name} hand {verdict.hand + 1}: {_told(verdict)}")
            except Refusal as refusal:
                doubted += 1
                self.stdout.write(f"{name}: NOT PROVEN ({refusal.code}): {refusal.detail}")
        if not records:
            raise CommandError("there is no record", returncode=1)
        if doubted:
            raise CommandError(f"{doubted} not proven", returncode=1)


def _told(verdict: Verdict) -> str:
    """Return what the line of a hand says of it."""
    if verdict.is_paper:
        return "played with real cards, nothing to prove"
    if verdict.fault:
        return f"NOT PROVEN ({verdict.fault}): {_WHY[verdict.fault]}"
    added = f"entropy of {_seats(verdict.added)}" if verdict.added else "no player added entropy"
    silent = f"; committed and did not reveal: {_seats(verdict.silent)}" if verdict.silent else ""
    return f"proven; {added}{silent}"


def _seats(seats: tuple[int, ...]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"
