"""Rounds: the start of one, by the director or by its moment, however often and by how many at once it is asked for."""

from datetime import datetime, timedelta

from django.db import transaction

from tournaments.errors import WrongState
from tournaments.models import Encounter, Round, Tournament
from tournaments.selectors.stages import stage_of
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.drafts import round_of, round_open
from tournaments.services.drawing import lateness
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.opening import note_begun, open_leg
from tournaments.services.settling import open_in, settle


@transaction.atomic
def start_round(*, tournament_id: int, number: int, hand: Hand, now: datetime) -> bool:
    """Open the tables of a released round, one for each encounter, and tell whether this did it: once a round.

    Locks the tournament, then people and tables. Raises NoRight, and WrongState for a round that has not been released,
    or while the tournament is paused.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING, Tournament.State.FINISHED)
    check_director(tournament, hand)
    current = round_of(tournament, number)
    if current.state in {Round.State.RUNNING, Round.State.CLOSED}:
        return False
    if current.state == Round.State.DRAFT:
        raise WrongState(f"round {number} is a draft: release it first")
    if tournament.paused_at is not None:
        raise WrongState("the tournament is paused")
    open_tables(tournament, current, hand, now)
    touch(tournament)
    return True


def open_tables(tournament: Tournament, current: Round, hand: Hand, now: datetime) -> None:
    """Open the tables of a released round; the tournament is locked."""
    late = lateness(hand, current.starts_at, now)
    current.state, current.started_at = Round.State.RUNNING, now
    if tournament.round_minutes:
        current.ends_at = now + timedelta(minutes=tournament.round_minutes)
    current.save(update_fields=["state", "started_at", "ends_at"])
    stage = stage_of(tournament)
    wanted = [pairing.key for pairing in open_in(stage, current.number)]
    first = stage.plan_of(current.number).legs[0]
    for encounter in Encounter.objects.filter(round=current, key__in=wanted).order_by("table_number"):
        encounter.round = current
        open_leg(tournament, encounter, first, 1, now)
    note_begun(tournament)
    note(tournament, hand, "round_started", about=str(current.number), after=late)
    settle(tournament, now)


@transaction.atomic
def close_round(*, tournament_id: int, number: int, hand: Hand, now: datetime) -> bool:
    """See to it that a round is closed, and tell whether this did it; it closes by itself with its last result.

    Locks the tournament. Raises NoRight, WrongState, and RoundOpen naming the tables without a result.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING, Tournament.State.FINISHED)
    check_director(tournament, hand)
    current = round_of(tournament, number, Round.State.RELEASED, Round.State.RUNNING, Round.State.CLOSED)
    if current.state == Round.State.CLOSED:
        return False
    if waiting := open_in(stage_of(tournament), number):
        raise round_open(tournament, waiting)
    settle(tournament, now)
    touch(tournament)
    return True
