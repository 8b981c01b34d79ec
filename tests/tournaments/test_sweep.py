"""Sweep: what tournaments do by themselves, once, also late, also with two sweeps (field reports B5, B7, D5)."""

from datetime import timedelta

import pytest
from django.conf import settings as configured

from games.models import Match, Table
from games.services import official_tables
from tests.tournaments.evenings import begun, current, encounter, end, hand_of, minutes, place_of, play, seat_all, start
from tests.tournaments.factories import a_director, a_tournament, pairs
from tournaments import tasks
from tournaments.formats.encounters import best_of
from tournaments.models import Encounter, EncounterTable, Entrant, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.services import downtime, pausing, results, sweep

pytestmark = pytest.mark.django_db


def waiting(count: int = 4, **facts) -> Tournament:
    """A tournament nobody has looked at since it was announced."""
    facts.setdefault("act_at", minutes(-5))
    tournament = a_tournament(a_director(), facts.pop("format_name", "swiss"), **facts)
    pairs(tournament, count)
    return tournament


def seen(tournament: Tournament) -> Tournament:
    tournament.refresh_from_db()
    return tournament


def test_an_evening_goes_by_the_clock() -> None:
    tournament = waiting()
    assert sweep.run_due(minutes(-6)) == 0
    assert sweep.run_due(minutes(-5)) == 1
    assert seen(tournament).entries_closed_at == minutes(-5)
    assert (tournament.state, tournament.act_at) == ("announced", minutes(0))
    assert sweep.run_due(minutes(0)) == 1
    assert (seen(tournament).state, tournament.act_at) == ("running", minutes(3))
    assert (current(tournament).state, EncounterTable.objects.count()) == ("released", 0)
    assert sweep.run_due(minutes(3)) == 1
    assert (current(tournament).state, EncounterTable.objects.count()) == ("running", 2)
    assert seen(tournament).act_at == minutes(13)  # when who is absent has lost
    assert sweep.run_due(minutes(12)) == 0


def test_what_was_missed_is_done_once_late_and_says_so() -> None:
    tournament = waiting(check_in_minutes=0)
    assert sweep.run_due(minutes(180)) == 1
    assert tournament.audit.get(act="started").after == {"late_seconds": 10800}
    assert current(tournament).starts_at == minutes(183)  # nobody is punished for a round they could not see
    assert sweep.run_due(minutes(180)) == 0
    assert tournament.audit.filter(act="started").count() == 1
    sweep.run_due(minutes(200))
    assert tournament.audit.get(act="round_started").after == {"late_seconds": 1020}
    assert {found.waits_until for found in Encounter.objects.all()} == {minutes(210)}


def test_too_few_to_play_call_the_director_once() -> None:
    tournament = waiting(2, options={"rounds": 5}, check_in_minutes=0)
    for minute in (0, 1, 2):
        sweep.run_due(minutes(minute))
    assert (seen(tournament).state, tournament.act_at) == ("announced", None)
    assert tournament.calls.get().encounter is None
    assert tournament.audit.get(act="stuck").after == {"code": "bad_rounds"}


def test_by_hand_nothing_but_the_entries_goes_by_itself() -> None:
    tournament = waiting(pace=Tournament.Pace.BY_HAND)
    sweep.run_due(minutes(60))
    assert (seen(tournament).state, tournament.act_at) == ("announced", None)
    assert tournament.entries_closed_at == minutes(60)


def test_one_side_absent_loses_by_walk_over_and_stays_in() -> None:
    tournament = begun(4)
    start(tournament, minutes(3))
    place = place_of(tournament, "S1.1")
    home = list(encounter(tournament, "S1.1").home.members.values_list("user_id", flat=True))
    away = list(encounter(tournament, "S1.1").away.members.values_list("user_id", flat=True))
    for user_id in (*home, away[0]):
        official_tables.arrive(table_id=place.table_id, user_id=user_id, now=minutes(4))
    match = seat_all(place_of(tournament, "S1.2").table_id, minutes(5))
    sweep.run_due(minutes(13))
    found = encounter(tournament, "S1.1")
    assert (found.ending, found.winner, found.away.left) == ("walkover", "home", None)
    assert not Match.objects.filter(table=place.table).exists()
    assert Table.objects.get(pk=place.table_id).status == "closed"
    assert tournament.audit.get(act="no_show").after == {"winner": "home"}
    assert encounter(tournament, "S1.2").begun_at == match.started_at
    assert current(tournament).state == "running"


