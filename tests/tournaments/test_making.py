"""Making tournaments: drafts, what may change when, announcement and cancellation, and what is refused at the form."""

from datetime import timedelta

import pytest

from accounts.errors import BadText, ClubBusy, ClubClosed, NoRight
from accounts.models import Notice
from accounts.services import clubs
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament
from tournaments.errors import BadTournament, TooManyTournaments, WrongState
from tournaments.formats.encounters import LegRule, Plan
from tournaments.formats.errors import BadFormatOption, BadGroups, BadLegs, BadRounds, TooFewEntrants
from tournaments.models import Tournament
from tournaments.selectors.plans import plans_of, stored_plan
from tournaments.selectors.stages import stage_of
from tournaments.services import making
from tournaments.services.audit import Hand
from tournaments.services.seeding import seed_entrants

pytestmark = pytest.mark.django_db
NOW = STARTS_AT - timedelta(days=2)
USUAL = {"name": "Giovedì del circolo", "format": "swiss", "format_options": {"rounds": 5}, "starts_at": STARTS_AT}


def create(director, **facts):
    club = director.memberships.get().club
    code = making.create(club_id=club.pk, user_id=director.pk, now=NOW, **{**USUAL, **facts})
    return Tournament.objects.get(code=code)


def hand_of(user) -> Hand:
    return Hand(user.pk, "page")


def test_a_tournament_is_a_draft_first_and_then_announced():
    director = a_director()
    tournament = create(director)
    assert (tournament.state, tournament.act_at, tournament.plan) == ("draft", None, stored_plan(Plan()))
    making.announce(tournament_id=tournament.pk, hand=hand_of(director), now=NOW)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.act_at) == ("announced", STARTS_AT - timedelta(minutes=5))
    assert list(tournament.audit.values_list("act", flat=True)) == ["announced"]
    with pytest.raises(WrongState):
        making.announce(tournament_id=tournament.pk, hand=hand_of(director), now=NOW)


def test_only_who_runs_the_club_s_tournaments_makes_them():
    director = a_director()
    club = director.memberships.get().club
    host = member_in(club, "host")
    granted = member_in(club, "member", None, "tournaments")
    for user in (host, UserFactory(password=None)):
        with pytest.raises(NoRight):
            making.create(club_id=club.pk, user_id=user.pk, now=NOW, **USUAL)
    tournament = create(director)
    making.change(tournament_id=tournament.pk, hand=hand_of(granted), now=NOW, name="Venerdì")
    with pytest.raises(NoRight):
        making.change(tournament_id=tournament.pk, hand=hand_of(host), now=NOW, name="Sabato")
    with pytest.raises(NoRight):
        making.delete_draft(tournament_id=tournament.pk, hand=hand_of(host))


