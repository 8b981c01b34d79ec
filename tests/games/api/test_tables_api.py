"""REST of tables: the lobby and its filters, opening, sitting, asking, bots, passwords, rematches, ETags."""

import pytest
from django.contrib.auth.hashers import check_password

from games.models import Match, Table
from games.selectors.tables import table_view
from tests.accounts.factories import BotFactory, UserFactory
from tests.games.api.callers import Caller, browser, code_of
from tests.games.factories import act, match_with, now_of, open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def callers() -> list[Caller]:
    return [Caller(UserFactory()) for _ in range(5)]


def test_a_table_is_opened_as_wished(callers: list[Caller]) -> None:
    wish = {
        "preset": "ventuno",
        "options": {"target": 11, "signals": "none"},
        "name": "  Caffè 3♠ / è  <b>",
        "visibility": "password",
        "password": " spazi ",
        "rated": True,
        "move_seconds": 25,
        "bank_seconds": 60,
        "bot_delay_ms": 0,
    }
    response = callers[0].post("/tables/", wish)
    assert response.status_code == 201
    told = response.json()
    assert response["Location"] == f"http://testserver/api/v1/tables/{told['code']}/"
    assert told["name"] == "Caffè 3♠ / è <b>"
    assert (told["options"], told["target"]) == ({"target": 11, "signals": "none"}, 11)
    table = Table.objects.get(code=told["code"])
    assert check_password(" spazi ", table.password)
    assert table.bot_delay_ms == 0
    assert "spazi" not in response.content.decode()
    assert callers[0].get(response["Location"].removeprefix("http://testserver")).json() == told


def test_what_is_left_out_is_as_usual(callers: list[Caller]) -> None:
    told = callers[0].post("/tables/", {"preset": "club"}).json()
    assert (told["visibility"], told["rated"], told["move_seconds"], told["bank_seconds"]) == ("public", False, 30, 180)


def test_the_table_is_the_one_the_socket_shows_with_who_is_here(callers: list[Caller]) -> None:
    table = open_table(callers[0].user)
    callers[0].put(f"/tables/{table.code}/seats/0/")
    callers[0].put(f"/tables/{table.code}/seats/1/bot/")
    told = callers[1].get(f"/tables/{table.code}/").json()
    assert [seat.pop("present") for seat in told["seats"]] == [False, True, False, False]
    assert told == table_view(table.pk, callers[1].user.pk)


def test_the_whole_way_from_an_empty_table_to_a_match(callers: list[Caller]) -> None:
    anna, bruno, carla, dino, elsa = callers
    table = open_table(anna.user)
    seats = f"/tables/{table.code}/seats"
    assert anna.put(f"{seats}/0/").status_code == 200
    assert anna.put(f"{seats}/0/").status_code == 200  # the same wish again
    assert code_of(bruno.put(f"{seats}/0/")) == "seat_taken"
    assert code_of(anna.put(f"{seats}/1/")) == "already_seated"
    assert code_of(bruno.put(f"{seats}/7/")) == "no_such_seat"

    asked = carla.put(f"{seats}/2/", {})
    assert asked.status_code == 202
    assert asked.json()["you"]["asked"]["seat"] == 2
    assert code_of(carla.put(f"{seats}/2/")) == "already_asked"
    assert code_of(carla.delete(f"{seats}/1/")) == "not_seated"
    assert carla.delete(f"{seats}/2/").status_code == 204

    carla.put(f"{seats}/2/")
    [request] = anna.get(f"/tables/{table.code}/").json()["you"]["requests"]
    answer = f"/tables/{table.code}/requests/{request['id']}/"
    assert code_of(bruno.post(answer, {"accept": True})) == "request_gone"
    assert anna.post(answer, {"accept": False}).json()["you"]["requests"] == []
    assert code_of(anna.post(answer, {"accept": True})) == "request_gone"

    elsa.put(f"{seats}/2/")
    [request] = anna.get(f"/tables/{table.code}/").json()["you"]["requests"]
    told = anna.post(f"/tables/{table.code}/requests/{request['id']}/", {"accept": True}).json()
    assert told["seats"][2]["user"]["name"] == elsa.user.username

    assert code_of(bruno.put(f"{seats}/1/bot/")) == "no_right"
    assert anna.put(f"{seats}/1/bot/").json()["seats"][1]["user"]["kind"] == "bot"
    assert anna.delete(f"{seats}/1/bot/").status_code == 204
    bruno.put(f"{seats}/1/")
    assert anna.get(f"/tables/{table.code}/").json()["status"] == "open"
    told = bruno.put(f"{seats}/3/bot/").json()
    assert told["status"] == "playing"
    assert Match.objects.get(pk=told["match"]).table_id == table.pk
    assert code_of(dino.put(f"{seats}/3/")) == "table_playing"
    assert code_of(anna.delete(f"{seats}/0/")) == "table_playing"
    assert code_of(anna.delete(f"/tables/{table.code}/")) == "table_playing"


