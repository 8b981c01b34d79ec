"""REST of seeks, invitations and privacy: what each may ask for, and the clear refusals."""

import pytest

from games.models import Match, Table
from games.services import invitations
from tests.games.api.callers import Caller, code_of
from tests.games.factories import open_table, people, person

pytestmark = pytest.mark.django_db

DUE = {"preset": "due"}


def callers(number: int) -> list[Caller]:
    return [Caller(user) for user in people(number)]


def test_two_people_find_each_other() -> None:
    anna, bruno = callers(2)
    own = anna.put("/me/seek/", DUE | {"rated": True, "options": {"target": 11}})
    assert own.status_code == 200
    assert (own.json()["state"], own.json()["target"], own.json()["players"]) == ("waiting", 11, 2)
    (listed,) = Caller().get("/seeks/").json()["results"]
    assert listed == own.json()
    assert listed["people"] == [{"id": anna.user.pk, "name": anna.user.username, "kind": "human"}]
    found = bruno.put("/me/seek/", DUE | {"rated": True, "options": {"target": 11}}).json()
    assert (found["state"], anna.get("/me/seek/").json()["table"]) == ("found", found["table"])
    assert Table.objects.get(code=found["table"]).rated
    assert Caller().get("/seeks/").json()["results"] == []
    assert code_of(anna.put("/me/seek/", DUE)) == "already_seated"


def test_a_partner_is_asked_first() -> None:
    anna, bruno, carla = callers(3)
    own = anna.put("/me/seek/", {"preset": "club", "partner": bruno.user.username}).json()
    assert (own["state"], own["asked"]["name"]) == ("asking", bruno.user.username)
    assert [found["id"] for found in bruno.get("/me/proposals/").json()["results"]] == [own["id"]]
    assert carla.get("/me/proposals/").json()["results"] == []
    assert code_of(carla.post(f"/me/proposals/{own['id']}/", {"accept": True})) == "no_such_seek"
    assert bruno.post(f"/me/proposals/{own['id']}/", {"accept": True}).status_code == 204
    assert [person["name"] for person in anna.get("/me/seek/").json()["people"]] == [
        anna.user.username,
        bruno.user.username,
    ]
    assert bruno.delete("/me/seek/").status_code == 204
    assert anna.get("/me/seek/").json()["end"] == "cancelled"


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({}, 400, "bad_format"),
        ({"preset": "due", "rated": "yes"}, 400, "bad_format"),
        ({"preset": "due", "colour": "red"}, 400, "bad_format"),
        ({"preset": "due", "rating_low": -5}, 400, "bad_format"),
        ({"preset": "due", "rating_low": 1600, "rating_high": 1500}, 400, "bad_format"),
        ({"preset": "poker"}, 422, "bad_rules"),
        ({"preset": "due", "options": {"target": 10**9}}, 422, "bad_option"),
        ({"preset": "club", "partner": "nobody-like-that"}, 404, "no_such_player"),
        ({"preset": "club", "partner": "\x00"}, 400, "bad_json"),
    ],
)
def test_impossible_wishes(wish, status, code) -> None:
    answer = Caller(person()).put("/me/seek/", wish)
    assert (answer.status_code, code_of(answer)) == (status, code)


def test_nobody_waits_who_does_not() -> None:
    anna = Caller(person())
    assert code_of(anna.get("/me/seek/")) == "no_such_seek"
    assert code_of(anna.delete("/me/seek/")) == "no_such_seek"
    assert code_of(Caller().get("/me/seek/")) == "not_logged_in"
    assert code_of(Caller(anna.user, "read").put("/me/seek/", DUE)) == "bad_scope"


