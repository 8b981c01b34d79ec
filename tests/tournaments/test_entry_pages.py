"""Pages of making and entering: what people see there, and what their forms do."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import UserFactory
from tests.tournaments.factories import a_director, a_pair, a_tournament
from tournaments.models import DeskNote, Entrant, PairProposal, Tournament

pytestmark = pytest.mark.django_db


def browser_of(user=None) -> Client:
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.force_login(user)
    return client


def a_person():
    return UserFactory(password=None, language="en")


def a_wish(**facts) -> dict:
    usual = {
        "name": "Coppa <b>d'inverno</b>", "day": (timezone.localdate() + timedelta(days=8)).isoformat(),
        "hour": "21:00", "check_in_minutes": 30, "entry": "pairs", "open_to": "everybody", "late_entry": "on",
        "seeding": "rating",
        "rated": "on", "format": "swiss", "rounds": 5, "game": "torneo", "target": 31, "best_of": 3,
        "decider_target": 21, "final_target": 41, "scoring": "encounter", "pace": "automatic", "break_minutes": 3,
        "grace_minutes": 10, "move_seconds": 20, "bank_seconds": 120, "watch_delay": 0,
    }  # fmt: skip
    return usual | facts


def targets(plan: dict) -> list[int]:
    return [leg["target"] for leg in plan["legs"]]


def test_a_tournament_is_made_changed_announced_and_cancelled_on_its_pages():
    club = club_of(zone="Europe/Rome")
    client = browser_of(member_in(club, "director"))
    assert "Make the draft" in client.get(f"/tournaments/new/?club={club.slug}").content.decode()
    answer = client.post(f"/tournaments/new/?club={club.slug}", a_wish())
    tournament = Tournament.objects.get()
    assert answer.url == f"/tournaments/{tournament.code}/edit/"
    assert (targets(tournament.plan), targets(tournament.round_plans["last"])) == ([31, 31, 21], [41, 41, 41])
    assert tournament.format_options == {"rounds": 5}
    text = client.get(answer.url).content.decode()
    assert "Coppa &lt;b&gt;d&#x27;inverno&lt;/b&gt;" in text
    same = a_wish(prizes="un prosciutto", format="knockout", third_place="on")
    assert client.post(answer.url, same).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.prizes, tournament.format_options) == ("un prosciutto", {"third_place": True})
    assert set(tournament.audit.get(act="changed").before) == {"format", "format_options", "prizes"}
    state = f"/tournaments/{tournament.code}/state/"
    assert client.post(state, {"act": "announce"}).url == f"/tournaments/{tournament.code}/"
    assert client.post(state, {"act": "nonsense"}).status_code == 404
    assert client.post(state, {"act": "cancel", "reason": "piove"}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.state == "cancelled"


REFUSED = [
    ({"rounds": ""}, "This format needs it."),
    ({"rounds": 9, "capacity": 2}, "So many entrants cannot play so many rounds."),
    ({"format": "groups", "groups": 2, "qualify": 3, "capacity": 6}, "cannot be divided into these groups"),
    ({"entry": "singles"}, "single players one against one"),
    ({"day": "2020-01-01"}, "It starts in the future"),
    ({"name": "\u2800"}, "nothing in it can be read"),
    ({"game": "terziglio"}, "Select a valid choice"),
    ({"capacity": 100000}, "512"),
]


def test_what_cannot_be_is_said_on_the_form():
    club = club_of()
    client = browser_of(member_in(club, "director"))
    for facts, words in REFUSED:
        answer = client.post(f"/tournaments/new/?club={club.slug}", a_wish(**facts))
        assert answer.status_code == 422, facts
        assert words in answer.content.decode(), facts
        assert not Tournament.objects.exists(), facts


def test_who_runs_no_tournaments_makes_none():
    club = club_of()
    assert browser_of(member_in(club, "host")).get(f"/tournaments/new/?club={club.slug}").status_code == 403
    assert browser_of(a_person()).get("/tournaments/new/").status_code == 403
    director = member_in(club, "director")
    assert browser_of(director).get("/tournaments/new/").url == f"/tournaments/new/?club={club.slug}"
    member_in(club_of(), "director", director)
    assert "At which of your clubs?" in browser_of(director).get("/tournaments/new/").content.decode()


def test_two_people_find_each_other_at_the_desk_enter_and_check_in():
    tournament = a_tournament(a_director(), starts_at=timezone.now() + timedelta(minutes=50))
    ada, bea = a_person(), a_person()
    hers, his, here = browser_of(ada), browser_of(bea), f"/tournaments/{tournament.code}/entry/"
    assert "Log in to enter" in browser_of().get(here).content.decode()
    assert browser_of().post(here, {"act": "put-up"}).url.startswith("/account/login/")
    hers.post(here, {"act": "put-up", "words": "gioco da poco"})
    assert "gioco da poco" in his.get(here).content.decode()
    his.post(here, {"act": "propose", "partner": ada.username})
    assert f"{bea.username} would like to play with you." in hers.get(here).content.decode()
    proposal = PairProposal.objects.get()
    answer = hers.post(here, {"act": "answer", "proposal": proposal.pk, "accept": "yes"}, follow=True)
    assert "You have entered together." in answer.content.decode()
    assert not DeskNote.objects.exists()
    again = hers.post(here, {"act": "propose", "partner": "nobody-here"}, follow=True)
    assert "Nobody has this name." in again.content.decode()
    assert "It is not the time to check in." in hers.post(here, {"act": "check-in"}, follow=True).content.decode()
    Tournament.objects.update(starts_at=timezone.now() + timedelta(minutes=20))
    assert "We are here" in his.get(here).content.decode()
    his.post(here, {"act": "check-in"})
    assert Entrant.objects.get().checked_in_at is not None
    hers.post(here, {"act": "withdraw"})
    assert Entrant.objects.get().state == "withdrawn"
    for wrong in ({"act": "nonsense"}, {"act": "answer", "proposal": "x"}, {"act": "take-back", "proposal": "99"}):
        assert hers.post(here, wrong).status_code == 404


def test_the_host_ticks_and_the_director_enters_seeds_and_removes():
    tournament = a_tournament(a_director(), fee="5 euro", bots_allowed=True, capacity=4)
    a_pair(tournament, checked_in_at=None)
    here = f"/tournaments/{tournament.code}/entry/"
    host = browser_of(member_in(tournament.club, "host"))
    host.post(here, {"act": "tick", "number": 1, "is": "yes"})
    host.post(here, {"act": "fee", "number": 1, "is": "yes"})
    entrant = Entrant.objects.get()
    assert entrant.checked_in_at is not None
    assert entrant.fee_paid
    refused = host.post(here, {"act": "remove", "number": 1}, follow=True)
    assert "You have no right to do this." in refused.content.decode()
    director = browser_of(member_in(tournament.club, "director"))
    one, other = member_in(tournament.club), member_in(tournament.club)
    director.post(here, {"act": "add", "first": one.username, "second": other.username, "names": ""})
    director.post(here, {"act": "bots", "up_to": 3})
    assert "<bdi>1 entrant</bdi>" in director.get(f"/tournaments/{tournament.code}/direct/audit/").content.decode()
    director.post(here, {"act": "seed", "order": "2, 1"})
    director.post(here, {"act": "remove", "number": 3})
    assert list(Entrant.objects.order_by("number").values_list("state", "seed_by_hand")) == [
        ("entered", 2), ("entered", 1), ("withdrawn", None),
    ]  # fmt: skip
    assert "Seeds by hand" in director.get(here).content.decode()


def test_entering_alone_and_the_lot_sealed_then_shown():
    tournament = a_tournament(a_director(), entry="drawn")
    client, here = browser_of(a_person()), f"/tournaments/{tournament.code}/entry/"
    client.post(here, {"act": "enter"})
    assert Entrant.objects.get().state == "single"
    assert tournament.lot not in client.get(here).content.decode()
    Tournament.objects.update(entries_closed_at=timezone.now())
    assert tournament.lot in client.get(here).content.decode()
