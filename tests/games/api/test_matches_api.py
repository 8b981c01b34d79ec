"""REST of matches: lists, views and events as on the socket, commands, records; no card leaks (field A14)."""

import json
from uuid import uuid4

import pytest
from django.test import override_settings

from games.engine.record import replay
from games.models import Match, Table
from games.selectors.frames import fresh_view
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, code_of
from tests.games.factories import (
    act,
    first_choice,
    holder_on_turn,
    log_of,
    match_with,
    now_of,
    play_randomly,
)
from tests.games.told import CARD

pytestmark = pytest.mark.django_db


class Scene:
    """Four programs at a match."""

    def __init__(self, **facts: object) -> None:
        self.callers = [Caller(UserFactory()) for _ in range(4)]
        self.match = match_with([caller.user for caller in self.callers], **facts)
        self.path = f"/matches/{self.match.pk}/"

    def on_turn(self) -> tuple[Caller, str, dict]:
        user = holder_on_turn(self.match)
        caller = next(caller for caller in self.callers if caller.user.pk == user.pk)
        return caller, *first_choice(self.match, user)

    @property
    def seq(self) -> int:
        return now_of(self.match).seq

    def give_up(self) -> None:
        for caller in self.callers[0], self.callers[2]:
            act(self.match, caller.user, "resign", now=now_of(self.match).event.at)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def cards_of(caller: Caller, scene: Scene) -> set[str]:
    return set(caller.get(scene.path).json()["you"]["hand"])


def test_a_match_is_told_as_on_the_socket(scene: Scene) -> None:
    for caller in [*scene.callers, Caller(UserFactory()), Caller()]:
        frame = fresh_view(scene.match.pk, caller.user.pk if caller.user else None)
        del frame["type"]
        assert caller.get(scene.path).json() == json.loads(json.dumps(frame))


def test_nobody_is_told_a_card_of_another_hand(scene: Scene) -> None:
    hands = [cards_of(caller, scene) for caller in scene.callers]
    assert len(set().union(*hands)) == 40
    for seat, caller in enumerate(scene.callers):
        others = set().union(*hands) - hands[seat]
        for answer in (caller.get(scene.path), caller.get(f"{scene.path}events/")):
            assert not others & set(CARD.findall(answer.content.decode()))
            assert "seed" not in answer.content.decode().replace("seed_revealed", "")
    for stranger in (Caller(), Caller(UserFactory())):
        for answer in (stranger.get(scene.path), stranger.get(f"{scene.path}events/")):
            text = answer.content.decode()
            assert not set().union(*hands) & set(CARD.findall(text))
            assert '"you"' not in text


def test_a_running_match_gives_no_record_to_anybody(scene: Scene) -> None:
    for caller in [*scene.callers, Caller(UserFactory()), Caller()]:
        response = caller.get(f"{scene.path}record/")
        assert (response.status_code, code_of(response)) == (409, "match_running")


def test_old_view_and_events_are_the_fresh_view(scene: Scene) -> None:
    play_randomly(scene.match, seed=3, most=25)
    for caller in [*scene.callers, Caller()]:
        view, you = {}, None
        news = caller.get(f"{scene.path}events/").json()
        assert [event["seq"] for event in news["events"]] == list(range(1, news["seq"] + 1))
        for event in news["events"]:
            view |= event["state"]
            you = event.get("you", you)
        fresh = caller.get(scene.path).json()
        assert (fresh["seq"], fresh["view"], fresh.get("you")) == (news["seq"], view, you)


