"""Departures: withdrawals between and inside rounds, coming back, disqualifications (field reports B4, B6, B7)."""

import pytest
from django.db.models import F

from accounts.errors import NoRight
from games.engine.errors import BadFormat
from games.models import Match, Table
from tests.accounts.factories import UserFactory
from tests.games.factories import now_of, run_clock
from tests.tournaments.evenings import (
    begun,
    current,
    draw,
    encounter,
    hand_of,
    minutes,
    place_of,
    play,
    play_round,
    seat_all,
    start,
)
from tournaments.errors import OwnEncounter, WrongState
from tournaments.formats.circle import rounds_of
from tournaments.formats.errors import AlreadyOut
from tournaments.models import Encounter, EntrantMember, Tournament
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services import departures, results
from tournaments.services.audit import Hand

pytestmark = pytest.mark.django_db


def leave(tournament: Tournament, number: int, **facts) -> None:
    departures.withdraw(
        tournament_id=tournament.pk, number=number, hand=facts.get("hand", hand_of(tournament)), now=minutes(20)
    )


def state_of(tournament: Tournament) -> str:
    tournament.refresh_from_db()
    return tournament.state


def points(tournament: Tournament) -> dict[int, float]:
    rows = format_of(tournament).standings(stage_of(tournament)).rows
    return {row.number: row.cell("points").value for row in rows if row.place is not None}


def test_who_withdraws_in_play_before_a_trick_gives_a_walk_over_that_is_not_rated_and_the_round_closes() -> None:
    tournament = begun(6)
    start(tournament)
    meeting = encounter(tournament, "S1.1")
    match = seat_all(place_of(tournament, "S1.1").table_id)
    play(tournament, "S1.2", 31, 0)
    play(tournament, "S1.3", 31, 0)
    own = EntrantMember.objects.filter(entrant=meeting.away).first().user_id
    leave(tournament, meeting.away.number, hand=Hand(own, "page"))
    match.refresh_from_db()
    assert (match.status, match.rated, match.unrated_reason) == ("finished", False, "no_trick")
    assert not results.take_up(match_id=match.pk, now=minutes(21))
    assert tournament.rounds.get(number=1).state == "closed"
    assert points(tournament)[meeting.home.number] == 1
    assert current(tournament).number == 2
    assert meeting.away_id not in Encounter.objects.filter(round__number=2).values_list("home_id", "away_id")
    with pytest.raises(AlreadyOut):
        leave(tournament, meeting.away.number)


def test_who_withdraws_after_a_trick_has_lost_a_rated_match() -> None:
    tournament = begun(2, "knockout")
    start(tournament)
    match = seat_all(place_of(tournament, "K1.1").table_id)
    while not now_of(match).has_trick:
        run_clock(match)
    leave(tournament, 2)
    match.refresh_from_db()
    side = 0 if place_of(tournament, "K1.1").home_first else 1
    assert (match.status, match.rated, match.result["winners"]) == ("finished", True, [side])
    assert state_of(tournament) == "finished"
    assert list(tournament.entrants.order_by("number").values_list("place", flat=True)) == [1, 2]


@pytest.mark.parametrize("pace", ["automatic", "by_hand"])
def test_when_fewer_than_two_are_left_it_is_over_and_nobody_is_paired(pace: str) -> None:
    tournament = begun(4, pace=pace)
    if pace == "by_hand":
        draw(tournament)
    play_round(tournament)
    matches, last = Match.objects.count(), current(tournament)
    for number in (2, 3, 4):
        leave(tournament, number)
    assert state_of(tournament) == "finished"
    assert Match.objects.count() == matches
    assert not stage_of(tournament).open
    later = Encounter.objects.filter(round__number__gt=last.number)
    assert not later.filter(
        away__state="withdrawn", home__state="withdrawn", away__left__lt=F("round__number")
    ).exists()
    assert not Table.objects.exclude(status="closed").exists()
    with pytest.raises(WrongState):
        leave(tournament, 1)


