"""Pairing: brings those who wait together at a new table, each person once (docs/adr/0034)."""

import logging
from datetime import datetime
from secrets import SystemRandom

from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from games.engine.rulesets import resolve
from games.models import Seat, Seek, Seeker
from games.selectors.chairs import chairs_of, sides_of
from games.selectors.pairings import find_party
from games.selectors.seeks import candidates_of
from games.services.seating import fill
from games.services.seekers import end_seek, end_silent, find, forget_old
from games.services.tables import lock_table, open_table

logger = logging.getLogger(__name__)

MOST_WAITING = 100
"""Seeks of one wish that are looked at together, the longest waiting first."""
_LOCK = 0x5EE4
_TRIES = 5


def pair_up(*, wish: str, now: datetime | None = None) -> list[int]:
    """Seat everybody of one wish who can play together; return the ids of the new tables, whose matches have begun.

    Each table is a transaction of its own. Pairings of one wish come one after another (an advisory lock); seeks that
    somebody is changing are left to the next one.
    """
    now = now or timezone.now()
    tables: list[int] = []
    for _ in range(_TRIES):
        try:
            while (table_id := _seat_next(wish, now)) is not None:
                tables.append(table_id)
        except IntegrityError:  # one of them took another chair in this very moment: look again
            continue
        return tables
    logger.warning("A pairing was given up after %s tries; the sweep takes it up again.", _TRIES)
    return tables


def mend_seeks(now: datetime) -> int:
    """Do what a lost message or a killed process has left undone, and what waiting has made possible.

    Ends the seeks of who is gone, and pairs whose bands have grown wide enough; returns how many tables were opened.
    """
    end_silent(now)
    forget_old(now)
    wishes = Seek.objects.filter(state=Seek.State.WAITING).order_by().values_list("wish", flat=True).distinct()
    return sum(len(pair_up(wish=wish, now=now)) for wish in list(wishes))


@transaction.atomic
def _seat_next(wish: str, now: datetime) -> int | None:
    """Open a table for the next company, begin its match and return the table's id; None if nobody can play yet."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, int(wish[:7], 16)])
    seeks = {seek.pk: seek for seek in _waiting(wish)}
    if not seeks:
        return None
    first = next(iter(seeks.values()))
    rules = resolve(first.preset, first.options, first.rules_version)
    sides = [list(side) for side in sides_of(rules)]
    dice = SystemRandom()
    for side in sides:
        dice.shuffle(side)
    dice.shuffle(sides)
    party = find_party(candidates_of(list(seeks.values()), now), [tuple(side) for side in sides])
    if party is None:
        return None
    host = min(party.candidates, key=lambda candidate: seeks[candidate.seek_id].made_at)
    table_id = open_table(
        user_id=next(iter(host.ratings)), preset=rules.preset, options=first.options, rated=first.rated
    )
    chairs = chairs_of(lock_table(table_id))
    for candidate in party.candidates:
        find(seeks[candidate.seek_id], table_id, chairs.table.code)
    people = User.objects.in_bulk(party.seats.values())
    for number, user_id in party.seats.items():
        fill(chairs, chairs.seats[number], people[user_id], now)
    return table_id


def _waiting(wish: str) -> list[Seek]:
    """Lock and return the seeks of one wish nobody is changing; those of people who have sat down end here."""
    waiting = Seek.objects.filter(wish=wish, state=Seek.State.WAITING).order_by("made_at", "pk")
    found = list(waiting.select_for_update(skip_locked=True)[:MOST_WAITING])
    sitting = Seat.objects.filter(is_exclusive=True).values("user_id")
    over = set(Seeker.objects.filter(seek__in=found, user_id__in=sitting).values_list("seek_id", flat=True))
    for seek in found:
        if seek.pk in over:
            end_seek(seek, Seek.End.SEATED)
    return [seek for seek in found if seek.pk not in over]
