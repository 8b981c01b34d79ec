"""No-shows: what becomes of an encounter whose players have not all come by the end of the grace (tournaments, 4).

The side that is there wins *a tavolino*. Where neither is, both are out, and whoever would have met the winner goes on.
"""

from datetime import datetime

from games.models import Seat
from tournaments.formats.encounters import Side
from tournaments.models import DirectorCall, Encounter, EncounterTable, Entrant, EntrantMember, Tournament
from tournaments.services.audit import SERVER, note
from tournaments.services.calls import call_for_server
from tournaments.services.opening import note_begun, shut_tables
from tournaments.services.results import decide


def decide_absent(tournament: Tournament, now: datetime) -> bool:
    """Decide the encounters of a locked tournament that have waited long enough; tell whether there were any."""
    note_begun(tournament)
    due = Encounter.objects.filter(tournament=tournament, decided_at=None, waits_until__lte=now)
    encounters = list(due.select_related("round", "home", "away").order_by("table_number"))
    for encounter in encounters:
        _decide(tournament, encounter, now)
    return bool(encounters)


def _decide(tournament: Tournament, encounter: Encounter, now: datetime) -> None:
    present = sides_present(encounter)
    shut_tables([encounter], now)
    if len(present) == 1:
        winner = present.pop()
        decide(encounter, now, Encounter.Ending.WALKOVER, winner)
        note(tournament, SERVER, "no_show", about=encounter.key, after={"winner": winner.value})
        return
    decide(encounter, now, Encounter.Ending.VOID)
    for entrant in (encounter.home, encounter.away):
        if entrant is not None and entrant.left is None:
            entrant.left, entrant.state = encounter.round.number, Entrant.State.WITHDRAWN
            entrant.save(update_fields=["left", "state"])
    note(tournament, SERVER, "no_show", about=encounter.key, after={"out": ["home", "away"]})
    call_for_server(tournament, encounter, DirectorCall.Reason.ABSENT, now=now)


def sides_present(encounter: Encounter) -> set[Side]:
    """Return the sides whose players have all arrived at the encounter's latest table."""
    place = EncounterTable.objects.filter(encounter=encounter).order_by("-opened_at", "-pk").first()
    if place is None:
        return set()
    arrived = set(Seat.objects.filter(table=place.table_id).exclude(arrived_at=None).values_list("user_id", flat=True))
    members = EntrantMember.objects.filter(until=None)
    sides = ((Side.HOME, encounter.home_id), (Side.AWAY, encounter.away_id))
    return {
        side
        for side, entrant_id in sides
        if set(members.filter(entrant=entrant_id).values_list("user_id", flat=True)) <= arrived
    }
