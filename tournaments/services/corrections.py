"""Corrections: a director decides an encounter, corrects its result, takes it back, or has it played again.

What follows from it is made anew by the formats; where somebody has begun to play what would get other players, the
correction is refused and names it (docs/adr/0061, 0070). Ratings follow the matches behind the result.
"""

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db import transaction

from games.engine.errors import MatchOver
from games.models import Match, Table
from games.services import corrections as matches
from games.services.directing import stop_match
from tournaments.errors import WrongState
from tournaments.formats import corrections
from tournaments.formats.encounters import Ending, Leg, Result, Side, outcome_of
from tournaments.formats.errors import BadResult
from tournaments.models import DirectorCall, Encounter, EncounterLeg, EncounterTable, Round, Tournament
from tournaments.selectors.stages import format_of, leg_of, plan_of_round, stage_of
from tournaments.services.audit import SERVER, Hand, check_reason, note
from tournaments.services.calls import close_calls_of
from tournaments.services.departures import encounter_of
from tournaments.services.directors import check_decides
from tournaments.services.drafts import drop_draft
from tournaments.services.finishing import store_places
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.opening import open_leg, shut_tables, side_index
from tournaments.services.rearranging import begun_in, rearrange, reopen
from tournaments.services.results import decide, store_leg
from tournaments.services.settling import settle


@transaction.atomic
def decide_encounter(
    *,
    tournament_id: int,
    key: str,
    hand: Hand,
    now: datetime,
    reason: str,
    ending: Ending = Ending.PLAYED,
    legs: Sequence[Leg] = (),
    winner: Side | None = None,
) -> None:
    """Give an encounter a result, in the place of one it may have: its legs, a walk-over for *winner*, or void.

    What is being played there ends with it. Locks the tournament, then matches and tables. Raises WrongState,
    NoSuchPairing, NoRight, OwnEncounter, BadFormat without a reason, BadText, BadResult, and DependentBegun naming
    matches that would get other players and have begun.
    """
    tournament, encounter = _lock(tournament_id, key, hand, reason)
    plan = plan_of_round(tournament, encounter.round.number)
    result = Result(key, tuple(map(plain, legs)), ending, winner)
    outcome = outcome_of(plan, result)
    stage = stage_of(tournament)
    change = corrections.correct(format_of(tournament), stage, result, begun_in(tournament))
    if tournament.state == Tournament.State.FINISHED and change.stage.open:
        raise WrongState("the tournament is over, and this would have to be played")
    before = facts_of(encounter)
    _stop(encounter, result.legs, outcome.winner, now)
    _rate(encounter, result.legs, hand, reason)
    _store(encounter, result, now)
    close_calls_of(encounter, DirectorCall.Reason.DISPUTE, now=now)
    act = "result_corrected" if before["ending"] else "result_decided"
    note(tournament, hand, act, about=key, before=before, after=facts_of(encounter), reason=reason)
    rearrange(tournament, change, now)
    follow(tournament, now)


@transaction.atomic
def take_back(*, tournament_id: int, key: str, hand: Hand, now: datetime, reason: str, again: bool = False) -> None:
    """Take back what was played in an encounter: it is open again and its matches count for nothing.

    *again* opens a table for it at once; without, nobody plays until its players are settled (`open_again`). Locks as
    `decide_encounter`, and raises the same but for BadResult.
    """
    tournament, encounter = _lock(tournament_id, key, hand, reason)
    if tournament.state == Tournament.State.FINISHED:
        raise WrongState("the tournament is over: correct the result, or let it be void")
    change = corrections.void(format_of(tournament), stage_of(tournament), key, begun_in(tournament))
    before = facts_of(encounter)
    shut_tables([encounter], now)
    _rate(encounter, (), hand, reason)
    encounter.legs.all().delete()
    encounter.ending, encounter.winner = Encounter.Ending.OPEN, ""
    encounter.decided_at, encounter.begun_at, encounter.waits_until = None, None, None
    encounter.save(update_fields=["ending", "winner", "decided_at", "begun_at", "waits_until"])
    note(tournament, hand, "result_taken_back", about=key, before=before, reason=reason)
    rearrange(tournament, change, now)
    _reopen_round(tournament, encounter.round)
    if again and key not in change.stage.outcomes:
        reopen(tournament, encounter, now)
    follow(tournament, now)