def test_events_come_in_portions_from_where_one_is(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    play_randomly(scene.match, seed=3, most=25)
    monkeypatch.setattr("games.api.matches.MOST_EVENTS", 7)
    seen, seq = 0, None
    while seen != seq:
        news = Caller().get(f"{scene.path}events/?since={seen}").json()
        seq = news["seq"]
        assert [event["seq"] for event in news["events"]] == list(range(seen + 1, min(seen + 7, seq) + 1))
        seen = news["events"][-1]["seq"]
    assert Caller().get(f"{scene.path}events/?since={seq}").json()["events"] == []
    assert Caller().get(f"{scene.path}events/?since={seq + 5}").json()["events"] == []


@pytest.mark.parametrize("since", ["-1", "1.0", "x", "", "9" * 30, "2147483648", "²", "1%00", "true"])
def test_a_since_that_is_no_number_of_an_event_is_refused(scene: Scene, since: str) -> None:
    response = Caller().get(f"{scene.path}events/?since={since}")
    assert (response.status_code, code_of(response)) == (400, "bad_format")


def test_a_match_unchanged_is_304(scene: Scene) -> None:
    caller, do, fields = scene.on_turn()
    first = caller.get(scene.path)
    assert caller.get(scene.path, headers={"If-None-Match": first["ETag"]}).status_code == 304
    caller.command(scene.match.pk, scene.seq, do, **fields)
    assert caller.get(scene.path, headers={"If-None-Match": first["ETag"]}).status_code == 200


# --- commands ----------------------------------------------------------------------------------
def test_a_command_becomes_an_event_and_is_told_its_number(scene: Scene) -> None:
    caller, do, fields = scene.on_turn()
    seq = scene.seq
    response = caller.command(scene.match.pk, seq, do, **fields)
    assert response.json() == {"seq": seq + 1}
    event = log_of(scene.match)[seq]
    assert (event.kind, event.by, event.public["card"]) == ("played", "player", fields["card"])


def test_refusals_say_malformed_illegal_and_stale_apart_and_change_nothing(scene: Scene) -> None:
    caller, _, fields = scene.on_turn()
    other = next(one for one in scene.callers if one is not caller)
    seq, card = scene.seq, fields["card"]
    foreign = min(cards_of(other, scene))
    match = scene.match.pk
    refused = {
        "bad_type": caller.command(match, seq, "steal", card=card),
        "bad_format": caller.command(match, seq, "play"),
        "bad_card": caller.command(match, seq, "play", card="4x"),
        "card_not_held": caller.command(match, seq, "play", card=foreign),
        "not_your_turn": other.command(match, seq, "play", card=foreign),
        "not_seated": Caller(UserFactory()).command(match, seq, "play", card=card),
        "stale": caller.command(match, 1, "play", card=card),
        "no_such_match": caller.command(uuid4(), seq, "play", card=card),
    }
    assert {code: code_of(answer) for code, answer in refused.items()} == {code: code for code in refused}
    statuses = {code: answer.status_code for code, answer in refused.items()}
    assert (statuses["bad_format"], statuses["card_not_held"], statuses["stale"]) == (400, 422, 409)
    assert scene.seq == seq


@pytest.mark.parametrize(
    "change",
    [
        {"seq": "1"},
        {"seq": 1.5},
        {"seq": -1},
        {"seq": True},
        {"seq": 2**40},
        {"card": 3},
        {"card": ["3d"]},
        {"crad": "3d"},
        {"seat": 0},
        {"by": "director"},
        {"match": "x"},
        {"match": str(uuid4())},
        {"match": None},
        {"command_id": "x"},
        {"command_id": 7},
        {"command_id": str(uuid4())},
        {"type": None},
        {"type": ["play"]},
    ],
)
def test_a_command_of_the_wrong_shape_is_refused(scene: Scene, change: dict) -> None:
    caller, do, fields = scene.on_turn()
    body = {"type": do, "seq": scene.seq, **fields, **change}
    response = caller.post(f"{scene.path}commands/", body, key=uuid4())
    assert (response.status_code, code_of(response)) == (400, "bad_format")


@pytest.mark.parametrize("body", [[], "play", 3, None, {}])
def test_what_is_no_command_is_refused(scene: Scene, body: object) -> None:
    response = scene.callers[0].post(f"{scene.path}commands/", json.dumps(body), key=uuid4())
    assert (response.status_code, code_of(response)) == (400, "bad_format")


def test_a_command_needs_a_name_by_which_a_resend_is_known(scene: Scene) -> None:
    caller, do, fields = scene.on_turn()
    body = {"type": do, "seq": scene.seq, **fields}
    assert code_of(caller.post(f"{scene.path}commands/", body)) == "bad_format"
    done = caller.post(f"{scene.path}commands/", {**body, "command_id": str(uuid4()), "match": str(scene.match.pk)})
    assert done.status_code == 200


def test_socket_words_that_are_no_commands_are_refused(scene: Scene) -> None:
    for word in ("ping", "resync", "echo"):
        assert code_of(scene.callers[0].command(scene.match.pk, scene.seq, word)) == "bad_type"


# --- lists and privacy -------------------------------------------------------------------------
def test_lists_show_public_matches_and_ones_own() -> None:
    public, private = Scene(), Scene(visibility="link")

    def found(caller: Caller, query: str = "") -> list[str]:
        return [row["match"] for row in caller.get(f"/matches/{query}").json()["results"]]

    assert found(Caller()) == found(Caller(UserFactory())) == [str(public.match.pk)]
    assert found(private.callers[0]) == [str(private.match.pk), str(public.match.pk)]
    name = private.callers[1].user.username
    assert found(private.callers[0], f"?player={name.upper()}") == [str(private.match.pk)]
    assert found(Caller(), f"?player={name}") == []
    public.give_up()
    assert found(Caller(), "?status=finished") == [str(public.match.pk)]
    assert found(Caller(), "?status=running") == []
    assert found(Caller(), "?preset=biska") == []


def test_a_row_tells_who_won(scene: Scene) -> None:
    scene.give_up()
    [row] = Caller().get("/matches/").json()["results"]
    names = [caller.user.username for caller in scene.callers]
    assert [side["names"] for side in row["sides"]] == [[names[0], names[2]], [names[1], names[3]]]
    assert [side["is_winner"] for side in row["sides"]] == [False, True]
    assert row["finished_at"] > row["started_at"]
    assert row["table"] == scene.match.table.code


@pytest.mark.parametrize(
    "query", ["status=over", "player=nobody-here", "player=", "player=%00", "preset=x", "since=2020-01-01", "user=1"]
)
def test_a_filter_that_cannot_be_is_refused(query: str) -> None:
    response = Caller().get(f"/matches/?{query}")
    assert (response.status_code, code_of(response)) == (400, "bad_format")


def test_a_match_behind_a_password_is_for_those_inside() -> None:
    scene = Scene()
    Table.objects.filter(pk=scene.match.table_id).update(visibility="password", password="!")
    stranger = Caller(UserFactory())
    for path in (scene.path, f"{scene.path}events/", f"{scene.path}record/"):
        for caller in (stranger, Caller()):
            assert code_of(caller.get(path)) == "table_private"
    assert scene.callers[0].get(scene.path).status_code == 200
    assert Caller(scene.match.table.opened_by).get(scene.path).status_code == 200


def test_the_list_asks_the_database_no_more_for_more_matches(django_assert_max_num_queries) -> None:
    for _ in range(2):
        Scene()
    with django_assert_max_num_queries(2):
        Caller().get("/matches/")
    for _ in range(3):
        Scene()
    with django_assert_max_num_queries(2):
        assert len(Caller().get("/matches/").json()["results"]) == 5


# --- records -----------------------------------------------------------------------------------
@override_settings(SITE_URL="https://club.example")
def test_an_ended_match_gives_its_record_to_everybody(scene: Scene) -> None:
    play_randomly(scene.match, seed=5, most=30)
    scene.give_up()
    stored = Match.objects.get(pk=scene.match.pk)
    for _ in range(3):  # reading changes nothing
        record = Caller().get(f"{scene.path}record/").json()
    assert record["format"] == "tressette/1"
    assert record["site"] == "https://club.example"
    played = replay(record)
    assert (played["totals"], played["winners"]) == (stored.result["totals"], stored.result["winners"])
    assert Match.objects.get(pk=scene.match.pk).result == stored.result
