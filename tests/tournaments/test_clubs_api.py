"""Clubs over REST: everything the pages do, with exact shapes and stable codes."""

import pytest

from accounts.models import Membership
from games.models import Table
from tests.accounts.clubs.houses import club_of, member_in
from tests.games.api.callers import Caller, code_of
from tests.games.factories import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(db):
    return Caller(person("Ada"))


@pytest.fixture
def club(ada):
    return club_of(ada.user, name="Bar Sport", entry="request")


def refused(answer) -> tuple[int, str]:
    return answer.status_code, code_of(answer)


def test_a_club_is_founded_found_changed_and_closed(ada):
    answer = ada.post("/clubs/", {"name": "Caffè 3♠ / è", "zone": "Europe/Zagreb", "place": "Buje"})
    assert (answer.status_code, answer.headers["Location"]) == (201, "http://testserver/api/v1/clubs/caffe-3-e/")
    told = answer.json()
    assert told["you"]["role"] == "owner"
    assert (told["members"], told["zone"], told["entry"]) == (1, "Europe/Zagreb", "request")
    assert [club["slug"] for club in Caller().get("/clubs/?q=buje").json()["results"]] == ["caffe-3-e"]
    assert Caller().get("/clubs/caffe-3-e/").json()["you"] == {"role": None, "rights": [], "admission": None}
    assert ada.call("patch", "/clubs/caffe-3-e/", {"deck": "grandi"}).json()["deck"] == "grandi"
    for body, expected in (
        ({"name": "caffe 3 e"}, (409, "club_name_taken")),
        ({"name": "Бар"}, (422, "bad_club_name")),
        ({"name": "Altro", "zone": "Mars/Base"}, (422, "bad_zone")),
        ({"name": "Altro", "language": "xx"}, (422, "bad_club")),
        ({"name": 7}, (400, "bad_format")),
        ({"name": "Altro", "founder": 1}, (400, "bad_format")),
    ):
        assert refused(ada.post("/clubs/", body)) == expected
    stranger = Caller(person())
    assert refused(stranger.call("patch", "/clubs/caffe-3-e/", {"deck": "grandi"})) == (403, "no_right")
    assert refused(stranger.call("delete", "/clubs/caffe-3-e/")) == (403, "no_right")
    assert ada.call("delete", "/clubs/caffe-3-e/").status_code == 204
    assert refused(ada.call("delete", "/clubs/caffe-3-e/")) == (409, "club_closed")
    assert Caller().get("/clubs/").json()["results"] == []
    assert refused(ada.get("/clubs/nowhere/")) == (404, "no_such_club")


def test_the_way_in_and_out(ada, club):
    bruno = Caller(person("Bruno"))
    assert refused(bruno.post("/clubs/bar-sport/members/")) == (409, "entry_by_request")
    asked = bruno.post("/clubs/bar-sport/admissions/", {"words": "<b>io</b>"}).json()["id"]
    assert bruno.get("/clubs/bar-sport/").json()["you"]["admission"] == asked
    assert refused(bruno.get("/clubs/bar-sport/admissions/")) == (403, "no_right")
    (waiting,) = ada.get("/clubs/bar-sport/admissions/").json()
    assert (waiting["id"], waiting["user"]["name"], waiting["words"]) == (asked, "Bruno", "<b>io</b>")
    assert refused(bruno.post(f"/admissions/{asked}/", {"accept": True})) == (403, "no_right")
    assert ada.post(f"/admissions/{asked}/", {"accept": True}).status_code == 204
    assert refused(ada.post(f"/admissions/{asked}/", {"accept": True})) == (409, "admission_settled")
    assert bruno.call("delete", "/clubs/bar-sport/members/Bruno/").status_code == 204
    assert refused(ada.call("delete", "/clubs/bar-sport/members/ada/")) == (409, "last_owner")
    invited = ada.post("/clubs/bar-sport/admissions/", {"player": "bruno"}).json()["id"]
    assert refused(ada.post(f"/admissions/{invited}/", {"accept": True})) == (404, "no_such_admission")
    assert bruno.post("/clubs/bar-sport/members/").status_code == 201
    assert refused(bruno.post("/clubs/bar-sport/admissions/", {"player": "Ada"})) == (403, "no_right")
    assert refused(ada.post("/clubs/bar-sport/admissions/", {"player": "Nessuna"})) == (404, "no_such_player")


