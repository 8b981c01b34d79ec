"""Opening: the tables at which the legs of encounters are played, each opened once and closed with its leg.

For services that hold the tournament's lock; the constraint of one table a leg, room and attempt stands behind it.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse

from games.engine.errors import MatchOver
from games.engine.errors import Refusal as GameRefusal
from games.models import Match, Table
from games.selectors.chairs import sides_of
from games.services.directing import stop_match
from games.services.official_tables import close_official_table, open_official_table
from tournaments.formats.encounters import LegRule, Side
from tournaments.models import DirectorCall, Encounter, EncounterTable, EntrantMember, Tournament
from tournaments.selectors.plans import rules_of
from tournaments.services.calls import call_for_server

_LONGEST_NAME: Final = 60


def open_leg(tournament: Tournament, encounter: Encounter, rule: LegRule, leg: int, now: datetime) -> int | None:
    """Open the table of a leg and return its id; None where it is played on paper, or could not be opened.

    The sides change chairs from leg to leg. Who is absent is waited for from now on. Where the games refuse, for
    somebody plays elsewhere, the director is called. The encounter's round is loaded.
    """
    seats = _seats(encounter, rule, is_home_first=leg % 2 == 1)
    if seats is None:
        return None
    try:
        with transaction.atomic():
            table_id = open_official_table(
                club_id=tournament.club_id,
                preset=rule.preset,
                options={**dict(rule.options), "target": rule.target},
                name=_name(tournament, encounter),
                origin=tournament.name,
                origin_url=reverse("tournament", args=[tournament.code]),
                seats=seats,
                rated=tournament.rated,
                move_seconds=tournament.move_seconds,
                bank_seconds=tournament.bank_seconds,
                bot_delay_ms=tournament.bot_delay_ms,
                watch_delay=tournament.watch_delay,
                bots_allowed=tournament.bots_allowed,
                stops_at=encounter.round.ends_at,
                now=now,
            )
    except GameRefusal as refusal:
        call_for_server(tournament, encounter, DirectorCall.Reason.UNCLEAR, refusal.detail or refusal.code, now=now)
        return None
    earlier = EncounterTable.objects.filter(encounter=encounter, leg=leg).count()
    EncounterTable.objects.create(
        encounter=encounter,
        leg=leg,
        attempt=earlier + 1,
        table_id=table_id,
        home_first=leg % 2 == 1,
        opened_at=now,
    )
    encounter.waits_until = now + timedelta(minutes=tournament.grace_minutes) if tournament.grace_minutes else None
    encounter.save(update_fields=["waits_until"])
    return table_id


def note_begun(tournament: Tournament) -> None:
    """Write down of encounters since when they are being played; who is there is waited for no longer."""
    later = EncounterTable.objects.filter(
        encounter=OuterRef("table__encounter_table__encounter"), pk__gt=OuterRef("table__encounter_table")
    )
    matches = Match.objects.filter(
        ~Exists(later),
        table__encounter_table__encounter__tournament=tournament,
        table__encounter_table__encounter__decided_at=None,
        table__encounter_table__encounter__waits_until__isnull=False,
    ).values_list("table__encounter_table__encounter", "started_at")
    for encounter_id, started_at in matches:
        begun = Encounter.objects.filter(pk=encounter_id)
        begun.filter(begun_at=None).update(begun_at=started_at)
        begun.update(waits_until=None)


def shut_tables(encounters: Iterable[Encounter], now: datetime, winner: Side | None = None) -> None:
    """Close what is open of the tables of *encounters*; a match at one ends there, won by *winner*, or for nothing.

    Locks matches, then tables.
    """
    places = EncounterTable.objects.filter(encounter__in=encounters).exclude(table__status=Table.Status.CLOSED)
    for place in places.order_by("pk"):
        running = Match.objects.filter(table=place.table_id, status=Match.Status.RUNNING).first()
        if running is not None:
            _stop(running, None if winner is None else side_index(place, winner), now)
        close_official_table(table_id=place.table_id)


def _stop(running: Match, winner: int | None, now: datetime) -> None:
    won = (None, "annulled") if winner is None else ([winner], "forfeit")
    with suppress(MatchOver):  # it has ended by itself meanwhile
        stop_match(match_id=running.pk, winners=won[0], reason=won[1], now=now)


def side_index(place: EncounterTable, side: Side) -> int:
    """Return which side of the match at a table plays for *side* of the encounter."""
    return int((side is Side.HOME) != place.home_first)


def _seats(encounter: Encounter, rule: LegRule, *, is_home_first: bool) -> Mapping[int, int] | None:
    """Return who sits where, members in order; None for a leg on paper, or where somebody has no account."""
    if rule.on_paper or encounter.away_id is None:
        return None
    people: dict[int, list[int | None]] = {}
    members = EntrantMember.objects.filter(entrant__in=[encounter.home_id, encounter.away_id], until=None)
    for member in members.order_by("pk"):
        people.setdefault(member.entrant_id, []).append(member.user_id)
    order = [encounter.home_id, encounter.away_id] if is_home_first else [encounter.away_id, encounter.home_id]
    seats: dict[int, int] = {}
    for side, own_id in zip(sides_of(rules_of(rule)), order, strict=True):
        own = people.get(own_id or 0, [])
        if len(own) != len(side):
            return None
        for number, user_id in zip(side, own, strict=True):
            if user_id is None:
                return None
            seats[number] = user_id
    return seats


def _name(tournament: Tournament, encounter: Encounter) -> str:
    number = f" {encounter.round.number}.{encounter.table_number}"
    return tournament.name[: _LONGEST_NAME - len(number)] + number