def test_who_does_not_come_to_a_second_leg_loses_too() -> None:
    tournament = begun(2, "knockout", plan=stored_plan(best_of(3)))
    start(tournament)
    play(tournament, "K1.1", 20, 31, now=minutes(5))
    place = place_of(tournament, "K1.1")
    for user_id in encounter(tournament, "K1.1").home.members.values_list("user_id", flat=True):
        official_tables.arrive(table_id=place.table_id, user_id=user_id, now=minutes(6))
    assert encounter(tournament, "K1.1").waits_until == minutes(15)
    sweep.run_due(minutes(15))
    assert (encounter(tournament, "K1.1").ending, encounter(tournament, "K1.1").winner) == ("walkover", "home")


def test_both_sides_absent_are_out_and_the_next_opponent_walks_over() -> None:
    tournament = begun(4, "knockout")
    start(tournament, minutes(3))
    seat_all(place_of(tournament, "K1.2").table_id, minutes(5))
    sweep.run_due(minutes(13))
    assert encounter(tournament, "K1.1").ending == "void"
    assert set(Entrant.objects.filter(left=1).values_list("state", flat=True)) == {"withdrawn"}
    play(tournament, "K1.2", 31, 4)
    assert seen(tournament).state == "finished"
    assert tournament.entrants.get(place=1) == encounter(tournament, "K1.2").home


def test_a_result_whose_message_was_lost_is_found_and_the_round_closed() -> None:
    tournament = begun(4)
    start(tournament)
    play(tournament, "S1.1", 31, 20)
    place = place_of(tournament, "S1.2")
    end(seat_all(place.table_id), place, 31, 20)
    assert current(tournament).state == "running"
    assert sweep.run_due(minutes(4)) == 1
    assert tournament.rounds.get(number=1).state == "closed"
    assert sweep.run_due(minutes(4)) == 0


def test_a_stopped_tournament_waits() -> None:
    tournament = begun(4, paused_at=minutes(0))
    assert not tournament.rounds.exists()
    assert tournament.act_at is None
    assert sweep.run_due(minutes(60)) == 0
    pausing.resume_tournament(tournament_id=tournament.pk, hand=hand_of(tournament), now=minutes(61))
    assert current(tournament).starts_at == minutes(64)


def test_one_that_fails_holds_no_other_up(monkeypatch) -> None:
    broken, sound = waiting(2, plan={"legs": [{"preset": "no-such"}]}, check_in_minutes=0), waiting(4)
    Tournament.objects.filter(pk=broken.pk).update(act_at=minutes(-60))
    sweep.run_due(minutes(0))
    assert seen(sound).state == "running"
    assert (seen(broken).state, broken.act_at) == ("announced", minutes(0) + timedelta(seconds=30))


def test_a_round_clock_stops_its_tables() -> None:
    tournament = begun(2, "knockout", round_minutes=45)
    assert start(tournament, minutes(3)).ends_at == minutes(48)
    assert place_of(tournament, "K1.1").table.stops_at == minutes(48)


def test_time_in_which_no_sweep_was_at_work_is_given_back_once() -> None:
    tournament = begun(2, "knockout", round_minutes=45)
    start(tournament, minutes(3))
    assert downtime.beat(minutes(5)) == 0
    assert downtime.beat(minutes(5.5)) == 0
    assert downtime.beat(minutes(25.5)) == 1
    assert downtime.beat(minutes(25.5)) == 0
    assert encounter(tournament, "K1.1").waits_until == minutes(33)
    assert (current(tournament).ends_at, place_of(tournament, "K1.1").table.stops_at) == (minutes(68), minutes(68))
    sweep.run_due(minutes(26))
    assert encounter(tournament, "K1.1").decided_at is None
    assert seen(tournament).act_at == minutes(33)


def test_workers_follow_a_match_and_sweep() -> None:
    tournament = begun(2, "knockout")
    start(tournament)
    place = place_of(tournament, "K1.1")
    match = seat_all(place.table_id)
    end(match, place, 31, 20)
    for _ in range(2):  # a job may be delivered again
        tasks.match_finished(match_id=str(match.pk))
        tasks.match_corrected(match_id=str(match.pk))
        tasks.sweep()
    assert seen(tournament).state == "finished"
    assert tournament.audit.filter(act="finished").count() == 1


def test_the_tasks_are_registered() -> None:
    from config.celery import app

    app.loader.import_default_modules()
    named = {entry["task"] for entry in configured.CELERY_BEAT_SCHEDULE.values()}
    assert "tournaments.sweep" in named & app.tasks.keys()
    assert results.take_up(match_id=Match().pk, now=minutes(0)) is False