class TestInvitations:
    """Asking a person to a chair."""

    def test_the_invited_sits_down(self) -> None:
        anna, bruno = callers(2)
        table = open_table(anna.user)
        made = anna.post(f"/tables/{table.code}/invitations/", {"name": bruno.user.username, "seat": 1})
        (invitation,) = made.json()["you"]["invitations"]
        assert (made.status_code, invitation["invited"]["name"]) == (201, bruno.user.username)
        assert bruno.get("/me/invitations/").json()["results"] == [invitation]
        assert code_of(anna.post(f"/me/invitations/{invitation['id']}/", {"accept": True})) == "no_such_invitation"
        assert bruno.post(f"/me/invitations/{invitation['id']}/", {"accept": True}).status_code == 204
        assert bruno.get(f"/tables/{table.code}/").json()["you"]["seat"] == 1
        assert code_of(bruno.post(f"/me/invitations/{invitation['id']}/", {"accept": True})) == "invitation_gone"

    def test_an_invitation_is_taken_back(self) -> None:
        anna, bruno = callers(2)
        table = open_table(anna.user)
        made = invitations.invite(table_id=table.pk, user_id=anna.user.pk, invited_id=bruno.user.pk, number=0)
        assert code_of(bruno.delete(f"/me/invitations/{made}/")) == "no_such_invitation"
        assert anna.delete(f"/me/invitations/{made}/").status_code == 204
        assert bruno.get("/me/invitations/").json()["results"] == []

    def test_impossible_invitations(self) -> None:
        anna, bruno = callers(2)
        table = open_table(anna.user)
        path = f"/tables/{table.code}/invitations/"
        name = bruno.user.username
        for caller, wish, code in (
            (bruno, {"name": anna.user.username, "seat": 0}, "no_right"),
            (anna, {"name": "nobody-like-that", "seat": 0}, "no_such_player"),
            (anna, {"name": anna.user.username, "seat": 0}, "not_yourself"),
            (anna, {"name": name, "seat": 7}, "no_such_seat"),
            (anna, {"name": name, "seat": "0"}, "bad_format"),
        ):
            assert code_of(caller.post(path, wish)) == code


class TestPrivacy:
    """Who may come, changed while the table stands."""

    def test_a_public_table_becomes_private_and_open_again(self) -> None:
        anna, bruno = callers(2)
        table = open_table(anna.user)
        path = f"/tables/{table.code}/privacy/"
        closed = anna.put(path, {"visibility": "password", "password": "fante di coppe"})
        assert (closed.status_code, closed.json()["visibility"]) == (200, "password")
        assert code_of(bruno.get(f"/tables/{table.code}/")) == "table_private"
        assert Caller().get("/tables/").json()["results"] == []
        assert bruno.post(f"/tables/{table.code}/unlock/", {"password": "fante di coppe"}).status_code == 204
        assert bruno.get(f"/tables/{table.code}/").status_code == 200
        assert anna.put(path, {"visibility": "public"}).status_code == 200
        assert Caller().get(f"/tables/{table.code}/").status_code == 200

    def test_only_the_opener_and_only_what_can_be(self) -> None:
        anna, bruno = callers(2)
        table = open_table(anna.user)
        path = f"/tables/{table.code}/privacy/"
        assert code_of(bruno.put(path, {"visibility": "link"})) == "no_right"
        for wish in (
            {"visibility": "secret"},
            {"visibility": "password"},
            {"visibility": "link", "password": "x"},
            {"visibility": "club"},
            {},
        ):
            assert code_of(anna.put(path, wish)) == "bad_format"
        clockless = open_table(anna.user, visibility="link", move_seconds=0, bank_seconds=0)
        assert code_of(anna.put(f"/tables/{clockless.code}/privacy/", {"visibility": "public"})) == "bad_format"


def test_a_table_that_draws_partners_over_rest() -> None:
    four = callers(4)
    code = four[0].post("/tables/", {"preset": "club", "partners": "card"}).json()["code"]
    for number, caller in enumerate(four):
        assert caller.put(f"/tables/{code}/seats/{number}/").status_code == 200
    table = Caller().get(f"/tables/{code}/").json()
    assert (table["partners"], table["draw"]["method"], table["draw"]["match_number"]) == ("card", "card", 1)
    assert [seat["user"]["id"] for seat in table["seats"]] == table["draw"]["after"]
    assert Match.objects.get().status == "running"
    assert code_of(four[0].post("/tables/", {"preset": "due", "partners": "lot"})) == "bad_format"
