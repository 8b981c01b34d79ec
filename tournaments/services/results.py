"""Results: taken over from the matches they were played in, each once (architecture 2: upward news)."""

from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, Table
from games.selectors.memory import position_of
from tournaments.formats.encounters import Leg, LegRule, Plan, Side, next_leg
from tournaments.models import DirectorCall, Encounter, EncounterLeg, EncounterTable, Tournament
from tournaments.selectors.stages import leg_of, plan_of_round
from tournaments.services.calls import call_for_server, close_calls_of
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.opening import note_begun, open_leg, shut_tables, side_index
from tournaments.services.settling import settle

GIVEN_UP: Final = frozenset({"resign", "forfeit"})
"""Why a match may have ended before its first trick and yet have a winner."""


@transaction.atomic
def take_up(*, match_id: UUID, now: datetime) -> bool:
    """Take over the result of a match that has ended at a table of a tournament; tell whether this did it.

    The leg is stored; the encounter is decided by it or goes on at another table; what follows is settled. A match
    called off is played again. Locks the tournament, then tables.
    """
    found = EncounterTable.objects.filter(table__matches=match_id)
    tournament_id = found.values_list("encounter__tournament", flat=True).first()
    if tournament_id is None:
        return False
    tournament = lock_tournament(tournament_id)
    if tournament.state != Tournament.State.RUNNING:
        return False
    place = found.select_related("encounter__round", "table").get()
    match = Match.objects.get(pk=match_id)
    encounter = place.encounter
    if match.status == Match.Status.RUNNING or not _is_awaited(place):
        return False
    if encounter.begun_at is None:
        encounter.begun_at = match.started_at
        encounter.save(update_fields=["begun_at"])
    plan = plan_of_round(tournament, encounter.round.number)
    shut_tables([encounter], now)
    rule = plan.legs[place.leg - 1]
    leg = played_leg(match, place, rule)
    if leg is None:
        encounter.begun_at = None  # nothing has been played
        encounter.save(update_fields=["begun_at"])
        call_for_server(tournament, encounter, DirectorCall.Reason.UNCLEAR, now=now)
        open_leg(tournament, encounter, rule, place.leg, now)
    elif len(plan.legs) == 1 and was_given_up_unplayed(match):
        decide(encounter, now, Encounter.Ending.WALKOVER, leg.winner)
    else:
        store_leg(encounter, place.leg, leg, match, now)
        go_on(tournament, encounter, plan, now)
    note_begun(tournament)
    settle(tournament, now)
    touch(tournament)
    return True


def left() -> QuerySet[Match]:
    """Return the matches that have ended without their results having been taken over: a lost message's."""
    later = EncounterTable.objects.filter(
        encounter=OuterRef("table__encounter_table__encounter"), pk__gt=OuterRef("table__encounter_table")
    )
    taken_back = Q(table__status=Table.Status.CLOSED, table__encounter_table__encounter__begun_at=None)
    taken = EncounterLeg.objects.filter(
        encounter=OuterRef("table__encounter_table__encounter"), number=OuterRef("table__encounter_table__leg")
    )
    return Match.objects.filter(
        ~Exists(later),
        ~Exists(taken),
        ~taken_back,
        table__encounter_table__encounter__decided_at=None,
        table__encounter_table__encounter__tournament__state=Tournament.State.RUNNING,
    ).exclude(status=Match.Status.RUNNING)


def record_leg(
    tournament: Tournament,
    encounter: Encounter,
    number: int,
    *,
    home: int,
    away: int,
    won_by: str,
    way: str,
    now: datetime,
) -> None:
    """Store the score of a leg that was not played at a table, and settle what follows.

    The caller holds the tournament's lock and has checked that it is the leg to be played now; the encounter's round is
    loaded. Raises BadResult for a score that cannot be.
    """
    plan = plan_of_round(tournament, encounter.round.number)
    shut_tables([encounter], now)
    EncounterLeg.objects.create(
        encounter=encounter, number=number, home=home, away=away, won_by=won_by, way=way, at=now
    )
    go_on(tournament, encounter, plan, now)
    note_begun(tournament)
    settle(tournament, now)
    touch(tournament)


def go_on(tournament: Tournament, encounter: Encounter, plan: Plan, now: datetime) -> None:
    """Decide a locked tournament's encounter if its legs do, or open the table of the next leg; its round is loaded.

    Raises BadResult for legs that cannot have been.
    """
    legs = [leg_of(row) for row in EncounterLeg.objects.filter(encounter=encounter).order_by("number")]
    rule = next_leg(plan, legs)
    if rule is None:
        decide(encounter, now, Encounter.Ending.PLAYED)
    else:
        open_leg(tournament, encounter, rule, len(legs) + 1, now)


def decide(encounter: Encounter, now: datetime, ending: Encounter.Ending, winner: Side | None = None) -> None:
    """Store how an encounter was decided; nobody has to come for it any more."""
    encounter.ending, encounter.winner = ending, winner.value if winner else ""
    encounter.decided_at, encounter.waits_until = now, None
    encounter.save(update_fields=["ending", "winner", "decided_at", "waits_until"])
    close_calls_of(encounter, DirectorCall.Reason.ABSENT, DirectorCall.Reason.UNCLEAR, now=now)


def _is_awaited(place: EncounterTable) -> bool:
    """Tell whether the leg at this table is still to be decided, and at no later table."""
    encounter = place.encounter
    if encounter.decided_at is not None:
        return False
    if place.table.status == Table.Status.CLOSED and encounter.begun_at is None:
        return False  # it was taken back
    if EncounterLeg.objects.filter(encounter=encounter, number=place.leg).exists():
        return False
    return not EncounterTable.objects.filter(encounter=encounter, pk__gt=place.pk).exists()


def played_leg(match: Match, place: EncounterTable, rule: LegRule) -> Leg | None:
    """Return the score of the leg that a match was, a ruling before the result of play; None where nobody has won.

    Given up before a trick was played it is target to nothing (tournaments, 4).
    """
    outcome = match.ruling or match.result or {}
    if match.status != Match.Status.FINISHED or len(outcome.get("winners", ())) != 1:
        return None
    winner = Side.HOME if outcome["winners"][0] == side_index(place, Side.HOME) else Side.AWAY
    if was_given_up_unplayed(match):
        return Leg(rule.target, 0) if winner is Side.HOME else Leg(0, rule.target)
    home, away = (max(0, outcome["totals"][side_index(place, side)]) for side in (Side.HOME, Side.AWAY))
    says_it = home > away if winner is Side.HOME else away > home
    return Leg(home, away, None if says_it else winner)


def was_given_up_unplayed(match: Match) -> bool:
    """Tell whether a match was given up before its first trick, and nothing else was decided about it since."""
    outcome = match.result or {}
    if match.ruling is not None or outcome.get("reason") not in GIVEN_UP:
        return False
    return not position_of(match.pk, match.seq).has_trick


def store_leg(encounter: Encounter, number: int, leg: Leg, match: Match, now: datetime) -> None:
    """Store the score of a leg played at a table; the constraint of one score a leg stands behind it."""
    EncounterLeg.objects.create(
        encounter=encounter,
        number=number,
        home=leg.home,
        away=leg.away,
        won_by=leg.won_by or "",
        match=match,
        at=match.finished_at or now,
    )
