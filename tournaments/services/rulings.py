"""Rulings: what is decided about a match after its end, by whoever keeps results, taken over by its tournament."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from games.models import Match
from games.services.corrections import ANNULLED
from tournaments.formats import corrections
from tournaments.formats.encounters import Leg, Result
from tournaments.formats.errors import Refusal
from tournaments.models import DirectorCall, Encounter, EncounterLeg, EncounterTable, Tournament
from tournaments.selectors.stages import format_of, leg_of, plan_of_round, stage_of
from tournaments.services.audit import SERVER, note
from tournaments.services.calls import call_for_server
from tournaments.services.corrections import facts_of, follow
from tournaments.services.locks import lock_tournament
from tournaments.services.rearranging import begun_in, rearrange
from tournaments.services.results import played_leg


@transaction.atomic
def take_up_ruling(*, match_id: UUID, now: datetime) -> bool:
    """Take over what a correction has made of a match whose score counts in a tournament; tell whether it changed that.

    Where the match was annulled, or others have built on its result, the director is called instead. Locks the
    tournament, then matches and tables.
    """
    found = EncounterLeg.objects.filter(match_id=match_id)
    tournament_id = found.values_list("encounter__tournament", flat=True).first()
    if tournament_id is None:
        return False
    tournament = lock_tournament(tournament_id)
    row = found.select_related("encounter__round").first()
    if row is None or tournament.state not in {Tournament.State.RUNNING, Tournament.State.FINISHED}:
        return False
    match = Match.objects.get(pk=match_id)
    place = EncounterTable.objects.get(table=match.table_id)
    plan = plan_of_round(tournament, row.encounter.round.number)
    leg = played_leg(match, place, plan.legs[row.number - 1])
    if leg is None or match.unrated_reason == ANNULLED:
        call_for_server(tournament, row.encounter, DirectorCall.Reason.UNCLEAR, now=now)
        return False
    if leg == leg_of(row):
        return False
    before = facts_of(row.encounter)
    try:
        with transaction.atomic():
            _correct(tournament, row, leg, now)
    except Refusal as refusal:
        words = refusal.detail or refusal.code
        call_for_server(tournament, row.encounter, DirectorCall.Reason.UNCLEAR, words, now=now)
        return False
    note(tournament, SERVER, "result_followed", about=row.encounter.key, before=before, after=facts_of(row.encounter))
    follow(tournament, now)
    return True


def _correct(tournament: Tournament, row: EncounterLeg, leg: Leg, now: datetime) -> None:
    """Give a leg its new score. Raises what the formats refuse."""
    encounter, stage = row.encounter, stage_of(tournament)
    row.home, row.away, row.won_by = leg.home, leg.away, leg.won_by or ""
    row.save(update_fields=["home", "away", "won_by"])
    if encounter.ending == Encounter.Ending.PLAYED:
        result = Result(encounter.key, tuple(leg_of(own) for own in encounter.legs.all()))
        rearrange(tournament, corrections.correct(format_of(tournament), stage, result, begun_in(tournament)), now)