@pytest.mark.parametrize(
    ("facts", "refusal", "field"),
    [
        ({"name": ""}, BadTournament, "name"),
        ({"name": "\u200b\u200d"}, BadText, None),
        ({"name": "x" * 81}, BadText, None),
        ({"format": "arena"}, BadTournament, "format"),
        ({"format_options": {"rounds": 0}}, BadFormatOption, None),
        ({"format_options": {"rounds": 5, "colours": True}}, BadFormatOption, None),
        ({"format_options": {"rounds": 9}, "capacity": 2}, BadRounds, None),
        ({"format": "groups", "format_options": {"groups": 4, "qualify": 2}, "capacity": 11}, TooFewEntrants, None),
        ({"format": "groups", "format_options": {"groups": 2, "qualify": 3}, "capacity": 6}, BadGroups, None),
        ({"format": "groups", "format_options": {"groups": 2}}, BadFormatOption, None),
        ({"capacity": 1}, BadTournament, "capacity"),
        ({"capacity": True}, BadTournament, "capacity"),
        ({"plan": {"legs": []}}, BadLegs, None),
        ({"plan": {"legs": [{}, {}]}}, BadLegs, None),
        ({"plan": {"legs": [{"preset": "poker"}]}}, BadTournament, "plan"),
        ({"plan": {"legs": [{"preset": "due"}]}}, BadTournament, "plan"),
        ({"plan": {"legs": [{"preset": "morto"}]}}, BadTournament, "plan"),
        ({"plan": {"legs": [{}, {"preset": "due"}, {}]}}, BadTournament, "plan"),
        ({"plan": {"legs": [{"target": 1001}]}}, BadLegs, None),
        ({"entry": "singles"}, BadTournament, "plan"),
        ({"entry": "drawn", "plan": {"legs": [{"preset": "due"}]}}, BadTournament, "plan"),
        ({"round_plans": {"6": {}}}, BadTournament, "round_plans"),
        ({"round_plans": {"0": {}}}, BadTournament, "round_plans"),
        ({"round_plans": {"²": {}}}, BadTournament, "round_plans"),
        ({"round_plans": {"last": {"legs": [{"preset": "due"}]}}}, BadTournament, "plan"),
        ({"starts_at": NOW}, BadTournament, "starts_at"),
        ({"starts_at": NOW + timedelta(minutes=4)}, BadTournament, "starts_at"),
        ({"starts_at": NOW + timedelta(days=800)}, BadTournament, "starts_at"),
        ({"starts_at": STARTS_AT.replace(tzinfo=None)}, BadTournament, "starts_at"),
        ({"check_in_minutes": 5}, BadTournament, "check_in_minutes"),
        ({"move_seconds": 0}, BadTournament, "move_seconds"),
        ({"watch_delay": 901}, BadTournament, "watch_delay"),
        ({"rated": "yes"}, BadTournament, "rated"),
        ({"state": "running"}, BadTournament, "state"),
        ({"lot": "mine"}, BadTournament, "lot"),
    ],
)
def test_what_cannot_be_is_said_at_once(facts, refusal, field):
    director = a_director()
    with pytest.raises(refusal) as refused:
        create(director, **facts)
    assert field is None or refused.value.field == field
    assert not Tournament.objects.exists()


def test_games_for_one_a_side_are_for_single_players():
    tournament = create(a_director(), entry="singles", plan={"legs": [{"preset": "spizzichino"}]})
    assert plans_of(tournament)[0].legs == (LegRule(31, "spizzichino"),)


def test_text_is_kept_without_what_nobody_can_see():
    tournament = create(a_director(), name=" Coppa\u202e  d'autunno ", description="uno\r\n\x00due\n\n", fee="5\u00a0€")
    assert (tournament.name, tournament.description, tournament.fee) == ("Coppa d'autunno", "uno\ndue", "5 €")


def test_a_club_has_not_too_many_going_on(monkeypatch):
    monkeypatch.setattr(making, "MOST_GOING_ON", 1)
    director = a_director()
    create(director)
    with pytest.raises(TooManyTournaments):
        create(director)


def test_a_start_that_has_passed_cannot_be_announced():
    director = a_director()
    tournament = create(director)
    with pytest.raises(BadTournament):
        making.announce(tournament_id=tournament.pk, hand=hand_of(director), now=STARTS_AT)


def test_what_has_been_drawn_stands():
    director = a_director()
    tournament = a_tournament(director, "swiss")
    a_pair(tournament)
    change = {"tournament_id": tournament.pk, "hand": hand_of(director), "now": NOW}
    making.change(**change, format="knockout", prizes="un prosciutto")
    tournament.refresh_from_db()
    assert (tournament.format, tournament.format_options) == ("knockout", {"third_place": False})
    with pytest.raises(WrongState):
        making.change(**change, entry="singles", plan={"legs": [{"preset": "due"}]})  # pairs have entered
    Tournament.objects.update(entries_closed_at=NOW)
    with pytest.raises(WrongState):
        making.change(**change, starts_at=STARTS_AT + timedelta(hours=1))
    Tournament.objects.update(state="running")
    for facts in ({"format": "swiss"}, {"plan": {"legs": [{"target": 21}]}}, {"rated": False}, {"move_seconds": 30}):
        with pytest.raises(WrongState):
            making.change(**change, **facts)
    making.change(**change, name="Altro nome", grace_minutes=5, format="knockout")  # what does not differ is no change
    Tournament.objects.update(state="finished")
    making.change(**change, prizes="due prosciutti")
    with pytest.raises(WrongState):
        making.change(**change, name="Ancora un altro")
    changed = tournament.audit.filter(act="changed").order_by("pk")
    assert [sorted(entry.after) for entry in changed] == [
        ["format", "format_options", "prizes"],
        ["grace_minutes", "name"],
        ["prizes"],
    ]
    assert changed[0].before["format"] == "swiss"


