"""Simulation: a tournament of bots at real tables, played to its end by the services a live one goes through.

Its time is its own: whatever is due next, a card or a round, happens at the moment it is due, and the next thing at
once after it. Nothing waits, so an evening takes as long as the services take.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from heapq import heappop, heappush, heapreplace
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from accounts.errors import NoSuchClub
from accounts.models import Club
from accounts.services.bots import house_bot
from accounts.services.clubs import found, lock_club
from games.models import Event, Match
from games.services.clock import run_ahead
from games.services.house_bots import LEVEL
from tournaments.models import Encounter, Tournament
from tournaments.services import hand_entries, making, results
from tournaments.services.audit import SERVER
from tournaments.services.drawing import start_tournament
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.sweep import advance

CLUB: Final = "Simulations"
SOON: Final = timedelta(minutes=1)
EARLIER: Final = timedelta(hours=12)
"""How long ago a simulated evening begins at best: none of it is still to come when it has been played."""
ACTS: Final = 48
"""Acts of a match done in one transaction: about a hand."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a simulation has got: the round, and how many of its encounters are decided."""

    round: int
    decided: int
    encounters: int


Told = Callable[[Reached], None]


def club_for(slug: str | None) -> int:
    """Return the id of the club named, or of the one that is there for simulations. Raises NoSuchClub."""
    if slug is not None:
        known = Club.objects.filter(slug=slug, closed_at=None).values_list("pk", flat=True).first()
        if known is None:
            raise NoSuchClub
        return known
    own = Club.objects.filter(name=CLUB, closed_at=None).values_list("pk", flat=True).first()
    return found(user_id=house_bot(LEVEL, 0), name=CLUB) if own is None else own


@transaction.atomic
def prepare(*, club_id: int, entrants: int, now: datetime, **facts: Any) -> int:
    """Make and announce a tournament, and enter so many pairs of bots; return its id.

    *facts* are those of `making.create`. Bots are never rated, so neither is the tournament. Locks the club. Raises
    what making and entering raise.
    """
    quick = {"bots_allowed": True, "rated": False, "check_in_minutes": 0, "break_minutes": 0, "bot_delay_ms": 0}
    club = lock_club(club_id)
    tournament = making.make(club, {**quick, "starts_at": now + SOON, **facts}, created_by_id=None, now=now)
    making.announce(tournament_id=tournament.pk, hand=SERVER, now=now)
    hand_entries.fill_with_bots(tournament_id=tournament.pk, hand=SERVER, up_to=entrants, now=now)
    return tournament.pk


def run(*, tournament_id: int, told: Told) -> None:
    """Begin a tournament that has been prepared and play it to its end; *told* hears of each encounter decided.

    Transactions of its own, as the clock and the sweep have them. Raises what beginning raises, and RuntimeError should
    nothing be due any more before the end.
    """
    now = Tournament.objects.values_list("starts_at", flat=True).get(pk=tournament_id)
    start_tournament(tournament_id=tournament_id, hand=SERVER, now=now)
    at_tables: list[tuple[datetime, UUID]] = []
    known: set[UUID] = set()
    while True:
        state, act_at = Tournament.objects.values_list("state", "act_at").get(pk=tournament_id)
        if state != Tournament.State.RUNNING:
            return
        for moment, match_id in _begun(tournament_id, known):
            heappush(at_tables, (moment, match_id))
            known.add(match_id)
        ended = _play_on(at_tables, act_at)
        if ended is not None:
            now, match_id = ended
            results.take_up(match_id=match_id, now=now)
            told(_reached(tournament_id))
        elif act_at is not None:
            now = max(now, act_at)
            _advance(tournament_id, now)
        else:
            raise RuntimeError("Nothing is due, and the tournament is not over.")


def cards_played(*, tournament_id: int) -> int:
    """Return how many cards have been played in a tournament."""
    at_tables = Event.objects.filter(match__table__encounter_table__encounter__tournament=tournament_id)
    return at_tables.filter(kind="played").count()


def _begun(tournament_id: int, known: set[UUID]) -> list[tuple[datetime, UUID]]:
    """Return the matches that have begun since, and when the first thing in each is due."""
    running = Match.objects.filter(
        table__encounter_table__encounter__tournament=tournament_id, status=Match.Status.RUNNING, act_at__isnull=False
    )
    due = running.exclude(pk__in=known).values_list("act_at", "pk")
    return [(act_at, match_id) for act_at, match_id in due if act_at is not None]


def _play_on(at_tables: list[tuple[datetime, UUID]], until: datetime | None) -> tuple[datetime, UUID] | None:
    """Do what is due at the tables, the earliest first, and return when the first match ends, and which.

    None where none does before the moment *until* comes.
    """
    while at_tables and (until is None or at_tables[0][0] <= until):
        _, match_id = at_tables[0]
        moment = run_ahead(match_id, ACTS)
        if moment is None:
            return heappop(at_tables)
        heapreplace(at_tables, (moment, match_id))
    return None


@transaction.atomic
def _advance(tournament_id: int, now: datetime) -> None:
    """Do what the tournament has due, as the sweep does."""
    tournament = lock_tournament(tournament_id)
    if advance(tournament, now):
        touch(tournament)


def _reached(tournament_id: int) -> Reached:
    current = Encounter.objects.filter(tournament=tournament_id).order_by("-round__number").first()
    number = current.round.number if current else 0
    own = Encounter.objects.filter(tournament=tournament_id, round__number=number)
    return Reached(number, own.exclude(decided_at=None).count(), own.count())