def test_members_their_cards_and_their_rights(ada, club):
    bruno = Caller(member_in(club, user=person("Bruno")))
    path = "/clubs/bar-sport/members/Bruno/"
    body = {"role": "host", "grants": ["calendar"], "card_number": "7", "paid_until": "2027-06-30"}
    told = ada.call("patch", path, body).json()
    assert {name: told[name] for name in body} == body
    assert ada.call("patch", path, {"paid_until": None}).json()["card_number"] == "7"
    rows = {row["user"]["name"]: row for row in Caller().get("/clubs/bar-sport/members/").json()["results"]}
    assert (rows["Bruno"]["role"], rows["Bruno"]["card_number"], rows["Bruno"]["grants"]) == ("host", None, None)
    assert bruno.get(path).json()["card_number"] == "7"
    director = Caller(member_in(club, "director"))
    assert refused(director.call("patch", path, {"card_number": "8", "role": "owner"})) == (403, "no_right")
    assert Membership.objects.get(user=bruno.user).card_number == "7"
    assert refused(ada.call("patch", path, {"role": "king"})) == (400, "bad_format")
    assert refused(ada.call("patch", "/clubs/bar-sport/members/Ada/", {"role": "host"})) == (409, "last_owner")
    assert refused(bruno.call("delete", "/clubs/bar-sport/members/Ada/")) == (403, "no_right")
    assert director.call("delete", path).status_code == 204
    assert refused(ada.get(path)) == (404, "not_member")


def test_a_table_of_members(ada, club):
    person("Bruno")
    body = {"csv": "nome;tessera\nBruno;1\nNessuna;2\n"}
    lines = ada.post("/clubs/bar-sport/member-list/", body).json()
    assert [(line["number"], line["action"], line["faults"]) for line in lines] == [
        (2, "invite", []),
        (3, "", ["unknown_person"]),
    ]
    assert refused(ada.post("/clubs/bar-sport/member-list/", body | {"dry_run": False})) == (422, "bad_list")
    good = {"csv": "nome;tessera\nBruno;1\n", "dry_run": False}
    assert ada.post("/clubs/bar-sport/member-list/", good).status_code == 200
    assert len(ada.get("/clubs/bar-sport/admissions/").json()) == 1
    assert refused(Caller(person()).post("/clubs/bar-sport/member-list/", good)) == (403, "no_right")


def test_the_calendar(ada, club):
    body = {"title": "Giovedì", "day": "2026-01-01", "hour": "21:00", "repeats": "weekly"}
    written = ada.post("/clubs/bar-sport/events/", body).json()
    assert (written["hour"], written["zone"], written["minutes"]) == ("21:00", "Europe/Rome", 180)
    coming = Caller().get("/clubs/bar-sport/events/").json()
    assert len(coming) in {9, 10}
    assert coming[0]["event"] == written["id"]
    assert coming[0]["starts_at"].endswith(("Z", "+01:00", "+02:00"))
    path = f"/clubs/bar-sport/events/{written['id']}/"
    assert ada.call("put", path, body | {"title": "Venerdì"}).json()["title"] == "Venerdì"
    assert refused(ada.call("put", path, body | {"until": "2025-01-01"})) == (422, "bad_event")
    assert refused(Caller(person()).call("delete", path)) == (403, "no_right")
    assert ada.call("delete", path).status_code == 204
    assert refused(ada.get(path)) == (404, "no_such_event")


def test_rules_of_the_house_and_tables_by_them(ada, club):
    published = ada.post("/clubs/bar-sport/rules/", {"name": "Nostre", "preset": "club", "options": {"target": 41}})
    assert published.status_code == 201
    rules = published.json()
    assert Caller().get("/clubs/bar-sport/rules/").json() == [rules]
    assert refused(ada.post("/clubs/bar-sport/rules/", {"name": "X", "preset": "poker"})) == (422, "bad_rules")
    opened = ada.post("/clubs/bar-sport/tables/", {"house_rules": rules["id"]})
    assert opened.status_code == 201
    told = opened.json()
    assert (told["visibility"], told["target"], told["club"]["slug"]) == ("club", 41, "bar-sport")
    assert told["house_rules"] == {"name": "Nostre", "version": 1}
    stranger = Caller(person())
    assert refused(stranger.get(f"/tables/{told['code']}/")) == (403, "club_table")
    assert refused(stranger.call("put", f"/tables/{told['code']}/seats/0/", {})) == (403, "club_table")
    assert refused(stranger.post("/clubs/bar-sport/tables/", {})) == (403, "no_right")
    assert stranger.get("/clubs/bar-sport/tables/").json() == []
    member = Caller(member_in(club))
    assert [row["code"] for row in member.get("/clubs/bar-sport/tables/").json()] == [told["code"]]
    assert refused(ada.post("/tables/", {"preset": "club", "visibility": "club"})) == (400, "bad_format")
    assert ada.call("delete", f"/clubs/bar-sport/rules/{rules['id']}/").status_code == 204
    assert refused(ada.post("/clubs/bar-sport/tables/", {"house_rules": rules["id"]})) == (404, "no_such_house_rules")
    assert Table.objects.count() == 1
