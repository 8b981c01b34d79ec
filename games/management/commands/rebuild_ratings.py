"""Command: compute all ratings anew from the matches, or tell where the ledger differs from them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services import rebuilding

_WIDTH = 40  # of the bar
_MOST_LINES = 50


class Command(BaseCommand):
    """Rebuilds the ratings (tournaments, 6)."""

    help = "Compute all ratings anew from the matches; --check only tells where what is stored differs, and how."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the pool, and whether to check only."""
        parser.add_argument("--check", action="store_true", help="compare, change nothing; exit 1 if anything differs")
        parser.add_argument("--pool", action="append", help="only this pool (may be given several times)")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Go through the pools one after another. Exits with 1 when --check finds a difference."""
        found: list[str] = []
        pools = rebuilding.pools()
        for pool in options["pool"] or pools:
            if pool not in pools:
                raise CommandError(f"No match has ended in a pool called {pool}.")
            if options["check"]:
                found += rebuilding.differences(pool=pool, told=self._bar(pool))
            else:
                rebuilding.rebuild(pool=pool, told=self._bar(pool))
        for line in found[:_MOST_LINES]:
            self.stdout.write(line)
        if found:
            raise CommandError(f"{len(found)} differences", returncode=1)
        self.stdout.write("The ledger is what the matches come to." if options["check"] else "The ratings are rebuilt.")

    def _bar(self, pool: str) -> rebuilding.Progress:
        """Return what draws the progress on standard error, where somebody looks at it."""

        def draw(reached: int, last: int) -> None:
            if self.stderr.isatty():
                filled = _WIDTH * reached // last
                end = "\n" if reached == last else ""
                self.stderr.write(f"\r{pool:12} [{'#' * filled:{_WIDTH}}] {reached:,} of {last:,}", ending=end)

        return draw
