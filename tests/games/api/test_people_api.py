"""People over REST: whom one follows and where they are, whom one has blocked, and what waits under the bell."""

from datetime import timedelta

import pytest
from django.utils import timezone
from redis import Redis

from accounts.models import Notice, User
from accounts.selectors.ties import blocked_by
from accounts.services import notices, ties
from games import presence
from games.models import SeatRequest
from games.presence import Sign
from games.services import seating
from tests.games.api.callers import Caller, code_of
from tests.games.factories import open_table, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _nobody_here(redis_url):
    with Redis.from_url(redis_url) as valkey:
        valkey.flushall()


def rows(caller, path="/me/friends/"):
    return {row["name"]: row for row in caller.get(path).json()["results"]}


def test_following_by_any_spelling_of_a_name():
    ada, niccolo = person(), person("Niccolò")
    caller = Caller(ada)
    assert caller.put("/me/friends/niccolo/").status_code == 204
    assert caller.put("/me/friends/NICCOLÒ/").status_code == 204
    assert rows(caller) == {
        "Niccolò": {"id": niccolo.pk, "name": "Niccolò", "is_friend": False, "online": None, "table": None}
    }
    assert caller.delete("/me/friends/Niccolò/").status_code == 204
    assert caller.delete("/me/friends/Niccolò/").status_code == 204
    assert rows(caller) == {}
    assert code_of(caller.put("/me/friends/nobody.here/")) == "no_such_player"
    assert code_of(caller.put(f"/me/friends/{ada.username}/")) == "not_yourself"


def test_friends_see_each_other_and_everybody_sees_a_table_of_the_lobby():
    ada, friend, followed = person("Ada"), person("Franco"), person("Furio")
    for other in (friend, followed):
        ties.follow(user_id=ada.pk, other_id=other.pk)
    ties.follow(user_id=friend.pk, other_id=ada.pk)
    presence.greet([friend.pk, followed.pk])
    found = rows(Caller(ada))
    assert (found["Franco"]["online"], found["Furio"]["online"]) == (True, None)
    table, secret = open_table(name="Da Gigi"), open_table(visibility="link")
    seating.sit(table_id=table.pk, user_id=followed.pk, number=0)
    seating.sit(table_id=secret.pk, user_id=friend.pk, number=0)
    assert rows(Caller(ada))["Furio"]["table"] is None  # has a chair, but is not there
    presence.note([Sign(table.pk, "a", followed.pk), Sign(secret.pk, "b", friend.pk)])
    found = rows(Caller(ada))
    assert found["Furio"]["table"] == {"code": table.code, "name": "Da Gigi", "preset": "club", "status": "open"}
    assert found["Franco"]["table"] is None
    assert found["Furio"]["online"] is None


def test_a_sign_of_life_does_not_last(monkeypatch):
    presence.greet([7])
    assert presence.online([7, 8]) == {7}
    monkeypatch.setattr(presence.time, "time", lambda: presence.time.monotonic() + 4e9)
    assert presence.online([7, 8]) == frozenset()
    presence.greet([])


def test_blocking_keeps_a_person_from_the_chair_one_decides_about():
    ada, bruno, table = person(), person(), open_table()
    seating.sit(table_id=table.pk, user_id=ada.pk, number=0)
    caller = Caller(ada)
    assert caller.put(f"/me/blocks/{bruno.username}/").status_code == 204
    assert rows(caller, "/me/blocks/") == {bruno.username: {"id": bruno.pk, "name": bruno.username}}
    asker = Caller(bruno)
    assert code_of(asker.put(f"/tables/{table.code}/seats/2/")) == "blocked"
    assert asker.put(f"/tables/{table.code}/seats/1/").status_code == 200  # the other side's
    assert code_of(asker.put(f"/me/friends/{ada.username}/")) == "blocked"
    assert caller.delete(f"/me/blocks/{bruno.username}/").status_code == 204
    assert blocked_by(user_id=ada.pk) == frozenset()
    assert code_of(caller.put(f"/me/blocks/{ada.username}/")) == "not_yourself"


def test_who_is_blocked_while_asking_is_not_seated_by_silence():
    ada, bruno, table = person(), person(), open_table()
    seating.sit(table_id=table.pk, user_id=ada.pk, number=0)
    request_id = seating.sit(table_id=table.pk, user_id=bruno.pk, number=2)
    ties.block(user_id=ada.pk, other_id=bruno.pk)
    later = timezone.now() + timedelta(seconds=31)
    assert not seating.accept_due(request_id=request_id, now=later)
    assert SeatRequest.objects.get().state == SeatRequest.State.LAPSED
    assert table.seats.get(number=2).user is None


def test_who_sleeps_can_still_be_let_go():
    ada, bruno = person(), person()
    ties.block(user_id=ada.pk, other_id=bruno.pk)
    User.objects.filter(pk=bruno.pk).update(is_active=False)
    assert Caller(ada).delete(f"/me/blocks/{bruno.username}/").status_code == 204
    assert blocked_by(user_id=ada.pk) == frozenset()


def test_notices_in_the_readers_language_and_read():
    ada, bruno = person(), person("Bruno")
    notices.give(user_id=ada.pk, kind="followed", data={"person": bruno.pk})
    caller = Caller(ada)
    (row,) = caller.get("/me/notices/", headers={"Accept-Language": "en"}).json()["results"]
    assert (row["kind"], row["text"], row["is_read"]) == ("followed", "Bruno is following you now.", False)
    assert row["address"] == "/players/Bruno/"
    assert code_of(Caller(bruno).post(f"/me/notices/{row['id']}/read/")) == "no_such_notice"
    assert caller.post(f"/me/notices/{row['id']}/read/").status_code == 204
    assert caller.get("/me/notices/").json()["results"][0]["is_read"] is True
    notices.give(user_id=ada.pk, kind="followed", data={"person": bruno.pk})
    assert caller.post("/me/notices/read/").status_code == 204
    assert not Notice.objects.filter(read_at=None).exists()


def test_lists_are_pages():
    ada = person()
    for _ in range(3):
        ties.follow(user_id=ada.pk, other_id=person().pk)
    page = Caller(ada).get("/me/friends/?page_size=2").json()
    assert len(page["results"]) == 2
    assert len(Caller(ada).get(page["next"].removeprefix("http://testserver")).json()["results"]) == 1
