"""The chat and reports over REST."""

from datetime import timedelta
from uuid import uuid4

import pytest
from redis import Redis

from accounts.services import silences
from games.models import ChatLine, Report
from tests.accounts.factories import StaffFactory
from tests.games.api.callers import Caller, code_of
from tests.games.factories import match_with, open_table, people, person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh_allowances(redis_url):
    with Redis.from_url(redis_url) as valkey:
        valkey.flushall()


def test_a_line_is_written_once_and_read_literally():
    table, ada, key = open_table(), person("Ada"), uuid4()
    caller, hostile = Caller(ada), "<script>alert('1')</script> {{x}} \u202eevil"
    made = caller.post(f"/tables/{table.code}/chat/", {"text": hostile}, key=key)
    assert made.status_code == 201
    again = caller.post(f"/tables/{table.code}/chat/", {"text": hostile}, key=key)
    assert again.json() == made.json()
    assert ChatLine.objects.count() == 1
    (row,) = Caller().get(f"/tables/{table.code}/chat/").json()["results"]
    assert row["text"] == "<script>alert('1')</script> {{x}} evil"
    assert (row["by"], row["room"], row["greeting"]) == ({"id": ada.pk, "name": "Ada"}, "table", None)
    greeting = caller.post(f"/tables/{table.code}/chat/", {"greeting": "good_luck"}).json()
    assert (greeting["greeting"], greeting["text"]) == ("good_luck", None)


@pytest.mark.parametrize(
    "body",
    [{}, {"text": 3}, {"text": "x", "room": "table"}, {"greeting": "tre"}, {"text": "x", "greeting": "hello"}, []],
)
def test_anything_else_is_malformed(body):
    assert code_of(Caller(person()).post(f"/tables/{open_table().code}/chat/", body)) == "bad_format"


def test_rooms_and_their_doors():
    players, watcher = people(4), Caller(person())
    match = match_with(players)
    path = f"/tables/{match.table.code}/chat/"
    assert code_of(Caller(players[0]).post(path, {"greeting": "hello"})) == "chat_closed"
    assert watcher.post(path, {"text": "Shh"}).json()["room"] == "watchers"
    assert [row["text"] for row in watcher.get(f"{path}?room=watchers").json()["results"]] == ["Shh"]
    for caller in (Caller(players[0]), Caller()):
        assert code_of(caller.get(f"{path}?room=watchers")) == "chat_closed"
        assert caller.get(path).json()["results"] == []
        assert caller.get(f"{path}?room=every").json()["results"] == []
    assert [row["text"] for row in watcher.get(f"{path}?room=every").json()["results"]] == ["Shh"]
    assert code_of(watcher.get(f"{path}?room=cellar")) == "bad_format"
    secret = open_table(visibility="password", password="bussare")
    assert code_of(watcher.get(f"/tables/{secret.code}/chat/")) == "table_private"
    assert code_of(watcher.post(f"/tables/{secret.code}/chat/", {"text": "x"})) == "table_private"


def test_too_fast_says_when(settings):
    settings.CHAT_LINES = 1
    caller, path = Caller(person()), f"/tables/{open_table().code}/chat/"
    caller.post(path, {"text": "x"})
    refused = caller.post(path, {"text": "x"})
    assert code_of(refused) == "chat_too_fast"
    assert 1 <= int(refused["Retry-After"]) <= 20


def test_ones_own_chat():
    ada = person()
    caller = Caller(ada)
    assert caller.get("/me/chat/").json() == {"wants_chat": True, "silence": None}
    assert caller.put("/me/chat/", {"wants_chat": False}).json()["wants_chat"] is False
    assert code_of(caller.put("/me/chat/", {"wants_chat": 0})) == "bad_format"
    silences.silence(user_id=ada.pk, by_id=StaffFactory().pk, lasts=timedelta(hours=1), reason="Insulti")
    assert caller.get("/me/chat/").json()["silence"]["reason"] == "Insulti"
    assert code_of(caller.post(f"/tables/{open_table().code}/chat/", {"text": "x"})) == "silenced"


def test_reporting_a_line():
    table, bruno = open_table(), person("Bruno")
    line = Caller(bruno).post(f"/tables/{table.code}/chat/", {"text": "Brocco!"}).json()
    caller = Caller(person())
    wish = {"player": "bruno", "reason": "insult", "words": "Sempre", "line": line["id"]}
    made = caller.post("/reports/", wish)
    assert made.status_code == 201
    assert caller.post("/reports/", {**wish, "reason": "spam"}).json() == made.json()
    assert Report.objects.get().quoted == "Brocco!"
    assert code_of(caller.post("/reports/", {**wish, "reason": "x"})) == "bad_format"
    assert code_of(caller.post("/reports/", {**wish, "player": "nobody.here"})) == "no_such_player"
    assert code_of(Caller(bruno).post("/reports/", wish)) == "not_yourself"
    other = {**wish, "line": line["id"] + 1}
    assert code_of(Caller(person()).post("/reports/", other)) == "no_such_line"
