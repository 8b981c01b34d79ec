"""Corrections of results, before and after others have built on them (field report B8), with ratings and audit."""

from uuid import UUID

import pytest

from accounts.models import Notice
from games.models import Correction, Match
from games.services import corrections as matches
from tests.accounts.factories import UserFactory
from tests.tournaments.evenings import begun, current, encounter, hand_of, minutes, place_of, play, seat_all, start
from tournaments.errors import WrongState
from tournaments.formats.encounters import Ending, Leg, LegRule, Side, best_of
from tournaments.formats.errors import BadResult, DependentBegun
from tournaments.models import EncounterTable, Tournament
from tournaments.selectors.plans import stored_plan
from tournaments.services import corrections, results, rulings, sweep

pytestmark = pytest.mark.django_db


def decide(tournament: Tournament, key: str, *legs: tuple[int, int], **facts) -> None:
    corrections.decide_encounter(
        tournament_id=tournament.pk,
        key=key,
        hand=hand_of(tournament),
        now=minutes(40),
        reason="Typed the wrong way round",
        legs=[Leg(*leg) for leg in legs],
        **facts,
    )


def quarter_finals(tournament: Tournament) -> dict[str, Match]:
    """The first round of eight, won by the seeds 1 to 4."""
    start(tournament)
    return {key: play(tournament, key, 31, 20) for key in ("K1.1", "K1.2", "K1.3", "K1.4")}


def sides(tournament: Tournament, key: str) -> tuple[int, int]:
    found = encounter(tournament, key)
    return found.home.number, found.away.number


def test_before_the_semi_final_exists_it_gets_the_right_pair() -> None:
    tournament = begun(8, "knockout")
    start(tournament)
    match = play(tournament, "K1.1", 31, 20)
    decide(tournament, "K1.1", (20, 31))
    for key in ("K1.2", "K1.3", "K1.4"):
        play(tournament, key, 31, 20)
    assert sides(tournament, "K2.1") == (8, 4)
    correction = Correction.objects.get()
    assert (correction.match_id, correction.address, correction.after["winners"]) == (match.pk, "192.0.2.7", [1])
    entry = tournament.audit.get(act="result_corrected")
    assert (entry.about, entry.by, entry.address) == ("K1.1", tournament.created_by, "192.0.2.7")
    assert (entry.before["legs"], entry.after["legs"]) == ([[31, 20, ""]], [[20, 31, ""]])


@pytest.mark.parametrize("is_open", [False, True])
def test_a_semi_final_not_begun_gets_the_right_pair_at_another_table_and_both_are_told(is_open: bool) -> None:
    tournament = begun(8, "knockout")
    quarter_finals(tournament)
    if is_open:
        start(tournament)
    assert sides(tournament, "K2.1") == (1, 4)
    tables = EncounterTable.objects.filter(encounter__key="K2.1")
    before = list(tables.values_list("table", flat=True))
    decide(tournament, "K1.1", (20, 31))
    assert sides(tournament, "K2.1") == (8, 4)
    told = Notice.objects.filter(kind="round_changed").values_list("user", flat=True)
    concerned = tournament.entrants.filter(number__in=[1, 8, 4]).values_list("members__user", flat=True)
    assert set(told) == set(concerned)
    if is_open:
        place = place_of(tournament, "K2.1")
        assert (place.attempt, tables.count()) == (2, 2)
        assert not tables.exclude(table=place.table).exclude(table__status="closed").exists()
        sitting = set(place.table.seats.values_list("user", flat=True))
        assert sitting == set(tournament.entrants.filter(number__in=[8, 4]).values_list("members__user", flat=True))
    assert len(before) == int(is_open)


def test_a_semi_final_under_way_holds_the_correction_up_until_it_is_taken_back() -> None:
    tournament = begun(8, "knockout")
    quarter_finals(tournament)
    start(tournament)
    seat_all(place_of(tournament, "K2.1").table_id)
    with pytest.raises(DependentBegun) as refusal:
        decide(tournament, "K1.1", (20, 31))
    assert refusal.value.keys == ("K2.1",)
    decide(tournament, "K1.1", (31, 30))  # the same winner moves nobody
    assert sides(tournament, "K2.1") == (1, 4)
    facts = {"tournament_id": tournament.pk, "key": "K2.1", "hand": hand_of(tournament), "now": minutes(41)}
    corrections.take_back(**facts, reason="The wrong pair plays")
    assert Match.objects.filter(status="aborted", rated=False).count() == 1
    decide(tournament, "K1.1", (20, 31))
    assert sides(tournament, "K2.1") == (8, 4)
    assert place_of(tournament, "K2.1").attempt == 2
    play(tournament, "K2.1", 12, 31)
    play(tournament, "K2.2", 12, 31)
    assert sides(tournament, "K3.1") == (4, 3)


def test_a_result_taken_back_is_played_again_and_its_match_counts_for_nothing() -> None:
    tournament = begun(4, "round_robin")
    start(tournament)
    first = play(tournament, "R1.1", 31, 20)
    Match.objects.filter(pk=first.pk).update(rated=True, unrated_reason="")
    play(tournament, "R1.2", 31, 20)
    assert current(tournament).number == 2
    facts = {"tournament_id": tournament.pk, "key": "R1.1", "hand": hand_of(tournament), "now": minutes(41)}
    corrections.take_back(**facts, reason="Cards were short", again=True)
    first.refresh_from_db()
    assert (first.rated, first.unrated_reason) == (False, "annulled")
    assert not results.take_up(match_id=first.pk, now=minutes(42))
    play(tournament, "R1.1", 20, 31)
    assert (encounter(tournament, "R1.1").ending, encounter(tournament, "R1.1").legs.get().away) == ("played", 31)


