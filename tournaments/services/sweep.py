"""Sweep: does what tournaments have due by themselves, by rows that any number of sweeps may share.

Each tournament is a transaction of its own: claimed with SKIP LOCKED, brought to where rows and time say it should be,
and armed for the next time. Whatever was missed while no sweep ran is done once, late, and says so in the audit log.
"""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db import InterfaceError, OperationalError, transaction

from tournaments.formats.errors import Refusal as FormatRefusal
from tournaments.models import Round, Tournament
from tournaments.selectors.entry_rules import closing_time_of
from tournaments.services import results
from tournaments.services.arming import arm, waits_for_director
from tournaments.services.audit import SERVER
from tournaments.services.closing_entries import close_entries
from tournaments.services.drawing import begin
from tournaments.services.locks import touch
from tournaments.services.no_shows import decide_absent
from tournaments.services.rounds import open_tables
from tournaments.services.settling import call_to_desk, settle

logger = logging.getLogger(__name__)

_TRY_AGAIN: Final = timedelta(seconds=30)


def run_due(now: datetime, limit: int = 100) -> int:
    """Do what up to *limit* tournaments have due by *now*; return how many did something."""
    seen: set[int] = set()
    left = list(results.left().values_list("pk", flat=True)[:limit])
    done = sum(results.take_up(match_id=pk, now=now) for pk in left)
    while done < limit and _run_one(now, seen):
        done += 1
    return done


def advance(tournament: Tournament, now: datetime) -> bool:
    """Do everything a locked tournament has due by *now*, and arm it; tell whether anything has changed."""
    has_changed = False
    if tournament.paused_at is None:
        if tournament.state == Tournament.State.ANNOUNCED:
            has_changed = _advance_to_start(tournament, now)
        if tournament.state == Tournament.State.RUNNING:
            has_changed |= decide_absent(tournament, now)
            has_changed |= settle(tournament, now)
            has_changed |= _start_due(tournament, now)
    arm(tournament)
    return has_changed


def _advance_to_start(tournament: Tournament, now: datetime) -> bool:
    has_changed = False
    if tournament.entries_closed_at is None and closing_time_of(tournament) <= now:
        close_entries(tournament, now=now)
        has_changed = True
    is_due = tournament.pace == Tournament.Pace.AUTOMATIC and tournament.starts_at <= now
    if is_due and not waits_for_director(tournament):
        has_changed = True
        try:
            with transaction.atomic():
                begin(tournament, SERVER, now)
        except FormatRefusal as refusal:
            tournament.refresh_from_db()
            call_to_desk(tournament, refusal, now)
    return has_changed


def _start_due(tournament: Tournament, now: datetime) -> bool:
    """Open the tables of a released round whose moment has come."""
    released = Round.objects.filter(tournament=tournament, state=Round.State.RELEASED, starts_at__lte=now).first()
    if released is None or tournament.state != Tournament.State.RUNNING:
        return False
    open_tables(tournament, released, SERVER, now)
    return True


def _run_one(now: datetime, seen: set[int]) -> bool:
    """Do what the tournament that has waited longest has due, of those not *seen* yet; False if none has."""
    tournament_id = None
    try:
        with transaction.atomic():
            due = Tournament.objects.filter(act_at__lte=now).exclude(pk__in=seen).order_by("act_at", "pk")
            tournament = due.select_for_update(no_key=True, skip_locked=True).first()
            if tournament is None:
                return False
            tournament_id = tournament.pk
            seen.add(tournament_id)
            if advance(tournament, now):
                touch(tournament)
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("The sweep failed at tournament %s.", tournament_id)
        if tournament_id is not None:
            Tournament.objects.filter(pk=tournament_id, act_at__lte=now).update(act_at=now + _TRY_AGAIN)
    return True