def test_all_may_leave_at_once_between_rounds() -> None:
    tournament = begun(2, options={"rounds": 1})
    meeting = current(tournament).encounters.get()
    departures.disqualify_both(
        tournament_id=tournament.pk, key=meeting.key, hand=hand_of(tournament), now=minutes(2), reason="A fight"
    )
    assert state_of(tournament) == "finished"
    assert not Match.objects.exists()


def test_who_comes_back_keeps_the_score_and_was_absent() -> None:
    tournament = begun(6, options={"rounds": 4})
    play_round(tournament)
    before = points(tournament)
    gone = max(before, key=before.__getitem__)
    leave(tournament, gone)
    play_round(tournament)
    hand = hand_of(tournament)
    departures.come_back(tournament_id=tournament.pk, number=gone, hand=hand, now=minutes(30))
    assert tournament.entrants.get(number=gone).absent == [2, 3]
    play_round(tournament)
    met = [pairing.numbers for pairing in stage_of(tournament).pairings if pairing.round == 4]
    assert sum(gone in numbers for numbers in met) == 1
    assert all(len(set(numbers)) == len(numbers) for numbers in met)
    assert points(tournament)[gone] == before[gone]


@pytest.mark.parametrize(
    ("after", "table"),
    [(2, {"A": 4, "B": 3, "C": 2, "D": 1, "E": 0}), (3, {"A": 4, "B": 4, "C": 3, "D": 2, "E": 1, "F": 1})],
)
def test_half_the_matches_decide_what_a_withdrawal_from_a_circle_does(after: int, table: dict[str, int]) -> None:
    tournament = begun(6, "round_robin")
    met = [next(sum(pair) - 4 for pair in turn if 5 in pair) for turn in rounds_of(6)]
    letters = {6: "F", **dict(zip(met, "ABCDE", strict=True))}  # F meets A first, then B …
    for number in range(1, 6):
        for one in start(tournament).encounters.filter(decided_at=None).select_related("home", "away"):
            home, away = letters[one.home.number], letters[one.away.number]
            wins = home == "F" if {home, away} == {"A", "F"} else home < away
            play(tournament, one.key, *((31, 20) if wins else (20, 31)))
        if number == after:
            leave(tournament, 6)
    assert state_of(tournament) == "finished"
    assert {letters[number]: won for number, won in points(tournament).items()} == table
    assert Match.objects.filter(status="finished").exclude(unrated_reason="annulled").count() == 10 + after


def test_disqualified_pairs_hold_nobody_up_and_their_encounter_is_void() -> None:
    tournament = begun(4)
    start(tournament)
    seat_all(place_of(tournament, "S1.2").table_id)
    play(tournament, "S1.1", 31, 0)
    facts = {"tournament_id": tournament.pk, "key": "S1.2", "now": minutes(9)}
    with pytest.raises(BadFormat):
        departures.disqualify_both(**facts, hand=hand_of(tournament), reason="  ")
    departures.disqualify_both(**facts, hand=hand_of(tournament), reason="They have shown each other their cards")
    assert encounter(tournament, "S1.2").ending == "void"
    assert tournament.rounds.get(number=1).state == "closed"
    assert Match.objects.filter(status="aborted", rated=False).count() == 1
    assert set(tournament.entrants.filter(left=1).values_list("state", flat=True)) == {"disqualified"}
    assert current(tournament).encounters.get().away is not None


def test_others_withdraw_nobody_and_no_director_decides_about_their_own_opponents() -> None:
    tournament = begun(4)
    start(tournament)
    with pytest.raises(NoRight):
        leave(tournament, 1, hand=Hand(UserFactory().pk, "page"))
    meeting = encounter(tournament, "S1.1")
    EntrantMember.objects.filter(entrant=meeting.home, until=None).first().delete()
    EntrantMember.objects.create(tournament=tournament, entrant=meeting.home, user=tournament.created_by)
    with pytest.raises(OwnEncounter):
        departures.disqualify(
            tournament_id=tournament.pk,
            number=meeting.away.number,
            hand=hand_of(tournament),
            now=minutes(3),
            reason="Slow",
        )
    with pytest.raises(OwnEncounter):
        leave(tournament, meeting.away.number)
    leave(tournament, encounter(tournament, "S1.2").away.number)
    assert encounter(tournament, "S1.1").decided_at is None
