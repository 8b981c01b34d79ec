"""Pausing: the director stops the whole tournament, and lets it go on with all of its clocks where they stood.

While it is stopped the matches stand, nobody is missed and no round begins by itself. Only where the last player comes
meanwhile does a match begin: who is there plays.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from games.errors import MatchPaused, NotOpen, NotPaused, TableClosed
from games.models import Table
from games.services import directing, official_tables
from tournaments.errors import WrongState
from tournaments.models import Encounter, EncounterTable, Round, Tournament
from tournaments.services.arming import arm
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.settling import settle


@transaction.atomic
def pause_tournament(*, tournament_id: int, hand: Hand, now: datetime, reason: str = "") -> None:
    """Stop a running tournament and the matches at its tables. Locks it, then the matches.

    Raises NoRight, BadText, and WrongState where it does not run or is stopped already.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    if tournament.paused_at is not None:
        raise WrongState("the tournament is stopped already")
    for table_id, _stops_at in open_tables(tournament):
        try:
            directing.pause_table(table_id=table_id, now=now)
        except (NotOpen, MatchPaused):
            continue  # nothing is being played there, or the players have paused it themselves
    tournament.paused_at = now
    note(tournament, hand, "paused", reason=reason)
    arm(tournament)
    touch(tournament, "paused_at")


@transaction.atomic
def resume_tournament(*, tournament_id: int, hand: Hand, now: datetime) -> None:
    """Let a stopped tournament go on: rounds, waits and matches get back the time for which it stood.

    Locks it, then the matches and the tables. Raises NoRight, and WrongState where it is not stopped.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    if tournament.paused_at is None:
        raise WrongState("the tournament is not stopped")
    lasted = now - tournament.paused_at
    for table_id, stops_at in open_tables(tournament):
        _resume_table(table_id, stops_at, lasted, now)
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.CLOSED)
    rounds.update(starts_at=F("starts_at") + lasted, ends_at=F("ends_at") + lasted)
    waiting = Encounter.objects.filter(tournament=tournament, decided_at=None)
    waiting.update(waits_until=F("waits_until") + lasted)
    tournament.paused_at = None
    tournament.save(update_fields=["paused_at"])
    note(tournament, hand, "resumed", before={"seconds": round(lasted.total_seconds())})
    settle(tournament, now)
    touch(tournament)


def open_tables(tournament: Tournament, encounter: Encounter | None = None) -> Iterator[tuple[int, datetime | None]]:
    """Yield the tables at which a tournament, or one encounter of it, is played now: their ids, and when hands end."""
    tables = EncounterTable.objects.filter(encounter__tournament=tournament)
    if encounter is not None:
        tables = tables.filter(encounter=encounter)
    found = tables.exclude(table__status=Table.Status.CLOSED).order_by("table_id")
    yield from found.values_list("table_id", "table__stops_at")


def _resume_table(table_id: int, stops_at: datetime | None, lasted: timedelta, now: datetime) -> None:
    """Let the match at a table go on; a table without one that has been stopped has its end put off all the same."""
    try:
        directing.resume_table(table_id=table_id, now=now)
    except (NotOpen, NotPaused):
        if stops_at is not None:
            put_off(table_id, stops_at + lasted)


def put_off(table_id: int, stops_at: datetime) -> None:
    """Say anew until when hands begin at a table, if it has not been closed meanwhile."""
    try:
        official_tables.extend(table_id=table_id, stops_at=stops_at)
    except TableClosed:
        return