def test_a_request_is_answered_at_its_own_table_only(callers: list[Caller]) -> None:
    anna, bruno, carla = callers[:3]
    table, other = open_table(anna.user), open_table(bruno.user)
    anna.put(f"/tables/{table.code}/seats/0/")
    carla.put(f"/tables/{table.code}/seats/2/")
    [request] = anna.get(f"/tables/{table.code}/").json()["you"]["requests"]
    response = anna.post(f"/tables/{other.code}/requests/{request['id']}/", {"accept": True})
    assert code_of(response) == "request_gone"


def test_standing_up_and_closing(callers: list[Caller]) -> None:
    anna, bruno = callers[:2]
    table = open_table(anna.user)
    bruno.put(f"/tables/{table.code}/seats/1/")
    assert code_of(bruno.delete(f"/tables/{table.code}/")) == "no_right"
    assert bruno.delete(f"/tables/{table.code}/seats/1/").status_code == 204
    assert code_of(bruno.delete(f"/tables/{table.code}/seats/1/")) == "not_seated"
    assert anna.delete(f"/tables/{table.code}/").status_code == 204
    assert code_of(anna.delete(f"/tables/{table.code}/")) == "table_closed"
    assert code_of(bruno.put(f"/tables/{table.code}/seats/1/")) == "table_closed"
    assert anna.get(f"/tables/{table.code}/").json()["status"] == "closed"


def test_a_rematch_starts_when_all_people_want_the_same() -> None:
    callers = [Caller(UserFactory()) for _ in range(4)]
    match = match_with([caller.user for caller in callers])
    path = f"/tables/{match.table.code}/rematch/"
    assert code_of(callers[0].post(path, {})) == "table_playing"
    for caller in callers[0], callers[2]:
        act(match, caller.user, "resign", now=now_of(match).event.at)
    for caller in callers[:3]:
        assert caller.post(path, {"swap": False}).json()["status"] == "open"
    assert code_of(Caller(UserFactory()).post(path, {})) == "not_seated"
    assert code_of(callers[3].post(path, {"swap": "no"})) == "bad_format"
    told = callers[3].post(path).json()
    assert (told["status"], told["match_number"]) == ("playing", 2)


# --- passwords ---------------------------------------------------------------------------------
@pytest.fixture
def private() -> Table:
    return open_table(visibility="password", password="bussare")


def test_a_token_unlocks_for_all_tokens_of_its_holder(private: Table) -> None:
    user = UserFactory()
    first, second, other = Caller(user), Caller(user), Caller(UserFactory())
    path = f"/tables/{private.code}/"
    assert code_of(first.get(path)) == "table_private"
    assert code_of(first.put(f"{path}seats/0/")) == "table_private"
    assert code_of(first.post(f"{path}unlock/", {"password": "Bussare"})) == "wrong_password"
    assert code_of(first.get(path)) == "table_private"
    assert first.post(f"{path}unlock/", {"password": "bussare"}).status_code == 204
    assert second.get(path).status_code == 200
    assert second.put(f"{path}seats/0/").status_code == 200
    assert code_of(other.get(path)) == "table_private"


