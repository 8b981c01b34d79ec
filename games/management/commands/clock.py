"""clock: plays for bots and for who is late, deals the next hand, answers for who does not (architecture, Time)."""

import logging
import signal
from datetime import datetime, timedelta
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone
from psycopg_pool import PoolTimeout

from games.services.chat import forget_old_lines
from games.services.clock import beat, next_due, run_due
from games.services.guests import clear_guests
from games.services.invitations import expire_invitations
from games.services.pairing import mend_seeks
from games.services.tables import close_idle
from games.services.tv import LOOK_EVERY, tune

logger = logging.getLogger(__name__)

LONGEST_SLEEP = timedelta(milliseconds=100)
BEAT_EVERY = timedelta(seconds=1)
TIDY_EVERY = timedelta(minutes=1)
PAIR_EVERY = timedelta(seconds=2)
OUTAGE_SLEEP_SECONDS = 0.5
AT_ONCE = 50


class Command(BaseCommand):
    """Run the site's clock until told to stop; several may run at once."""

    help = "Do what is due at the tables, until SIGTERM. Several clocks may run."
    requires_system_checks = ()  # they would load every page of the site, at each start of a clock

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until SIGTERM or SIGINT; what has been begun is ended first."""
        stopped = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stopped.set())
        run_until(stopped)


def run_until(stopped: Event) -> None:
    """Do what is due, and keep the heartbeat fresh, until *stopped* is set; a lost database is waited for."""
    beaten = tidied = tuned = paired = datetime.min.replace(tzinfo=timezone.get_current_timezone())
    while not stopped.is_set():
        try:
            now = timezone.now()
            if now - beaten >= BEAT_EVERY:
                beat(now)
                beaten = now
            if now - tidied >= TIDY_EVERY:
                close_idle(now=now)
                clear_guests(now=now)
                expire_invitations(now=now)
                forget_old_lines(now=now)
                tidied = now
            if now - tuned >= LOOK_EVERY:
                _tune(now)
                tuned = now
            if now - paired >= PAIR_EVERY:
                mend_seeks(now)
                paired = now
            if run_due(now, AT_ONCE) < AT_ONCE:
                stopped.wait(_sleep().total_seconds())
        except (OperationalError, InterfaceError, PoolTimeout):
            logger.warning("The database does not answer; the clock tries again.", exc_info=True)
            connection.close()
            stopped.wait(OUTAGE_SLEEP_SECONDS)
    connection.close()


def _tune(now: datetime) -> None:
    """Keep the best table on TV; whatever is wrong with that, the clock goes on."""
    try:
        tune(now)
    except (OperationalError, InterfaceError, PoolTimeout):
        raise
    except Exception:
        logger.exception("Nobody could choose a table for TV.")


def _sleep() -> timedelta:
    """Return how long nothing is due, at most a tenth of a second: an act may be set sooner at any moment."""
    due = next_due()
    if due is None:
        return LONGEST_SLEEP
    return max(timedelta(), min(LONGEST_SLEEP, due - timezone.now()))
