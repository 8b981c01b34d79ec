"""Adding time: the director gives a round, or one table, more minutes (tournaments 4)."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from games.engine.errors import BadFormat
from tournaments.errors import WrongState
from tournaments.formats.errors import NoSuchPairing
from tournaments.models import Encounter, Round, Tournament
from tournaments.services.arming import arm
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director, check_not_own
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.pausing import open_tables, put_off

MOST_MINUTES: Final = 120


@transaction.atomic
def add_time_to_round(*, tournament_id: int, minutes: int, hand: Hand, reason: str = "") -> None:
    """Put off the end of the running round, and of the last hands at its tables.

    Locks the tournament, then the tables. Raises NoRight, BadFormat for minutes beyond 1-MOST_MINUTES, BadText, and
    WrongState where no round with a clock runs.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    more = _checked(minutes)
    running = Round.objects.filter(tournament=tournament, state=Round.State.RUNNING, ends_at__isnull=False).first()
    if running is None or running.ends_at is None:
        raise WrongState("no round with a clock is running")
    before, running.ends_at = running.ends_at, running.ends_at + more
    running.save(update_fields=["ends_at"])
    _put_off_tables(tournament, None, more)
    note(
        tournament,
        hand,
        "time_added",
        about=str(running.number),
        before={"ends_at": before.isoformat()},
        after={"ends_at": running.ends_at.isoformat()},
        reason=reason,
    )
    arm(tournament)
    touch(tournament)


@transaction.atomic
def add_time_to_table(
    *, tournament_id: int, key: str, minutes: int, hand: Hand, now: datetime, reason: str = ""
) -> None:
    """Let one encounter wait longer for who is absent, and its table play longer than the round.

    Locks the tournament, then the tables. Raises NoRight, OwnEncounter, NoSuchPairing, BadFormat, BadText, and
    WrongState where the encounter is decided, or neither waits for anybody nor has a clock.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    more = _checked(minutes)
    encounter = Encounter.objects.filter(tournament=tournament, key=key, round__state=Round.State.RUNNING).first()
    if encounter is None:
        raise NoSuchPairing(f"there is no pairing {key} in a round that runs")
    check_not_own(tournament, hand, encounter.home_id, encounter.away_id)
    if encounter.decided_at is not None:
        raise WrongState(f"{key} is decided")
    waits = encounter.waits_until is not None
    if encounter.waits_until is not None:
        encounter.waits_until = max(encounter.waits_until, now) + more
        encounter.save(update_fields=["waits_until"])
    if not _put_off_tables(tournament, encounter, more) and not waits:
        raise WrongState(f"{key} waits for nobody, and no clock runs there")
    note(tournament, hand, "time_added", about=key, after={"minutes": minutes}, reason=reason)
    arm(tournament)
    touch(tournament)


def _checked(minutes: int) -> timedelta:
    if not 1 <= minutes <= MOST_MINUTES:
        raise BadFormat(f"minutes is 1-{MOST_MINUTES}")
    return timedelta(minutes=minutes)


def _put_off_tables(tournament: Tournament, encounter: Encounter | None, more: timedelta) -> int:
    """Put off the last hands at the open tables with a clock; return how many there are."""
    clocks = [(table_id, stops_at) for table_id, stops_at in open_tables(tournament, encounter) if stops_at is not None]
    for table_id, stops_at in clocks:
        put_off(table_id, stops_at + more)
    return len(clocks)
