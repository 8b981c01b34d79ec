"""Rounds: drawn, released, started once and closed, by the services a director and the sweep share."""

import pytest

from accounts.models import Notice
from games.models import Table
from games.services import directing
from tests.tournaments.evenings import (
    begun,
    current,
    encounter,
    hand_of,
    minutes,
    place_of,
    play,
    play_round,
    seat_all,
    start,
)
from tournaments.errors import WrongState
from tournaments.formats.encounters import LegRule, best_of
from tournaments.formats.errors import RoundOpen
from tournaments.models import EncounterLeg, EncounterTable, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services import drawing, results, rounds

pytestmark = pytest.mark.django_db


def acts(tournament: Tournament, act: str) -> int:
    return tournament.audit.filter(act=act).count()


def test_a_swiss_evening_from_the_start_to_the_places() -> None:
    tournament = begun(5)
    assert (tournament.state, tournament.act_at) == ("running", minutes(3))
    assert (current(tournament).state, current(tournament).starts_at) == ("released", minutes(3))
    free = current(tournament).encounters.get(away=None)
    assert free.decided_at is not None
    told = Notice.objects.filter(kind__in=["round_drawn", "round_free"]).values_list("kind", "data__table_number")
    assert sorted(told) == [("round_drawn", 1)] * 4 + [("round_drawn", 2)] * 4 + [("round_free", None)] * 2
    play_round(tournament)
    row = format_of(tournament).standings(stage_of(tournament)).row(free.home.number)
    assert (row.cell("points").value, row.cell("points").terms[0].why) == (1, "bye")  # field report B10
    for _ in range(2):
        play_round(tournament)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.act_at) == ("finished", None)
    assert list(tournament.rounds.values_list("state", flat=True)) == ["closed"] * 3
    assert min(tournament.entrants.values_list("place", flat=True)) == 1
    assert not Table.objects.exclude(status=Table.Status.CLOSED).exists()
    assert [acts(tournament, act) for act in ("round_drawn", "round_started", "round_closed", "finished")] == [
        3,
        3,
        3,
        1,
    ]


def test_sides_sit_as_the_rules_say_and_change_chairs_from_leg_to_leg() -> None:
    tournament = begun(2, "knockout", plan=stored_plan(best_of(3, LegRule(21), decider=LegRule(11))))
    start(tournament)
    final = encounter(tournament, "K1.1")
    for leg, (home, away) in enumerate(((21, 3), (5, 21), (11, 10)), 1):
        place = place_of(tournament, "K1.1")
        assert (place.leg, place.home_first) == (leg, leg % 2 == 1)
        chairs = dict(place.table.seats.values_list("number", "user_id"))
        own = list(final.home.members.order_by("pk").values_list("user_id", flat=True))
        assert [chairs[0], chairs[2]] == own if place.home_first else [chairs[1], chairs[3]] == own
        assert place.table.options.get("target") == (11 if leg == 3 else 21)
        play(tournament, "K1.1", home, away)
    assert list(final.legs.values_list("home", "away")) == [(21, 3), (5, 21), (11, 10)]
    final.refresh_from_db()
    assert (final.ending, Tournament.objects.get().state) == ("played", "finished")


def test_a_result_counts_once_however_often_it_is_heard_of() -> None:
    tournament = begun(4)
    start(tournament)
    match = play(tournament, "S1.1", 31, 12)
    assert not results.take_up(match_id=match.pk, now=minutes(5))
    assert EncounterLeg.objects.get().match == match
    assert not results.left().exists()


def test_next_round_is_refused_naming_the_open_tables_and_who_is_at_them() -> None:
    tournament = begun(6, pace=Tournament.Pace.BY_HAND)
    hand = hand_of(tournament)
    assert not tournament.rounds.exists()
    drawing.draw_round(tournament_id=tournament.pk, number=1, hand=hand, now=minutes(0))
    with pytest.raises(WrongState):
        rounds.start_round(tournament_id=tournament.pk, number=1, hand=hand, now=minutes(1))
    assert drawing.release_round(tournament_id=tournament.pk, number=1, hand=hand, now=minutes(1))
    assert not drawing.release_round(tournament_id=tournament.pk, number=1, hand=hand, now=minutes(1))
    start(tournament)
    play(tournament, "S1.1", 31, 12)
    play(tournament, "S1.2", 31, 12)
    with pytest.raises(RoundOpen) as refusal:
        drawing.draw_round(tournament_id=tournament.pk, number=2, hand=hand, now=minutes(9))
    names = encounter(tournament, "S1.3").home.members.values_list("user__username", flat=True)
    assert refusal.value.keys == ("S1.3",)
    assert "table 3" in refusal.value.detail
    assert all(name in refusal.value.detail for name in names)
    with pytest.raises(RoundOpen):
        rounds.close_round(tournament_id=tournament.pk, number=1, hand=hand, now=minutes(9))
    play(tournament, "S1.3", 12, 31)
    assert not rounds.close_round(tournament_id=tournament.pk, number=1, hand=hand, now=minutes(9))
    with pytest.raises(WrongState):
        drawing.draw_round(tournament_id=tournament.pk, number=3, hand=hand, now=minutes(9))
    drawing.draw_round(tournament_id=tournament.pk, number=2, hand=hand, now=minutes(9))


def test_a_round_started_again_opens_no_second_table() -> None:
    tournament = begun(4)
    start(tournament)
    assert not rounds.start_round(tournament_id=tournament.pk, number=1, hand=hand_of(tournament), now=minutes(5))
    assert (EncounterTable.objects.count(), acts(tournament, "round_started")) == (2, 1)


def test_who_gives_up_before_the_first_trick_loses_by_walk_over() -> None:
    tournament = begun(2, "knockout")
    start(tournament)
    place = place_of(tournament, "K1.1")
    match = seat_all(place.table_id)
    directing.stop_match(match_id=match.pk, winners=[0], reason="forfeit", now=minutes(1))
    assert results.take_up(match_id=match.pk, now=minutes(1))
    final = encounter(tournament, "K1.1")
    assert (final.ending, final.winner, final.legs.count()) == ("walkover", "home", 0)
    match.refresh_from_db()
    assert not match.rated


def test_a_match_called_off_is_played_again_and_the_director_knows() -> None:
    tournament = begun(2, "knockout")
    start(tournament)
    first = place_of(tournament, "K1.1")
    match = seat_all(first.table_id)
    directing.stop_match(match_id=match.pk, winners=None, reason="annulled", now=minutes(1))
    assert results.take_up(match_id=match.pk, now=minutes(1))
    second = place_of(tournament, "K1.1")
    assert (second.leg, second.attempt, tournament.calls.get().reason) == (1, 2, "unclear")
    assert not results.take_up(match_id=match.pk, now=minutes(2))
    play(tournament, "K1.1", 31, 30)
    assert Tournament.objects.get().state == "finished"
