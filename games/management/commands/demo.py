"""demo: gives an empty site something to see: a log-in, finished matches of bots, and a table of bots to watch."""

import secrets
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from accounts.models import User
from games.models import Match, Table
from games.services.clock import run_ahead
from games.services.house_bots import seat_bot
from games.services.tables import close_table, open_table

NAME = "demo"
FINISHED = (("club", 11), ("biska", 11), ("tre", 11))
LIVE = ("club", 71)
LIVE_DELAY_MS = 2500
MOST_ACTS = 20_000  # far more than any of these matches takes


class Command(BaseCommand):
    """Add what is missing of the demonstration; running it again changes nothing that is there."""

    help = "Add a demonstration: the member `demo`, finished matches of bots, and a table of bots to watch."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add --password."""
        parser.add_argument("--password", help="the password of `demo`; by default a new one is made once and printed")

    def handle(self, *_args: Any, password: str | None, **_options: Any) -> None:
        """Add what is missing and say how to log in."""
        member = User.objects.filter(username=NAME).first()
        if member is None:
            password = password or secrets.token_urlsafe(9)
            member = User.objects.create_user(NAME, password=password)
        elif password:
            member.set_password(password)
            member.save(update_fields=["password"])
        ended = Match.objects.filter(table__opened_by=member, status=Match.Status.FINISHED)
        for number, (preset, target) in enumerate(FINISHED):
            if not ended.filter(preset=preset).exists():
                play_out(bot_match(member, preset, target, hours_ago=len(FINISHED) - number), member)
        if not Match.objects.filter(table__opened_by=member, status=Match.Status.RUNNING).exists():
            bot_match(member, *LIVE)
        told = f"password {password}" if password else "its password as before"
        self.stdout.write(f"Log in as {NAME}, {told}.")


def bot_match(member: User, preset: str, target: int, *, hours_ago: int = 0) -> Match:
    """Return a match of bots at a new table of *member*, begun some hours ago."""
    began = timezone.now() - timedelta(hours=hours_ago)
    table_id = open_table(user_id=member.pk, preset=preset, options={"target": target}, bot_delay_ms=LIVE_DELAY_MS)
    for number in Table.objects.get(pk=table_id).seats.values_list("number", flat=True):
        seat_bot(table_id=table_id, user_id=member.pk, number=number, now=began)
    return Match.objects.get(table_id=table_id)


def play_out(match: Match, member: User) -> None:
    """Let the bots play *match* to its end at full speed, and close their table."""
    for _ in range(MOST_ACTS):
        if run_ahead(match.pk) is None:
            break
    close_table(table_id=match.table_id, user_id=member.pk)
