"""Command: a tournament of bots at real tables, of any format and size, played to its end and its standings printed."""

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from accounts.errors import Refusal as ClubRefusal
from games.engine.errors import Refusal as RuleRefusal
from tournaments.formats.errors import Refusal as FormatRefusal
from tournaments.formats.named import FORMATS
from tournaments.models import Tournament
from tournaments.selectors.nameplates import nameplates
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services import simulation
from tournaments.services.simulation import Reached

_WIDTH = 40  # of the bar
_GIVEN = {"swiss": {"rounds": 5}, "danish": {"rounds": 5}, "groups": {"groups": 2, "qualify": 2}}


class Command(BaseCommand):
    """Simulates a tournament; what it leaves behind is a tournament like any other, unrated."""

    help = "Play a tournament of bot pairs at real tables to its end, and print the standings and how fast it went."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the format, and what may be varied of it."""
        parser.add_argument("format", metavar="FORMAT", choices=FORMATS, help=", ".join(FORMATS))
        parser.add_argument("--pairs", type=int, default=8)
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="as rounds=7")
        parser.add_argument("--preset", default="torneo", help="the game that is played")
        parser.add_argument("--target", type=int, default=31)
        parser.add_argument("--best-of", type=int, default=1, choices=(1, 3, 5))
        parser.add_argument("--club", help="the slug of the club whose it is; one of its own without it")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Simulate it. Exits with 2 for a tournament that cannot be."""
        name = options["format"]
        legs = [{"preset": options["preset"], "target": options["target"]}] * options["best_of"]
        chosen = dict(map(_option, options["option"]))
        try:
            tournament_id = simulation.prepare(
                club_id=simulation.club_for(options["club"]),
                entrants=options["pairs"],
                now=timezone.now() - simulation.EARLIER,
                name=f"{name}, {options['pairs']}",
                format=name,
                format_options=_GIVEN.get(name, {}) | chosen,
                plan={"legs": legs},
            )
            began = time.perf_counter()
            simulation.run(tournament_id=tournament_id, told=self._draw)
        except (ClubRefusal, RuleRefusal, FormatRefusal) as refusal:
            raise CommandError(f"{refusal.code}: {refusal.detail}", returncode=2) from refusal
        seconds = time.perf_counter() - began
        self._print_standings(Tournament.objects.get(pk=tournament_id))
        cards = simulation.cards_played(tournament_id=tournament_id)
        self.stdout.write(f"{cards:,} cards in {seconds:.1f} s: {cards / seconds:,.0f} a second.")

    def _draw(self, reached: Reached) -> None:
        """Draw the progress on standard error, where somebody looks at it."""
        if self.stderr.isatty():
            filled = _WIDTH * reached.decided // max(1, reached.encounters)
            bar = f"[{'#' * filled:{_WIDTH}}] {reached.decided} of {reached.encounters}"
            self.stderr.write(f"\rround {reached.round:3} {bar:{_WIDTH + 14}}", ending="")

    def _print_standings(self, tournament: Tournament) -> None:
        if self.stderr.isatty():
            self.stderr.write("")
        table = format_of(tournament).standings(stage_of(tournament))
        names = {plate.number: plate.name for plate in nameplates(tournament).values()}
        self.stdout.write(f"{tournament.name} ({tournament.code})")
        for row in table.rows:
            place = "-" if row.place is None else str(row.place)
            cells = "  ".join(f"{cell.column} {cell.value:g}" for cell in row.cells)
            self.stdout.write(f"{place:>4}  {names[row.number]:40}  {cells}")


def _option(text: str) -> tuple[str, int | bool]:
    """Return an option of a format from the command line. Raises CommandError."""
    name, _, value = text.partition("=")
    if value in {"yes", "no"}:
        return name, value == "yes"
    if not value.isdecimal():
        raise CommandError(f"--option {text}: NAME=NUMBER, NAME=yes or NAME=no", returncode=2)
    return name, int(value)
