"""Prepare: makes a site ready for its first page; `make run` calls it at every start."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from config import preparation
from config.hosting.embedded import place


class Command(BaseCommand):
    """Migrate, compile, collect, and fill an empty site, each only where needed."""

    help = (
        "Bring the tables up to date, compile the translations, collect the static files; --demo: fill an empty site."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --demo."""
        parser.add_argument("--demo", action="store_true", help="load people, tables and a tournament, once")

    def handle(self, *_args: Any, demo: bool, **_options: Any) -> None:
        """Do what is needed and say what was done."""
        if compiled := preparation.compile_catalogues():
            self.stdout.write(f"Compiled {len(compiled)} catalogues.")
        if preparation.collect_static():
            self.stdout.write("Collected the static files.")
        if count := preparation.migrate():
            self.stdout.write(f"Ran {count} migrations.")
        note = place().var / "demo-log-in"
        if demo and not note.exists() and (log_in := preparation.load_demo()):
            note.write_text(log_in, encoding="utf-8")
            self.stdout.write("Loaded the demo.")