def test_a_stranger_unlocks_for_the_browser_and_its_pages(private: Table) -> None:
    path = f"/api/v1/tables/{private.code}/"
    client = browser()
    assert code_of(client.get(path)) == "table_private"
    response = client.post(f"{path}unlock/", {"password": "bussare"}, content_type="application/json")
    assert response.status_code == 204
    assert client.get(path).status_code == 200
    assert private.code in client.session["unlocked_tables"]  # where the page and the socket look too
    assert code_of(browser().get(path)) == "table_private"


def test_the_lobby_lists_no_table_that_is_private(private: Table) -> None:
    by_link = open_table(visibility="link")
    codes = {row["code"] for row in Caller().get("/tables/").json()["results"]}
    assert not codes & {private.code, by_link.code}
    assert Caller().get(f"/tables/{by_link.code}/").status_code == 200


# --- the lobby ---------------------------------------------------------------------------------
def test_the_lobby_is_narrowed_by_filters() -> None:
    rated = open_table(rated=True)
    biska = open_table(preset="biska")
    playing = match_with([UserFactory() for _ in range(4)]).table
    closed = open_table()
    Caller(closed.opened_by).delete(f"/tables/{closed.code}/")

    def codes(query: str) -> set[str]:
        return {row["code"] for row in Caller().get(f"/tables/{query}").json()["results"]}

    everything = {rated.code, biska.code, playing.code}
    assert codes("") == everything
    assert codes("?status=playing") == {playing.code}
    assert codes("?status=open") == {rated.code, biska.code}
    assert codes("?preset=biska") == {biska.code}
    assert codes("?rated=true") == {rated.code}
    assert codes("?rated=false") == everything - {rated.code}
    assert codes("?has_room=true") == {rated.code, biska.code}
    assert codes("?has_room=false&status=playing") == {playing.code}


@pytest.mark.parametrize(
    "query",
    [
        "status=gone",
        "status=closed",
        "status=",
        "preset=poker",
        "rated=1",
        "rated=True",
        "has_room=yes",
        "colour=red",
        "status=open&status=playing",
        "status=open%00",
        "preset=club'--",
        "opened_by__password=x",
    ],
)
def test_a_filter_that_cannot_be_is_refused(query: str) -> None:
    response = Caller().get(f"/tables/?{query}")
    assert (response.status_code, code_of(response)) == (400, "bad_format")
    assert response.json()["errors"]


def test_the_lobby_asks_the_database_no_more_for_more_tables(django_assert_max_num_queries) -> None:
    for _ in range(3):
        open_table()
    with django_assert_max_num_queries(2):
        Caller().get("/tables/")
    for _ in range(10):
        open_table()
    with django_assert_max_num_queries(2):
        assert len(Caller().get("/tables/").json()["results"]) == 13


# --- ETags -------------------------------------------------------------------------------------
def test_who_has_the_latest_gets_304_until_something_changes(callers: list[Caller]) -> None:
    table = open_table(callers[0].user)
    path = f"/tables/{table.code}/"
    first = callers[0].get(path)
    assert set(first["Cache-Control"].split(", ")) == {"no-cache", "private"}
    assert {"Authorization", "Cookie"} <= {name.strip() for name in first["Vary"].split(",")}
    again = callers[0].get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    callers[1].put(f"{path}seats/0/")
    changed = callers[0].get(path, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_each_reader_has_an_etag_of_ones_own(callers: list[Caller]) -> None:
    table = open_table(callers[0].user)
    etags = {caller.get(f"/tables/{table.code}/")["ETag"] for caller in callers[:2]}
    assert len(etags) == 2


def test_a_program_sits_down_like_a_person() -> None:
    bot = Caller(BotFactory())
    table = open_table()
    assert bot.put(f"/tables/{table.code}/seats/0/").json()["you"]["seat"] == 0
