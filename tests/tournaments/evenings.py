"""Evenings: tournaments under way, played round by round by the services, with results as a test wants them."""

from datetime import datetime, timedelta

from games.models import Match, Table
from games.services import directing, official_tables
from tests.tournaments.factories import STARTS_AT, a_director, a_tournament, pairs
from tournaments.formats.encounters import Side
from tournaments.models import Encounter, EncounterTable, Round, Tournament
from tournaments.services import drawing, results, rounds
from tournaments.services.audit import SERVER, Hand
from tournaments.services.opening import side_index


def begun(count: int, format_name: str = "swiss", now: datetime = STARTS_AT, **facts) -> Tournament:
    """A tournament of *count* pairs of people that has begun: its first round is released, or drawn by hand."""
    tournament = a_tournament(a_director(), format_name, **{"check_in_minutes": 0, **facts})
    pairs(tournament, count)
    drawing.start_tournament(tournament_id=tournament.pk, hand=SERVER, now=now)
    tournament.refresh_from_db()
    return tournament


def hand_of(tournament: Tournament) -> Hand:
    """The hand of the director who made it."""
    return Hand(tournament.created_by_id, "api", "192.0.2.7")


def current(tournament: Tournament) -> Round:
    return tournament.rounds.latest("number")


def draw(tournament: Tournament, now: datetime = STARTS_AT) -> None:
    """Draw and release the next round as its director does."""
    number = tournament.rounds.count() + 1
    facts = {"tournament_id": tournament.pk, "number": number, "hand": hand_of(tournament), "now": now}
    drawing.draw_round(**facts)
    drawing.release_round(**facts)


def start(tournament: Tournament, now: datetime = STARTS_AT) -> Round:
    """The last round, its tables open."""
    number = current(tournament).number
    rounds.start_round(tournament_id=tournament.pk, number=number, hand=SERVER, now=now)
    return current(tournament)


def encounter(tournament: Tournament, key: str) -> Encounter:
    return Encounter.objects.select_related("round", "home", "away").get(tournament=tournament, key=key)


def place_of(tournament: Tournament, key: str) -> EncounterTable:
    """The table at which an encounter is played now."""
    return EncounterTable.objects.filter(encounter__tournament=tournament, encounter__key=key).latest("pk")


def seat_all(table_id: int, now: datetime = STARTS_AT) -> Match:
    """The match of an official table once everybody has come."""
    table = Table.objects.get(pk=table_id)
    for user_id in table.seats.values_list("user_id", flat=True):
        official_tables.arrive(table_id=table_id, user_id=user_id, now=now)
    return Match.objects.get(table=table)


def end(match: Match, place: EncounterTable, home: int, away: int, now: datetime = STARTS_AT) -> None:
    """End a match with a score by the director's word, as nobody has heard of yet."""
    winner = Side.HOME if home > away else Side.AWAY
    totals = [home, away] if place.home_first else [away, home]
    directing.stop_match(match_id=match.pk, winners=[side_index(place, winner)], totals=totals, now=now)


def play(tournament: Tournament, key: str, home: int, away: int, now: datetime = STARTS_AT) -> Match:
    """Play the leg of an encounter that is on, with this score, and let the tournament take it up."""
    place = place_of(tournament, key)
    match = Match.objects.filter(table=place.table_id).first() or seat_all(place.table_id, now)
    end(match, place, home, away, now)
    assert results.take_up(match_id=match.pk, now=now)
    return match


def play_round(tournament: Tournament, now: datetime = STARTS_AT) -> None:
    """Start the last round and let the lower number of each encounter win 31-20."""
    for one in start(tournament, now).encounters.filter(decided_at=None).select_related("home", "away"):
        is_home = one.home.number < one.away.number
        play(tournament, one.key, *((31, 20) if is_home else (20, 31)), now=now)


def minutes(count: float) -> datetime:
    return STARTS_AT + timedelta(minutes=count)