@transaction.atomic
def open_again(*, tournament_id: int, key: str, hand: Hand, now: datetime) -> bool:
    """Open a table for the leg of an encounter that is to be played, and tell whether this did it: False where one is.

    Locks the tournament, then people and tables. Raises WrongState, NoSuchPairing, NoRight, OwnEncounter.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    encounter = encounter_of(tournament, key)
    check_decides(tournament, hand, encounter)
    if encounter.round.state == Round.State.RELEASED or key in stage_of(tournament).outcomes:
        raise WrongState(f"{key} is not to be played now")
    if encounter.tables.exclude(table__status=Table.Status.CLOSED).exists():
        return False
    close_calls_of(encounter, DirectorCall.Reason.UNCLEAR, now=now)
    plan = plan_of_round(tournament, encounter.round.number)
    played = encounter.legs.count()
    open_leg(tournament, encounter, plan.legs[played], played + 1, now)
    note(tournament, hand, "table_opened", about=key)
    settle(tournament, now)
    touch(tournament)
    return True


def follow(tournament: Tournament, now: datetime) -> None:
    """Settle what follows from a corrected result: a draft is drawn anew, places are counted anew after the end."""
    if tournament.state == Tournament.State.FINISHED:
        store_places(tournament, stage_of(tournament))
    else:
        drop_draft(tournament, SERVER, "a result has changed")
    settle(tournament, now)
    touch(tournament)


def plain(leg: Leg) -> Leg:
    """Return a leg that names its winner only where the score does not say it. Raises BadResult."""
    return Leg(leg.home, leg.away) if leg.home != leg.away and Leg(leg.home, leg.away).winner is leg.winner else leg


def facts_of(encounter: Encounter) -> dict[str, Any]:
    """Return what the audit log says of a result."""
    legs = [[leg.home, leg.away, leg.won_by] for leg in EncounterLeg.objects.filter(encounter=encounter)]
    return {"ending": encounter.ending, "winner": encounter.winner, "legs": legs}


def _lock(tournament_id: int, key: str, hand: Hand, reason: str) -> tuple[Tournament, Encounter]:
    """Lock a tournament for a director who decides about an encounter of two sides."""
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING, Tournament.State.FINISHED)
    encounter = encounter_of(tournament, key)
    check_decides(tournament, hand, encounter)
    check_reason(reason)
    if encounter.away_id is None:
        raise BadResult("a free round has no result")
    return tournament, encounter


def _stop(encounter: Encounter, legs: Sequence[Leg], winner: Side | None, now: datetime) -> None:
    """End what is being played in an encounter, with the score of its leg where there is one among *legs*."""
    number = EncounterLeg.objects.filter(encounter=encounter).count() + 1
    places = EncounterTable.objects.filter(encounter=encounter, leg=number, table__status=Table.Status.PLAYING)
    place = places.first()
    if place is not None and number <= len(legs):
        leg = legs[number - 1]
        match = Match.objects.get(table=place.table_id, status=Match.Status.RUNNING)
        ruling = ruling_of(place, leg)
        with suppress(MatchOver):  # it has ended by itself meanwhile: then it is corrected
            stop_match(match_id=match.pk, winners=ruling["winners"], totals=ruling["totals"], now=now)
        store_leg(encounter, number, leg, match, now)
    shut_tables([encounter], now, winner)


def ruling_of(place: EncounterTable, leg: Leg) -> dict[str, list[int]]:
    """Return a leg as a ruling about the match at its table."""
    totals = [leg.home, leg.away] if place.home_first else [leg.away, leg.home]
    return {"winners": [side_index(place, leg.winner)], "totals": totals}


def _rate(encounter: Encounter, legs: Sequence[Leg], hand: Hand, reason: str) -> None:
    """Let ratings follow: a match whose leg gets another score is corrected, one whose leg is no more annulled."""
    by = matches.Hand(hand.user_id or 0, hand.way, hand.address)
    for row in EncounterLeg.objects.filter(encounter=encounter, match__isnull=False).select_related("match"):
        match = row.match
        if match is None:
            continue
        if row.number > len(legs):
            matches.annul(match_id=match.pk, hand=by, reason=reason)
            continue
        leg = legs[row.number - 1]
        place = EncounterTable.objects.get(table=match.table_id)
        if leg_of(row) != leg:
            matches.correct_result(match_id=match.pk, hand=by, reason=reason, result=ruling_of(place, leg))


def _store(encounter: Encounter, result: Result, now: datetime) -> None:
    """Store a result; legs that stay as they were keep where they come from."""
    rows = {row.number: row for row in EncounterLeg.objects.filter(encounter=encounter)}
    encounter.legs.filter(number__gt=len(result.legs)).delete()
    for number, leg in enumerate(result.legs, 1):
        row = rows.get(number)
        if row is not None and leg_of(row) == leg:
            continue
        facts = {"home": leg.home, "away": leg.away, "won_by": leg.won_by or "", "way": EncounterLeg.Way.DIRECTOR}
        EncounterLeg.objects.update_or_create(encounter=encounter, number=number, defaults={**facts, "at": now})
    decide(encounter, now, Encounter.Ending(result.ending.value), result.winner)


def _reopen_round(tournament: Tournament, closed: Round) -> None:
    """Let a round run again of which an encounter is open again, unless a later one is under way."""
    others = Round.objects.filter(tournament=tournament).exclude(pk=closed.pk).exclude(state=Round.State.CLOSED)
    if closed.state == Round.State.CLOSED and not others.exclude(state=Round.State.DRAFT).exists():
        drop_draft(tournament, SERVER, "a result has been taken back")
        closed.state, closed.closed_at = Round.State.RUNNING, None
        closed.save(update_fields=["state", "closed_at"])