def test_a_result_taken_back_is_not_taken_up_again_by_a_sweep() -> None:
    tournament = begun(4, "round_robin")
    start(tournament)
    match = play(tournament, "R1.1", 31, 20)
    facts = {"tournament_id": tournament.pk, "key": "R1.1", "hand": hand_of(tournament), "now": minutes(5)}
    corrections.take_back(**facts, reason="Cards were short")
    assert not results.left().exists()
    assert not results.take_up(match_id=match.pk, now=minutes(6))
    assert sweep.run_due(minutes(6)) == 0
    assert corrections.open_again(tournament_id=tournament.pk, key="R1.1", hand=hand_of(tournament), now=minutes(7))
    sweep.run_due(minutes(10))
    assert (encounter(tournament, "R1.1").begun_at, encounter(tournament, "R1.1").waits_until) == (None, minutes(17))
    assert not encounter(tournament, "R1.1").legs.exists()


def test_what_a_result_taken_back_has_removed_is_drawn_again_into_its_round() -> None:
    tournament = begun(8, "knockout")
    quarter_finals(tournament)
    facts = {"tournament_id": tournament.pk, "key": "K1.1", "hand": hand_of(tournament), "now": minutes(41)}
    corrections.take_back(**facts, reason="Cards were short", again=True)
    assert list(current(tournament).encounters.values_list("key", flat=True)) == ["K2.2"]
    start(tournament)
    play(tournament, "K2.2", 31, 20)
    assert current(tournament).state == "closed"
    play(tournament, "K1.1", 20, 31)
    assert (current(tournament).number, current(tournament).state, sides(tournament, "K2.1")) == (2, "released", (8, 4))
    start(tournament)
    play(tournament, "K2.1", 31, 20)
    assert sides(tournament, "K3.1") == (8, 2)


def test_a_director_decides_what_is_being_played_and_the_match_follows() -> None:
    tournament = begun(2, "knockout", plan=stored_plan(best_of(3, LegRule(21))))
    start(tournament)
    play(tournament, "K1.1", 21, 3)
    match = seat_all(place_of(tournament, "K1.1").table_id)
    with pytest.raises(BadResult):
        decide(tournament, "K1.1", (21, 3))
    decide(tournament, "K1.1", (21, 3), (21, 8))
    match.refresh_from_db()
    place = EncounterTable.objects.get(table=match.table)
    assert (match.status, match.result["reason"]) == ("finished", "adjudicated")
    assert match.result["totals"] == ([21, 8] if place.home_first else [8, 21])
    final = encounter(tournament, "K1.1")
    assert [leg.way for leg in final.legs.all()] == ["played", "played"]
    assert Tournament.objects.get().state == "finished"


def test_walk_overs_voids_and_what_cannot_be() -> None:
    tournament = begun(4)
    start(tournament)
    match = play(tournament, "S1.1", 31, 20)
    decide(tournament, "S1.1", ending=Ending.WALKOVER, winner=Side.AWAY)
    assert (encounter(tournament, "S1.1").winner, encounter(tournament, "S1.1").legs.count()) == ("away", 0)
    match.refresh_from_db()
    assert not match.rated
    decide(tournament, "S1.2", ending=Ending.VOID)
    assert tournament.rounds.get(number=1).state == "closed"
    for legs, facts in (((), {}), (((31, 31),), {}), (((31, 20), (31, 20)), {}), (((31, 20),), {"winner": Side.HOME})):
        with pytest.raises(BadResult):
            decide(tournament, "S1.2", *legs, **facts)


def test_after_the_end_places_follow_but_nothing_is_played_again() -> None:
    tournament = begun(2, "knockout")
    start(tournament)
    play(tournament, "K1.1", 31, 20)
    assert list(tournament.entrants.values_list("place", flat=True)) == [1, 2]
    decide(tournament, "K1.1", (20, 31))
    assert list(tournament.entrants.values_list("place", flat=True)) == [2, 1]
    with pytest.raises(WrongState):
        corrections.take_back(
            tournament_id=tournament.pk, key="K1.1", hand=hand_of(tournament), now=minutes(50), reason="Again"
        )


def rule(match: Match, winner: int) -> UUID:
    """Let the staff of the site say who has won a match."""
    staff = UserFactory(is_staff=True)
    totals = [31, 5] if winner == 0 else [5, 31]
    by = matches.Hand(staff.pk, "admin")
    matches.correct_result(match_id=match.pk, hand=by, reason="Seen", result={"winners": [winner], "totals": totals})
    return match.pk


def test_a_match_corrected_elsewhere_takes_its_tournament_along_or_calls_the_director() -> None:
    tournament = begun(8, "knockout")
    played = quarter_finals(tournament)
    assert rulings.take_up_ruling(match_id=rule(played["K1.1"], 1), now=minutes(30))
    assert sides(tournament, "K2.1") == (8, 4)
    assert not rulings.take_up_ruling(match_id=played["K1.1"].pk, now=minutes(30))
    start(tournament)
    seat_all(place_of(tournament, "K2.2").table_id)
    assert not rulings.take_up_ruling(match_id=rule(played["K1.3"], 1), now=minutes(31))
    assert sides(tournament, "K2.2") == (2, 3)
    assert (encounter(tournament, "K1.3").legs.get().home, tournament.calls.get().reason) == (31, "unclear")
    assert not rulings.take_up_ruling(match_id=UUID(int=7), now=minutes(31))
