"""Races and crashes: a round starts once, a result counts once, who dies leaves nothing half done (B5, B7, D5)."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db.models import Count

from games.models import Match, Table
from games.services import clock
from tests.games.official import bots
from tests.games.races import at_once
from tests.games.services.test_kill_points import killed_at
from tests.tournaments.evenings import begun, current, encounter, end, hand_of, minutes, place_of, play, seat_all, start
from tests.tournaments.factories import a_director, a_pair, a_tournament
from tournaments.formats.encounters import Leg
from tournaments.formats.errors import Refusal
from tournaments.models import AuditEntry, Encounter, EncounterLeg, EncounterTable, Entrant, Round, Tournament
from tournaments.selectors.stages import stage_of
from tournaments.services import corrections, departures, drawing, results, rounds, sweep
from tournaments.services.audit import SERVER

pytestmark = pytest.mark.django_db(transaction=True)


def with_bots(count: int, format_name: str = "swiss", **facts) -> Tournament:
    """A tournament of pairs of house bots, whose matches begin with their tables."""
    facts = {"check_in_minutes": 0, "bots_allowed": True, "bot_delay_ms": 0, **facts}
    tournament = a_tournament(a_director(), format_name, **facts)
    players = bots(2 * count)
    for place in range(count):
        a_pair(tournament, players[2 * place : 2 * place + 2])
    drawing.start_tournament(tournament_id=tournament.pk, hand=SERVER, now=minutes(0))
    tournament.refresh_from_db()
    return tournament


def check_valid(tournament: Tournament) -> None:
    """What must be true of a tournament whatever has happened to it."""
    stage = stage_of(tournament)
    assert stage.outcomes is not None
    for one in Round.objects.filter(tournament=tournament):
        numbers = [number for pairing in stage.pairings if pairing.round == one.number for number in pairing.numbers]
        assert len(numbers) == len(set(numbers)), "somebody plays twice in a round"
    assert Round.objects.filter(tournament=tournament).exclude(state="closed").count() <= 1
    doubled = EncounterTable.objects.values("encounter", "leg", "attempt").annotate(tables=Count("pk"))
    assert not doubled.filter(tables__gt=1).exists()
    decided = Encounter.objects.filter(tournament=tournament, decided_at__isnull=False)
    assert not decided.filter(tables__table__status="playing").exists()


def test_ten_start_a_round_at_once_and_each_match_begins_once() -> None:
    for sweeps in (0, 1, 5):
        tournament = with_bots(8)
        button = partial(rounds.start_round, tournament_id=tournament.pk, number=1, hand=SERVER, now=minutes(3))
        told = at_once([button] * (8 - sweeps) + [partial(sweep.run_due, minutes(3))] * sweeps)
        assert not [answer for answer in told if isinstance(answer, Exception)]
        tables = EncounterTable.objects.filter(encounter__tournament=tournament)
        assert (tables.count(), Match.objects.filter(table__encounter_table__in=tables).count()) == (4, 4)
        assert tournament.audit.filter(act="round_started").count() == 1
        if not sweeps:
            assert told.count(True) == 1


def test_one_result_heard_of_by_many_counts_once_and_draws_one_next_round() -> None:
    tournament = begun(4)
    start(tournament)
    play(tournament, "S1.1", 31, 20)
    place = place_of(tournament, "S1.2")
    match = seat_all(place.table_id)
    end(match, place, 31, 20)
    heard = partial(results.take_up, match_id=match.pk, now=minutes(9))
    told = at_once([heard] * 5 + [partial(sweep.run_due, minutes(9))] * 3)
    assert not [answer for answer in told if isinstance(answer, Exception)]
    assert (EncounterLeg.objects.count(), Round.objects.count()) == (2, 2)
    check_valid(tournament)


def test_a_result_and_its_correction_at_once_leave_the_directors_word() -> None:
    for _ in range(3):
        tournament = begun(2, "knockout")
        start(tournament)
        place = place_of(tournament, "K1.1")
        match = seat_all(place.table_id)
        end(match, place, 31, 20)
        word = partial(
            corrections.decide_encounter,
            tournament_id=tournament.pk,
            key="K1.1",
            hand=hand_of(tournament),
            now=minutes(9),
            reason="Seen at the table",
            legs=[Leg(20, 31)],
        )
        told = at_once([partial(results.take_up, match_id=match.pk, now=minutes(9)), word])
        assert not [answer for answer in told if isinstance(answer, Exception)]
        leg = encounter(tournament, "K1.1").legs.get()
        assert (leg.home, leg.away) == (20, 31)
        assert list(tournament.entrants.values_list("place", flat=True)) == [2, 1]
        check_valid(tournament)


def test_a_withdrawal_in_the_midst_of_a_draw_is_before_it_or_after_it() -> None:
    for _ in range(3):
        tournament = begun(5, pace=Tournament.Pace.BY_HAND)
        hand = hand_of(tournament)
        facts = {"tournament_id": tournament.pk, "hand": hand, "now": minutes(1)}
        told = at_once(
            [
                partial(drawing.draw_round, number=1, **facts),
                partial(departures.withdraw, number=2, **facts),
                partial(departures.withdraw, number=2, **facts),
            ]
        )
        assert sum(isinstance(answer, Refusal) for answer in told) == 1  # it can leave once
        if Round.objects.filter(tournament=tournament).exists():
            assert not Encounter.objects.filter(tournament=tournament, home__number=2).exists()
            assert not Encounter.objects.filter(tournament=tournament, away__number=2).exists()
        check_valid(tournament)


def facts() -> tuple:
    """Everything stored that the services of rounds write."""
    return tuple(
        tuple(model.objects.order_by("pk").values_list(*fields))
        for model, fields in (
            (Tournament, ("pk", "state", "version", "act_at")),
            (Round, ("pk", "state", "started_at", "closed_at")),
            (Encounter, ("pk", "ending", "winner", "decided_at", "waits_until", "home", "away")),
            (EncounterLeg, ("pk", "home", "away")),
            (EncounterTable, ("pk", "table")),
            (Entrant, ("pk", "left", "place", "state")),
            (AuditEntry, ("pk", "act")),
            (Table, ("pk", "status", "version")),
            (Match, ("pk", "status", "seq")),
        )
    )


def survives(deed: Callable[[], object], every: int) -> None:
    """Kill *deed* at every so many of its statements, without a trace, then let it live."""
    before = facts()
    statement = 1
    while killed_at(statement, deed):
        assert facts() == before, f"half done at statement {statement}"
        statement += every
    assert facts() != before
    assert statement > 5 * every


def test_whatever_statement_dies_nothing_is_half_done() -> None:
    tournament = begun(4)
    number = {"tournament_id": tournament.pk, "number": 1, "hand": SERVER}
    survives(partial(rounds.start_round, **number, now=minutes(3)), every=7)
    play(tournament, "S1.1", 31, 20)
    place = place_of(tournament, "S1.2")
    match = seat_all(place.table_id)
    end(match, place, 31, 20)
    survives(partial(results.take_up, match_id=match.pk, now=minutes(9)), every=5)
    assert (tournament.rounds.get(number=1).state, current(tournament).number) == ("closed", 2)
    leaver = {"tournament_id": tournament.pk, "number": 4, "hand": hand_of(tournament)}
    survives(partial(departures.withdraw, **leaver, now=minutes(10)), every=3)
    check_valid(tournament)


def test_bots_play_an_evening_at_real_tables() -> None:
    plan = {"legs": [{"preset": "torneo", "options": {}, "target": 11, "paper": False}], "scoring": "encounter"}
    tournament = with_bots(4, "knockout", plan=plan, break_minutes=0)
    for _ in range(2):
        sweep.run_due(minutes(0))
        for match in Match.objects.filter(status="running"):
            while clock.run_ahead(match.pk):
                pass
            assert results.take_up(match_id=match.pk, now=minutes(0))
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert sorted(tournament.entrants.values_list("place", flat=True)) == [1, 2, 3, 3]
    for leg in EncounterLeg.objects.select_related("match"):
        assert sorted(leg.match.result["totals"]) == sorted([leg.home, leg.away])
    check_valid(tournament)
