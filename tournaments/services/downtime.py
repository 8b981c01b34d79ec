"""Downtime: while no sweep was at work nobody could be waited for, so that time is given back (docs/adr/0069)."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.models import Heartbeat
from tournaments.models import Encounter, Round, Tournament
from tournaments.services.arming import arm
from tournaments.services.audit import SERVER, note
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.pausing import open_tables, put_off

LONGEST_PAUSE: Final = timedelta(seconds=60)
"""Without any sweep; beyond it waits and round clocks get the time back."""
_BEAT: Final = "tournaments"


def beat(now: datetime) -> int:
    """Say that a sweep is at work; return how many tournaments got back the time in which none was.

    Exactly one of several sweeps that come back together finds the old heartbeat: its row is locked while time is given
    back, and fresh when the lock is free again.
    """
    Heartbeat.objects.get_or_create(name=_BEAT, defaults={"at": now})
    with transaction.atomic():
        heart = Heartbeat.objects.select_for_update().get(name=_BEAT)
        last, heart.at = heart.at, max(heart.at, now)
        heart.save(update_fields=["at"])
        if now - last <= LONGEST_PAUSE:
            return 0
        running = Tournament.objects.filter(state=Tournament.State.RUNNING, paused_at=None).order_by("pk")
        return sum(_give_back(pk, last, now) for pk in list(running.values_list("pk", flat=True)))


def _give_back(tournament_id: int, last: datetime, now: datetime) -> bool:
    """Put off what would have run out since *last*; tell whether there was anything. Locks tournament and tables."""
    tournament = lock_tournament(tournament_id)
    waiting = Encounter.objects.filter(tournament=tournament, decided_at=None, waits_until__gt=last)
    clocks = Round.objects.filter(tournament=tournament, state=Round.State.RUNNING, ends_at__gt=last)
    late = [encounter for encounter in waiting.prefetch_related("tables") if encounter.waits_until is not None]
    for encounter in late:
        opened = max((place.opened_at for place in encounter.tables.all()), default=last)
        encounter.waits_until = (encounter.waits_until or now) + (now - max(last, opened))
        encounter.save(update_fields=["waits_until"])
    for current in clocks:
        lost = now - max(last, current.started_at or last)
        current.ends_at = (current.ends_at or now) + lost
        current.save(update_fields=["ends_at"])
        for table_id, stops_at in open_tables(tournament):
            if stops_at is not None:
                put_off(table_id, stops_at + lost)
    if not late and not clocks:
        return False
    note(tournament, SERVER, "time_given_back", after={"seconds": round((now - last).total_seconds())})
    arm(tournament)
    touch(tournament)
    return True
