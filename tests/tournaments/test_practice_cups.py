"""Practice cups: a newcomer plays a whole tournament against bots, now and by a single button."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.errors import MembersOnly
from accounts.models import Club, User
from games.models import Match
from games.services import official_tables
from games.services.clock import run_ahead
from tests.accounts.clubs.houses import club_of
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller
from tests.games.races import at_once
from tournaments.errors import TooOften
from tournaments.models import EncounterTable, Entrant, Round, Tournament
from tournaments.services import practice_cups, sweep
from tournaments.services.results import take_up

pytestmark = pytest.mark.django_db


def newcomer(name="Ada") -> User:
    return UserFactory(username=name, password=None, language="en")


def cup_of(user) -> Tournament:
    return Tournament.objects.get(code=practice_cups.enter(user_id=user.pk, now=timezone.now()))


def test_it_begins_at_once_with_a_table_that_waits_for_the_newcomer():
    ada = newcomer()
    cup = cup_of(ada)
    assert (cup.name, cup.state, cup.rated) == ("Practice cup of Ada", "running", False)
    assert cup.entrants.filter(state="entered").count() == 4
    first = Round.objects.get(tournament=cup)
    assert (first.state, first.encounters.count()) == ("running", 2)
    own = EncounterTable.objects.get(encounter__round=first, table__seats__user=ada)
    official_tables.arrive(table_id=own.table_id, user_id=ada.pk, now=timezone.now())
    assert Match.objects.filter(table=own.table_id, status="running").exists()
    assert cup_of(ada) == cup


def test_it_ends_by_itself_also_without_its_newcomer():
    ada = newcomer()
    cup = cup_of(ada)
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    assert "Play a practice cup" not in client.get(f"/tournaments/{cup.code}/").content.decode()
    now = timezone.now()
    for _step in range(20):
        now += timedelta(minutes=5)
        for match in Match.objects.filter(table__encounter_table__encounter__tournament=cup, status="running"):
            while run_ahead(match.pk) is not None:
                pass
            take_up(match_id=match.pk, now=now)
        sweep.run_due(now)
        cup.refresh_from_db()
        if cup.state == "finished":
            break
    assert cup.state == "finished"
    assert Entrant.objects.filter(tournament=cup, place=1).count() == 1
    assert "Play a practice cup" in client.get(f"/tournaments/{cup.code}/").content.decode()


def test_nobody_plays_without_end_and_guests_play_none(monkeypatch):
    monkeypatch.setattr(practice_cups, "MOST_A_DAY", 2)
    ada = newcomer()
    for _ in range(practice_cups.MOST_A_DAY):
        Tournament.objects.filter(pk=cup_of(ada).pk).update(state="finished", ended_at=timezone.now())
    with pytest.raises(TooOften):
        cup_of(ada)
    with pytest.raises(MembersOnly):
        cup_of(UserFactory(kind=User.Kind.GUEST, password=None))


def test_a_club_of_people_cannot_pose_as_that_of_the_bots():
    posing = club_of(newcomer("Carla"), name=practice_cups.CLUB)
    cup = cup_of(newcomer())
    assert cup.club != posing
    assert cup_of(newcomer("Bruno")).club == cup.club


@pytest.mark.django_db(transaction=True)
def test_two_clicks_are_one_cup_and_two_newcomers_found_one_club():
    people = [newcomer("Ada"), newcomer("Bruno")]
    now = timezone.now()
    codes = at_once([lambda user=user: practice_cups.enter(user_id=user.pk, now=now) for user in people * 2])
    assert all(isinstance(code, str) for code in codes), codes
    assert (codes[0], codes[1]) == (codes[2], codes[3])
    assert Tournament.objects.count() == 2
    assert Club.objects.count() == 1


def test_the_button_and_rest_lead_to_the_cup_which_no_public_list_shows():
    ada = newcomer()
    client = Client(headers={"accept-language": "en"})
    client.force_login(ada)
    assert "Play a practice cup" in client.get("/tournaments/").content.decode()
    answer = client.post("/practice-cup/")
    cup = Tournament.objects.get()
    assert answer.url == f"/tournaments/{cup.code}/"
    assert client.get(answer.url).status_code == 200
    assert cup.code not in client.get("/tournaments/").content.decode()
    assert Caller(ada).post("/me/practice-cup/").json() == {"tournament": cup.code}