def test_a_new_start_is_told_and_asks_for_a_new_check_in():
    director = a_director()
    tournament = a_tournament(director)
    early, late = a_pair(tournament, checked_in_at=STARTS_AT - timedelta(minutes=20)), a_pair(tournament)
    moved = STARTS_AT + timedelta(minutes=15)
    making.change(tournament_id=tournament.pk, hand=hand_of(director), now=NOW, starts_at=moved)
    tournament.refresh_from_db()
    early.refresh_from_db()
    late.refresh_from_db()
    assert tournament.act_at == moved - timedelta(minutes=5)
    assert (early.checked_in_at, late.checked_in_at) == (None, STARTS_AT)
    told = Notice.objects.filter(kind="tournament_moved")
    assert told.count() == 4
    assert told[0].data["at"].startswith("2027-01-14T20:15:00")


def test_capacity_holds_those_who_are_in_and_more_room_lets_the_next_in():
    director = a_director()
    tournament = a_tournament(director, capacity=4)
    for _ in range(4):
        a_pair(tournament)
    waiting = a_pair(tournament, state="waiting")
    with pytest.raises(BadTournament):
        making.change(tournament_id=tournament.pk, hand=hand_of(director), now=NOW, capacity=3)
    making.change(tournament_id=tournament.pk, hand=hand_of(director), now=NOW, capacity=5)
    waiting.refresh_from_db()
    assert waiting.state == "entered"


def test_a_tournament_is_called_off_before_it_begins_and_everybody_is_told():
    director = a_director()
    tournament = a_tournament(director)
    pair, waiting = a_pair(tournament), a_pair(tournament, state="waiting")
    making.cancel(tournament_id=tournament.pk, hand=hand_of(director), reason="manca la luce", now=NOW)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.ended_at, tournament.act_at) == ("cancelled", NOW, None)
    told = set(Notice.objects.filter(kind="tournament_cancelled").values_list("user_id", flat=True))
    assert told == {member.user_id for entrant in (pair, waiting) for member in entrant.members.all()}
    assert tournament.audit.get(act="cancelled").reason == "manca la luce"
    with pytest.raises(WrongState):
        making.cancel(tournament_id=tournament.pk, hand=hand_of(director), now=NOW)


def test_a_draft_can_be_thrown_away_and_nothing_else():
    director = a_director()
    draft, announced = create(director), a_tournament(director)
    making.delete_draft(tournament_id=draft.pk, hand=hand_of(director))
    with pytest.raises(WrongState):
        making.delete_draft(tournament_id=announced.pk, hand=hand_of(director))
    assert Tournament.objects.get() == announced


def test_a_club_with_a_tournament_stays_open_and_a_closed_one_announces_none():
    director = a_director()
    club = director.memberships.get().club
    tournament, draft = a_tournament(director), create(director)
    with pytest.raises(ClubBusy):
        clubs.close(club_id=club.pk, user_id=director.pk)
    making.cancel(tournament_id=tournament.pk, hand=hand_of(director), now=NOW)
    clubs.close(club_id=club.pk, user_id=director.pk)
    with pytest.raises(ClubClosed):
        making.announce(tournament_id=draft.pk, hand=hand_of(director), now=NOW)
    with pytest.raises(ClubClosed):
        create(director)


@pytest.mark.parametrize(
    ("format_name", "entrants", "finals"),
    [("knockout", 5, [3]), ("double_elimination", 4, [4, 5]), ("swiss", 5, [3]), ("round_robin", 4, [3])],
)
def test_the_last_round_may_have_a_plan_of_its_own_before_anybody_knows_its_number(format_name, entrants, finals):
    final = stored_plan(Plan((LegRule(41),)))
    tournament = a_tournament(a_director(), format_name, round_plans={"last": final})
    for _ in range(entrants):
        a_pair(tournament)
    seed_entrants(tournament)
    stage = stage_of(tournament)
    targets = {number: stage.plan_of(number).legs[0].target for number in range(1, max(finals) + 1)}
    assert targets == {number: 41 if number in finals else 31 for number in targets}
