"""Series, halls and exports over REST: what the pages do and show, for programs."""

import io
from datetime import timedelta
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from django.utils import timezone

from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, code_of
from tests.tournaments.factories import a_director, a_pair, a_tournament
from tournaments.models import Entrant, Tournament
from tournaments.services import news

pytestmark = pytest.mark.django_db
TEMPLATE = {"format": "swiss", "format_options": {"rounds": 3}}


@pytest.fixture
def director():
    return a_director()


@pytest.fixture
def slug(director) -> str:
    return director.memberships.get().club.slug


def wish(**facts):
    day = timezone.localdate() + timedelta(days=8)
    return {"name": "Il giovedì", "first_day": day.isoformat(), "hour": "21:00", "template": TEMPLATE} | facts


def test_a_series_is_begun_changed_and_ended(director, slug):
    caller = Caller(director)
    answer = caller.post(f"/clubs/{slug}/series/", wish(points=[3, 2, 1]))
    assert answer.status_code == 201
    made = answer.json()
    path = f"/clubs/{slug}/series/{made['slug']}/"
    assert answer["Location"].endswith(f"/api/v1{path}")
    assert (made["hour"], made["points"], made["table"], len(made["coming"])) == ("21:00", [3, 2, 1], [], 8)
    assert Caller().get(path).json()["name"] == "Il giovedì"
    assert [each["slug"] for each in Caller().get(f"/clubs/{slug}/series/").json()["results"]] == [made["slug"]]
    assert caller.call("patch", path, {"hour": "20:30", "until": made["first_day"]}).json()["hour"] == "20:30"
    assert caller.call("delete", path).status_code == 204
    assert code_of(caller.call("delete", path)) == "series_ended"
    assert Caller().get(path).json()["coming"] == []


REFUSED = [
    ({"zone": "Europe/Atlantis"}, "bad_zone"),
    ({"days_ahead": 0}, "bad_series"),
    ({"days_ahead": "6"}, "bad_format"),
    ({"points": [-1]}, "bad_series"),
    ({"template": {"format": "swiss", "format_options": {"rounds": 0}}}, "bad_format_option"),
    ({"template": {"code": "x"}}, "bad_series"),
    ({"first_day": "2027-02-30"}, "bad_format"),
    ({"hour": "25:00"}, "bad_format"),
    ({"until": "2020-01-01"}, "bad_series"),
    ({"nonsense": 1}, "bad_format"),
]


def test_what_a_series_cannot_be_is_refused_with_its_code(director, slug):
    caller = Caller(director)
    for facts, code in REFUSED:
        assert code_of(caller.post(f"/clubs/{slug}/series/", wish(**facts))) == code, facts


def test_who_may_and_what_is_not_there(director, slug):
    assert code_of(Caller(UserFactory(password=None)).post(f"/clubs/{slug}/series/", wish())) == "no_right"
    assert code_of(Caller().get(f"/clubs/{slug}/series/none/")) == "no_such_series"
    assert code_of(Caller().get("/clubs/none/series/")) == "no_such_club"


def test_the_hall_the_medals_and_the_news(director, slug):
    ada, bruno = (UserFactory(username=name, password=None) for name in ("Ada", "Bruno"))
    now = timezone.now()
    for year in (2025, 2026):
        held = a_tournament(director, state="finished", starts_at=now.replace(year=year, month=3, day=1), ended_at=now)
        a_pair(held, [ada, bruno], place=1)
    news.tell_news(now=now)
    found = Caller().get(f"/clubs/{slug}/hall/").json()["results"]
    assert [winner["players"] for each in found for winner in each["winners"]] == [["Ada", "Bruno"]] * 2
    assert len(Caller().get(f"/clubs/{slug}/hall/?year=2025").json()["results"]) == 1
    assert Caller().get(f"/clubs/{slug}/medals/").json()[0] == {
        "place": 1, "user": ada.pk, "name": "Ada", "counts": [2, 0, 0],
    }  # fmt: skip
    for year in ("", "x", "99999", "1999", "-1", "²025"):
        assert code_of(Caller().get(f"/clubs/{slug}/hall/?year={quote(year)}")) == "bad_format", year
    kinds = [each["kind"] for each in Caller().get(f"/clubs/{slug}/news/").json()]
    assert sorted(kinds) == ["finished", "finished", "joined"]


def test_a_tournament_is_exported_as_object_as_tables_and_as_records(director):
    tournament = a_tournament(director, name="=1+1")
    path = f"/tournaments/{tournament.code}/"
    plain = Caller().get(f"{path}export/").json()
    assert (plain["tournament"]["name"], "audit" in plain) == ("=1+1", False)
    assert "audit" in Caller(director).get(f"{path}export/").json()
    tables = Caller().get(f"{path}export/tables/")
    with ZipFile(io.BytesIO(tables.content)) as archive:
        assert "name;'=1+1" in archive.read("tournament.csv").decode("utf-8-sig")
    assert Caller().get(f"{path}records/")["Content-Type"] == "application/zip"
    draft = a_tournament(director, state="draft")
    for ending in ("export/", "export/tables/", "records/"):
        assert code_of(Caller().get(f"/tournaments/{draft.code}/{ending}")) == "no_such_tournament"


def test_entrants_come_in_from_a_table(director):
    tournament = a_tournament(director)
    club = director.memberships.get().club
    for name in ("Ada", "Bruno"):
        member_in(club, user=UserFactory(username=name, password=None))
    path, caller = f"/tournaments/{tournament.code}/entrant-list/", Caller(director)
    looked = caller.post(path, {"csv": "player1;player2\nAda;Bruno\nNessuno;Ada\n"}).json()
    assert [(line["number"], line["faults"]) for line in looked] == [
        (2, ["repeated_person"]), (3, ["repeated_person"]),
    ]  # fmt: skip
    assert code_of(caller.post(path, {"csv": "player1;player2\nAda;Nessuno\n", "dry_run": False})) == "bad_list"
    taken = caller.post(path, {"csv": "player1;player2\nAda;Bruno\n", "dry_run": False}).json()
    assert (taken[0]["action"], taken[0]["entrant"]) == ("entered", 1)
    assert Entrant.objects.count() == 1
    assert code_of(Caller(UserFactory(password=None)).post(path, {"csv": "player1\n"})) == "no_right"
    Tournament.objects.update(state="finished")
    assert code_of(caller.post(path, {"csv": "player1\n"})) == "wrong_state"
