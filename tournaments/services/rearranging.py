"""Rearranging: stores what a correction does to pairings that follow from results (docs/adr/0061).

For services that hold the tournament's lock. Nobody has begun to play what is rearranged: the formats see to that.
"""

from collections.abc import Iterable
from datetime import datetime

from accounts.services import notices
from games.models import Table
from tournaments.formats.corrections import Correction
from tournaments.formats.stage import Pairing
from tournaments.models import Encounter, EncounterLeg, EncounterTable, Entrant, EntrantMember, Round, Tournament
from tournaments.selectors.stages import plan_of_round
from tournaments.services.opening import open_leg, shut_tables
from tournaments.services.telling import notice_data


def begun_in(tournament: Tournament) -> frozenset[str]:
    """Return the keys of encounters that have begun: by a match at a table that is not closed, a leg, or on paper."""
    stamped = Encounter.objects.filter(tournament=tournament, begun_at__isnull=False).values_list("key", flat=True)
    tables = EncounterTable.objects.filter(encounter__tournament=tournament, table__matches__isnull=False)
    playing = tables.exclude(table__status=Table.Status.CLOSED).values_list("encounter__key", flat=True)
    scored = EncounterLeg.objects.filter(encounter__tournament=tournament).values_list("encounter__key", flat=True)
    return frozenset(stamped) | frozenset(playing) | frozenset(scored)


def rearrange(tournament: Tournament, change: Correction, now: datetime) -> None:
    """Give pairings their new players, and take back those that no longer follow; tables are opened anew.

    Everybody concerned is told.
    """
    for before, after in change.replaced:
        _replace(tournament, before, after, now)
    for gone in change.removed:
        encounter = Encounter.objects.select_related("round").get(tournament=tournament, key=gone.key)
        shut_tables([encounter], now)
        tell_of_change(tournament, encounter.round.number, [encounter.home_id, encounter.away_id])
        encounter.delete()
    emptied = Round.objects.filter(tournament=tournament, number__in={gone.round for gone in change.removed})
    emptied.filter(encounters=None).delete()


def reopen(tournament: Tournament, encounter: Encounter, now: datetime) -> None:
    """Open a table for the first leg of an encounter, if the tables of its round are open; its round is loaded."""
    if encounter.round.state != Round.State.RELEASED and encounter.away_id is not None:
        open_leg(tournament, encounter, plan_of_round(tournament, encounter.round.number).legs[0], 1, now)


def tell_of_change(tournament: Tournament, number: int, entrant_ids: Iterable[int | None]) -> None:
    """Tell the players of entrants that the draw of a round is another for them."""
    members = EntrantMember.objects.filter(entrant__in=[pk for pk in entrant_ids if pk is not None], until=None)
    players = list(members.exclude(user=None).order_by("user_id").values_list("user_id", flat=True))
    data = {**notice_data(tournament), "round": number}
    notices.give_all(user_ids=players, kind="round_changed", data=data)


def _replace(tournament: Tournament, before: Pairing, after: Pairing, now: datetime) -> None:
    encounter = Encounter.objects.select_related("round").get(tournament=tournament, key=before.key)
    was = [encounter.home_id, encounter.away_id]
    shut_tables([encounter], now)
    rows = {row.number: row for row in Entrant.objects.filter(tournament=tournament, number__in=after.numbers)}
    encounter.home, encounter.away = rows[after.home], None if after.away is None else rows[after.away]
    encounter.decided_at, encounter.waits_until = None, None
    encounter.save(update_fields=["home", "away", "decided_at", "waits_until"])
    reopen(tournament, encounter, now)
    tell_of_change(tournament, encounter.round.number, {*was, encounter.home_id, encounter.away_id})
