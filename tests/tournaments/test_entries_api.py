"""REST of making and entering: the shapes, and refusals by their codes."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, code_of
from tests.tournaments.factories import a_director, a_pair, a_tournament
from tournaments.models import Tournament
from tournaments.selectors.entries import lot_seal

pytestmark = pytest.mark.django_db


def director_of(club) -> Caller:
    return Caller(member_in(club, "director"))


def a_wish(club, **facts) -> dict:
    start = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
    return {"club": club.slug, "name": "Coppa d'inverno", "format": "knockout", "starts_at": start.isoformat()} | facts


def test_a_tournament_from_its_draft_to_its_cancellation():
    club = club_of()
    director, anybody = director_of(club), Caller(UserFactory(password=None))
    made = director.post("/tournaments/", a_wish(club, capacity=8, plan={"legs": [{}, {}, {"target": 21}]}))
    assert made.status_code == 201
    code = made.json()["code"]
    assert made["Location"].endswith(f"/api/v1/tournaments/{code}/")
    facts = made.json()
    assert (facts["state"], facts["room"], facts["lot"], facts["club"]["slug"]) == ("draft", 8, None, club.slug)
    assert [leg["target"] for leg in facts["plan"]["legs"]] == [31, 31, 21]
    assert code_of(anybody.get(f"/tournaments/{code}/")) == "no_such_tournament"
    assert anybody.get(f"/tournaments/?club={club.slug}").json()["results"] == []
    assert [row["code"] for row in director.get(f"/tournaments/?club={club.slug}").json()["results"]] == [code]
    assert director.call("patch", f"/tournaments/{code}/", {"capacity": 16}).json()["capacity"] == 16
    assert director.post(f"/tournaments/{code}/announcement/").status_code == 204
    shown = anybody.get(f"/tournaments/{code}/").json()
    assert (shown["state"], shown["you"]) == ("announced", {"rights": [], "entrant": None})
    assert shown["lot_seal"] == lot_seal(Tournament.objects.get(code=code))
    assert shown["check_in"]["closes_at"] < shown["starts_at"]
    assert [row["code"] for row in anybody.get("/tournaments/?state=announced").json()["results"]] == [code]
    assert {code_of(anybody.get(f"/tournaments/?state={none}")) for none in ("", "over")} == {"bad_format"}
    assert code_of(director.delete(f"/tournaments/{code}/")) == "wrong_state"
    assert director.post(f"/tournaments/{code}/cancellation/", {"reason": "piove"}).status_code == 204
    assert code_of(director.post(f"/tournaments/{code}/cancellation/", {})) == "wrong_state"


@pytest.mark.parametrize("offset", ["+20:37", "-23:59", "+00:00"])
def test_a_start_may_have_any_offset(offset):
    club = club_of()
    year = timezone.now().year + 1
    made = director_of(club).post("/tournaments/", a_wish(club, starts_at=f"{year}-01-14T20:00:00{offset}"))
    assert made.status_code == 201
    start = datetime.fromisoformat(f"{year}-01-14T20:00:00{offset}")
    assert datetime.fromisoformat(made.json()["starts_at"]) == start


REFUSED = [
    ({"format": "swiss", "format_options": {"rounds": 9}, "capacity": 2}, 422, "bad_rounds"),
    ({"format": "swiss"}, 422, "bad_format_option"),
    ({"format": "arena"}, 400, "bad_format"),
    ({"starts_at": "2027-01-14T20:00:00"}, 400, "bad_format"),
    ({"starts_at": "0001-01-01T00:00:00+14:00"}, 400, "bad_format"),
    ({"starts_at": "2020-01-14T20:00:00Z"}, 422, "bad_tournament"),
    ({"entry": "singles"}, 422, "bad_tournament"),
    ({"plan": {"legs": [{}, {}]}}, 422, "bad_legs"),
    ({"plan": {"legs": "bella"}}, 422, "bad_tournament"),
    ({"capacity": "16"}, 400, "bad_format"),
    ({"lot": "mine"}, 400, "bad_format"),
    ({"state": "running"}, 400, "bad_format"),
    ({"name": "\u200b"}, 422, "bad_text"),
]


def test_what_cannot_be_made():
    club = club_of()
    director = director_of(club)
    for facts, status, code in REFUSED:
        refused = director.post("/tournaments/", a_wish(club, **facts))
        assert (refused.status_code, code_of(refused)) == (status, code), facts


def test_a_pair_enters_checks_in_and_withdraws():
    tournament = a_tournament(a_director(), starts_at=timezone.now() + timedelta(minutes=15))
    ada, bea = (Caller(UserFactory(password=None)) for _ in range(2))
    here = f"/tournaments/{tournament.code}"
    asked = ada.post(f"{here}/proposals/", {"player": bea.user.username})
    assert (asked.status_code, asked.json()["entrant"]) == (201, None)
    assert code_of(ada.post(f"{here}/proposals/", {"player": bea.user.username})) == "already_proposed"
    (waiting,) = bea.get("/me/pair-proposals/").json()["results"]
    assert (waiting["tournament"], waiting["by"]["name"]) == (tournament.code, ada.user.username)
    proposal = f"{here}/proposals/{waiting['id']}/"
    assert code_of(ada.post(proposal, {"accept": True})) == "no_such_proposal"
    assert bea.post(proposal, {"accept": True}).json() == {"entrant": 1}
    assert code_of(bea.post(proposal, {"accept": True})) == "proposal_gone"
    assert code_of(ada.delete(proposal)) == "proposal_gone"
    (entry,) = Caller().get(f"{here}/entries/").json()["results"]
    assert [player["name"] for player in entry["players"]] == [ada.user.username, bea.user.username]
    assert (entry["checked_in"], entry["fee_paid"]) == (True, None)  # who enters while people check in is there
    assert ada.post(f"{here}/entries/1/check-in/").status_code == 204
    assert [row["number"] for row in ada.get("/me/entries/").json()["results"]] == [1]
    assert code_of(bea.post(f"{here}/proposals/", {"player": ada.user.username})) == "already_entered"
    assert bea.delete(f"{here}/entries/1/").status_code == 204
    assert Caller().get(f"{here}/entries/1/").json()["state"] == "withdrawn"
    assert code_of(bea.delete(f"{here}/entries/1/")) == "no_right"


def test_the_same_key_enters_once():
    tournament = a_tournament(a_director(), entry="drawn")
    ada = Caller(UserFactory(password=None))
    key = uuid4()
    answers = [ada.post(f"/tournaments/{tournament.code}/entries/", {}, key=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json() == {"number": 1}
    assert code_of(ada.post(f"/tournaments/{tournament.code}/entries/", {})) == "already_entered"


def test_the_door_and_the_director():
    tournament = a_tournament(a_director(), bots_allowed=True, capacity=4)
    host, director = Caller(member_in(tournament.club, "host")), director_of(tournament.club)
    a_pair(tournament, checked_in_at=None)
    here = f"/tournaments/{tournament.code}"
    seen = host.call("patch", f"{here}/entries/1/", {"checked_in": True, "fee_paid": True}).json()
    assert (seen["checked_in"], seen["fee_paid"]) == (True, True)
    assert code_of(host.post(f"{here}/bots/", {"up_to": 4})) == "no_right"
    assert director.post(f"{here}/bots/", {"up_to": 4}).json() == {"came": 3}
    assert code_of(director.post(f"{here}/bots/", {"up_to": 5})) == "bad_tournament"
    assert director.put(f"{here}/seeds/", {"order": [4, 2]}).status_code == 204
    assert code_of(director.put(f"{here}/seeds/", {"order": [4, 4]})) == "bad_seeding"
    outsider = UserFactory(password=None)
    wish = {"players": [director.user.username, outsider.username]}
    assert code_of(director.post(f"{here}/entries/", wish)) == "not_member"
    assert code_of(host.post(f"{here}/entries/", wish)) == "no_right"
    assert director.call("delete", f"{here}/entries/2/", {"reason": "troppi"}).status_code == 204


def test_the_desk():
    tournament = a_tournament(a_director())
    ada, here = Caller(UserFactory(password=None)), f"/tournaments/{tournament.code}/desk/"
    assert ada.put(here, {"words": "cerco compagno"}).status_code == 204
    (note,) = Caller().get(here).json()
    assert (note["user"]["name"], note["words"]) == (ada.user.username, "cerco compagno")
    assert code_of(ada.put(here, {"words": "x" * 201})) == "bad_format"
    assert ada.delete(here).status_code == 204
    assert Caller().get(here).json() == []
