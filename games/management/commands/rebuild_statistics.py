"""Command: make the statistics of players, the ladders of seasons and what ladders count anew."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import ladder_counts, seasons, statistics

_WIDTH = 40  # of the bar


class Command(BaseCommand):
    """Rebuilds what is materialised beside the ledger (docs/adr/0056, 0058); the ledger has `rebuild_ratings`."""

    help = "Count every ended match anew, and make the ladders of all seasons anew from the ledger."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Do one after the other; the site may go on meanwhile."""
        statistics.rebuild(told=self._bar)
        seasons.rebuild()
        ladder_counts.rebuild()
        self.stdout.write("The statistics, the seasons and the counts of the ladders are rebuilt.")

    def _bar(self, done: int, total: int) -> None:
        """Draw how far it has come on standard error, where somebody looks at it."""
        if self.stderr.isatty():
            filled = _WIDTH * done // total
            end = "\n" if done == total else ""
            self.stderr.write(f"\rmatches [{'#' * filled:{_WIDTH}}] {done:,} of {total:,}", ending=end)
