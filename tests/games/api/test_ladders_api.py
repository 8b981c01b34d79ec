"""REST of ladders: pages, filters, refusals; the profile, the list and the page agree (C3)."""

import re

import pytest
from django.test import Client

from accounts.models import Club, Follow, Membership, User
from accounts.services.closing import close_account
from games.models import Rating
from tests.games.factories import person

pytestmark = pytest.mark.django_db
PAIRS = "/api/v1/ladders/pairs/"


def rated(points: float, name: str = "", matches: int = 12) -> User:
    user = person(name)
    Rating.objects.create(user=user, pool="pairs", rating=points, matches=matches, wins=matches)
    return user


def told(client: Client, query: str = "") -> list[tuple[int | None, int]]:
    answer = client.get(PAIRS + query)
    assert answer.status_code == 200, answer.content
    return [(row["rank"], row["points"]) for row in answer.json()["results"]]


def test_list_profile_and_page_agree(client: Client) -> None:
    users = [rated(points, f"tied-{number}") for number, points in enumerate((101, 100, 100, 99))]
    assert told(client) == [(1, 101), (2, 100), (2, 100), (4, 99)]
    User.objects.filter(pk=users[0].pk).update(wants_ladder=False)
    assert told(client) == [(1, 100), (1, 100), (3, 99)]
    for user, rank in zip(users, (None, 1, 1, 3), strict=True):
        profile = client.get(f"/api/v1/players/{user.username}/").json()
        assert [(stand["pool"], stand["rank"]) for stand in profile["ratings"]] == [("pairs", rank)]
        page = client.get(f"/players/{user.username}/").content.decode()
        assert (f'class="rank">{rank}<' in page) is (rank is not None)
    page = client.get("/ladder/").content.decode()
    assert re.findall(r'class="num rank"[^>]*>(\d+)<', page) == ["1", "1", "3"]
    assert users[0].username not in page


def test_pages_follow_their_links_and_an_unchanged_one_is_304(client: Client) -> None:
    for points in range(1500, 1505):
        rated(points)
    first = client.get(f"{PAIRS}?page_size=2").json()
    second = client.get(first["next"]).json()
    third = client.get(second["next"]).json()
    ranks = [row["rank"] for page in (first, second, third) for row in page["results"]]
    assert (ranks, third["next"], first["previous"]) == ([1, 2, 3, 4, 5], None, None)
    assert client.get(third["previous"]).json()["results"] == second["results"]
    tag = client.get(PAIRS)["ETag"]
    assert client.get(PAIRS, headers={"If-None-Match": tag}).status_code == 304
    rated(1700)
    assert client.get(PAIRS, headers={"If-None-Match": tag}).status_code == 200


def test_a_ladder_is_narrowed_and_looked_at_around_somebody(client: Client) -> None:
    me, friend, other = rated(1500), rated(1400), rated(1600)
    rated(1800, "newcomer", matches=9)
    club = Club.objects.create(name="Circolo San Vito", slug="san-vito", place="Spilimbergo")
    Membership.objects.create(club=club, user=other)
    Follow.objects.create(follower=me, followed=friend)
    assert told(client, "?club=san-vito") == told(client, "?place=spilimbergo") == [(1, 1600)]
    assert told(client, "?provisional=true") == [(None, 1800)]
    assert told(client, f"?around={me.username}&page_size=1") == [(2, 1500)]
    assert told(client, "?season=current") == []
    assert client.get(f"{PAIRS}?friends=true").json()["code"] == "not_logged_in"
    client.force_login(me)
    assert told(client, "?friends=true") == [(1, 1500), (2, 1400)]
    assert {row["pool"]: row["ranked"] for row in client.get("/api/v1/ladders/").json()}["pairs"] == 3


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        ("/api/v1/ladders/chess/", 404, "no_such_ladder"),
        (PAIRS + "?cursor=made-up", 400, "bad_cursor"),
        (PAIRS + "?cursor=%00", 400, "bad_format"),
        (PAIRS + "?page_size=-1", 400, "bad_format"),
        (PAIRS + "?page_size=201", 400, "bad_format"),
        (PAIRS + "?page=2", 400, "bad_format"),
        (PAIRS + "?season=2026q5", 400, "bad_format"),
        (PAIRS + "?season=0001q1", 400, "bad_format"),
        (PAIRS + "?season=2026q1&season=2026q2", 400, "bad_format"),
        (PAIRS + "?club=nowhere", 404, "no_such_club"),
        (PAIRS + "?club=a&place=b", 400, "bad_format"),
        (PAIRS + "?place=%00", 400, "bad_format"),
        (PAIRS + "?friends=false", 400, "bad_format"),
        (PAIRS + "?around=nobody-of-that-name", 404, "no_such_player"),
        (PAIRS + "?around=hidden", 404, "no_rank"),
        (PAIRS + "?around=never-played", 404, "no_rank"),
        (PAIRS + "?around=gone", 404, "no_such_player"),
    ],
)
def test_what_cannot_be_is_refused(client: Client, address: str, status: int, code: str) -> None:
    hidden, gone = rated(1500, "hidden"), rated(1500, "gone")
    person("never-played")
    User.objects.filter(pk=hidden.pk).update(wants_ladder=False)
    close_account(user_id=gone.pk)
    answer = client.get(address)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_cursor_of_one_ladder_opens_no_other(client: Client) -> None:
    rated(1500)
    rated(1501)
    cursor = client.get(f"{PAIRS}?page_size=1").json()["next"].split("cursor=")[1].split("&")[0]
    for other in ("/api/v1/ladders/two/?", f"{PAIRS}?season=2026q1&", f"{PAIRS}?provisional=true&"):
        assert client.get(f"{other}cursor={cursor}").json()["code"] == "bad_cursor"


def test_who_hides_says_so_on_the_page_or_over_rest(client: Client) -> None:
    me = rated(1500)
    client.force_login(me)
    answer = client.put("/api/v1/me/ladder/", {"wants_ladder": False}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"wants_ladder": False})
    assert told(client) == []
    client.post("/account/ladder/", {"wants_ladder": "on"})
    assert client.get("/api/v1/me/ladder/").json() == {"wants_ladder": True}
    assert told(client) == [(1, 1500)]
