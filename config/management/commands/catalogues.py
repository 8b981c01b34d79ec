"""Catalogues: gathers, checks or compiles the translations."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from config import catalogues
from config.hosting.embedded import CHECKOUT


class Command(BaseCommand):
    """`gather` brings locale/ up to the sources, `check` lists what is missing or wrong, `compile` serves gettext."""

    help = "Keep the translations in step with the sources: gather, check, compile."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the action."""
        parser.add_argument("action", choices=["gather", "check", "compile"])

    def handle(self, *_args: Any, action: str, **_options: Any) -> None:
        """Do it. Raises CommandError where a check fails."""
        if action == "gather":
            for file in catalogues.update(CHECKOUT):
                self.stdout.write(f"{file.relative_to(CHECKOUT)} is up to date.")
        elif action == "compile":
            catalogues.compile_stale(CHECKOUT / "locale")
        elif found := catalogues.faults(CHECKOUT):
            raise CommandError("\n".join([*found, f"{len(found)} faults in the translations."]))
