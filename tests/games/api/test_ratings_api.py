"""REST of ratings: where one stands, how it came to be and why, and corrections by the staff alone."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.services.closing import close_account
from games.models import Correction, Match
from games.services.ratings import rate_left
from tests.games.api.callers import Caller, code_of
from tests.games.factories import match_with, people
from tests.games.rated import ended_match, evening

pytestmark = pytest.mark.django_db
SCOPES = ("read", "account")


def test_a_player_s_ratings_say_where_he_stands_and_whether_for_certain() -> None:
    players = people(4)
    for _ in range(10):
        ended_match(players[:2], players[2:])
    ended_match(players[:1], players[1:2], preset="due", pool="two")
    rate_left()
    pairs, two = Caller().get(f"/players/{players[0].username}/ratings/").json()
    assert (pairs["pool"], pairs["matches"], pairs["wins"], pairs["losses"]) == ("pairs", 10, 10, 0)
    assert (pairs["provisional"], two["provisional"]) == (False, True)
    assert two["rating"] == 1520
    assert Caller().get(f"/players/{people(1)[0].username}/ratings/").json() == []
    assert code_of(Caller().get("/players/nobody.here/ratings/")) == "no_such_player"


def test_a_history_tells_why_page_by_page(django_assert_max_num_queries) -> None:
    n, e, s, w = people(4)
    for winners, losers in (([n, s], [e, w]), ([e, w], [n, s]), ([n, s], [e, w])):
        ended_match(winners, losers)
    rate_left()
    path = f"/players/{n.username}/ratings/pairs/history/"
    with django_assert_max_num_queries(4):
        first = Caller().get(f"{path}?page_size=2").json()
    second = Caller().get(first["next"].partition("testserver")[2]).json()
    rows = first["results"] + second["results"]
    assert [row["matches"] for row in rows] == [3, 2, 1]
    assert second["next"] is None
    oldest = rows[-1]
    assert (oldest["before"], oldest["after"], oldest["k"], oldest["expected"], oldest["score"]) == (
        1500,
        1520,
        40,
        0.5,
        1,
    )
    assert oldest["partners"] == [{"id": s.pk, "name": s.username, "rating": 1500}]
    assert {other["id"] for other in oldest["opponents"]} == {e.pk, w.pk}
    assert [row["before"] for row in rows[:-1]] == [row["after"] for row in rows[1:]]
    assert Caller().get(f"/players/{n.username}/ratings/two/history/").json()["results"] == []
    assert code_of(Caller().get(f"/players/{n.username}/ratings/all/history/")) == "not_found"


def test_a_history_asks_again_only_for_what_has_changed() -> None:
    players = people(4)
    ended_match(players[:2], players[2:])
    rate_left()
    path = f"/players/{players[0].username}/ratings/pairs/history/"
    tag = Caller().get(path)["ETag"]
    assert Caller().get(path, headers={"If-None-Match": tag}).status_code == 304
    ended_match(players[:2], players[2:])
    rate_left()
    assert Caller().get(path, headers={"If-None-Match": tag}).status_code == 200


def test_who_has_left_the_club_is_named_no_more() -> None:
    players = people(4)
    ended_match(players[:2], players[2:])
    rate_left()
    old = players[2].username
    close_account(user_id=players[2].pk)
    answer = Caller().get(f"/players/{players[0].username}/ratings/pairs/history/")
    assert old not in answer.content.decode()
    assert len(answer.json()["results"][0]["opponents"]) == 2


def test_a_match_tells_what_it_did_to_whom() -> None:
    n, e, s, w = people(4)
    match = ended_match([e, w], [n, s], left=[n])
    path = f"/matches/{match.pk}/ratings/"
    assert Caller().get(path).json()["changes"] == []  # ended, and not rated yet
    rate_left()
    answer = Caller().get(path).json()
    assert (answer["pool"], answer["rated"], answer["unrated_reason"]) == ("pairs", True, "")
    assert answer["standing"] == {"winners": [0], "totals": [31, 20], "ruled": False}
    changes = {change["player"]["id"]: change for change in answer["changes"]}
    assert (changes[n.pk]["left"], changes[n.pk]["after"], changes[n.pk]["score"]) == (True, 1480, 0)
    assert (changes[s.pk]["left"], changes[s.pk]["after"], changes[s.pk]["k"]) == (False, 1500, 0)
    assert changes[e.pk]["after"] == changes[w.pk]["after"] == 1520


def test_a_match_still_played_or_seen_late_tells_nothing() -> None:
    running = match_with(people(4))
    assert code_of(Caller().get(f"/matches/{running.pk}/ratings/")) == "match_running"
    players = people(4)
    late = ended_match(players[:2], players[2:], at=timezone.now() - timedelta(seconds=5))
    Match.objects.filter(pk=late.pk).update(watch_delay=60)
    rate_left()
    assert code_of(Caller().get(f"/matches/{late.pk}/ratings/")) == "match_running"
    assert Caller(players[0], "read").get(f"/matches/{late.pk}/ratings/").status_code == 200


def test_the_staff_corrects_and_it_is_written_down_from_where() -> None:
    n, e, s, w, judge = people(5)
    judge.is_staff = True
    judge.save()
    match = ended_match([n, s], [e, w])
    path = f"/matches/{match.pk}/correction/"
    body = {"kind": "result", "reason": "Miscounted.", "winners": [1], "totals": [30, 31]}
    refused = ((Caller(), "not_logged_in"), (Caller(n, *SCOPES), "no_right"), (Caller(judge, "read"), "bad_scope"))
    for caller, code in refused:
        assert code_of(caller.post(path, body)) == code
    answer = Caller(judge, *SCOPES).post(path, body)
    assert answer.status_code == 201
    written = Correction.objects.get(pk=answer.json()["id"])
    assert (written.by, written.way, written.address) == (judge, "api", "127.0.0.1")
    rate_left()
    told = Caller().get(f"/matches/{match.pk}/ratings/").json()
    assert told["standing"] == {"winners": [1], "totals": [30, 31], "ruled": True}
    assert Caller(judge, *SCOPES).post(path, {"kind": "annulment", "reason": "x"}).status_code == 201
    assert Caller(judge, *SCOPES).post(path, {"kind": "deletion", "reason": "x"}).status_code == 201
    rate_left()
    assert code_of(Caller().get(f"/matches/{match.pk}/ratings/")) == "no_such_match"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "pardon", "reason": "x"},
        {"kind": "annulment"},
        {"kind": "annulment", "reason": ""},
        {"kind": "result", "reason": "x"},
        {"kind": "result", "reason": "x", "winners": [5]},
        {"kind": "result", "reason": "x", "winners": ["0"]},
        {"kind": "result", "reason": "x", "winners": [0], "rated": True},
    ],
)
def test_a_correction_is_read_exactly(body: dict) -> None:
    judge, *players = people(5)
    judge.is_staff = True
    judge.save()
    match = ended_match(players[:2], players[2:])
    assert code_of(Caller(judge, *SCOPES).post(f"/matches/{match.pk}/correction/", body)) == "bad_format"
    assert not Correction.objects.exists()


def test_a_page_of_history_costs_the_same_however_long_it_is(django_assert_num_queries) -> None:
    players = people(5)
    evening(players, 3)
    rate_left()
    path = f"/players/{players[0].username}/ratings/pairs/history/"
    with django_assert_num_queries(3):
        Caller().get(path)
    evening(players, 30, seed=8)
    rate_left()
    with django_assert_num_queries(3):
        Caller().get(path)
