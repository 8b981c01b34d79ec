"""Whole matches over REST alone: no page, no socket, only the published contract."""

import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from games.engine.record import replay
from tests.accounts.factories import UserFactory, token_of
from tests.live_site import LiveSite

pytestmark = pytest.mark.waits
PATIENCE_SECONDS = 60


class Player:
    """A program at a table: it knows its token, and what REST answers."""

    def __init__(self, site: LiveSite) -> None:
        user = UserFactory()
        self.name = user.username
        headers = {"Authorization": f"Bearer {token_of(user, 'read', 'play', 'tables')}"}
        self.http = httpx.Client(base_url=f"{site.url}/api/v1", headers=headers, timeout=10)
        self.view: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.seq = 0

    def send(self, verb: str, path: str, **body: Any) -> Any:
        answer = self.http.request(verb, path, json=body, headers={"Idempotency-Key": str(uuid4())})
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def catch_up(self, match: str) -> None:
        """Follow the match by its events, as docs/protocol.md 1.2 says: old view + events == new view."""
        news = self.http.get(f"/matches/{match}/events/", params={"since": self.seq}).json()
        for event in news["events"]:
            assert event["seq"] == self.seq + 1
            self.seq = event["seq"]
            self.view |= event["state"]
            self.you = event.get("you", self.you)

    def act(self, match: str) -> bool:
        """Do the first thing the rules offer; False if it is not for this player to do anything."""
        may = self.you["may"]
        if "declare" in may:
            sets = [text for offer in may["declare"] for text in offer["sets"]]
            self.command(match, "declare", sets=sets)
        elif "play" in may and len(self.you["hand"]) > 1:  # the last card plays itself
            self.command(match, "play", card=may["play"][0])
        elif "ready" in may:
            self.command(match, "ready")
        else:
            return False
        return True

    def command(self, match: str, type_: str, **fields: Any) -> None:
        self.send("POST", f"/matches/{match}/commands/", type=type_, seq=self.seq, **fields)


def play_out(players: list[Player], match: str) -> None:
    """Let everybody act as soon as it is their turn, until the match has ended."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        assert time.monotonic() < deadline, f"the match does not end: {players[0].view}"
        has_acted = False
        for player in players:
            player.catch_up(match)
            if player.view["status"] != "running":
                return
            has_acted |= player.act(match)
        seen = players[0].seq
        while not has_acted and players[0].seq == seen:  # a bot thinks, or the last card plays itself
            assert time.monotonic() < deadline, f"nothing happens: {players[0].view}"
            time.sleep(0.1)
            players[0].catch_up(match)


def check_ended(players: list[Player], match: str) -> dict[str, Any]:
    """What everybody followed is what is so, and the record plays to the same end."""
    for player in players:
        player.catch_up(match)
        fresh = player.http.get(f"/matches/{match}/").json()
        assert fresh["seq"] == player.seq
        assert fresh["view"] == player.view
        assert fresh["you"] == player.you
    record = players[0].http.get(f"/matches/{match}/record/").json()
    played = replay(record)
    assert played["finished"]
    assert played["totals"] == players[0].view["totals"]
    assert max(played["totals"]) >= 11
    for hand in record["hands"]:
        cards = [act["card"] for act in hand["actions"] if act["do"] in {"play", "timeout"}]
        assert len(set(cards)) == len(cards)
    return record


@pytest.fixture
def players(live_site: LiveSite) -> Iterator[list[Player]]:
    """Four programs."""
    four = [Player(live_site) for _ in range(4)]
    yield four
    for player in four:
        player.http.close()


@pytest.mark.usefixtures("live_clock")
def test_four_tokens_play_to_eleven_over_rest_alone(players: list[Player]) -> None:
    anna, bruno, carla, dino = players
    table = anna.send("POST", "/tables/", preset="club", options={"target": 11}, name="Caffè 3♠ / è")
    seats = f"/tables/{table['code']}/seats"
    for number, player in ((0, anna), (1, bruno)):
        assert player.send("PUT", f"{seats}/{number}/")["you"]["seat"] == number
    for number, player, partner in ((2, carla, anna), (3, dino, bruno)):
        assert player.send("PUT", f"{seats}/{number}/")["you"]["asked"]["seat"] == number
        [request] = partner.http.get(f"/tables/{table['code']}/").json()["you"]["requests"]
        assert request["name"] == player.name
        table = partner.send("POST", f"/tables/{table['code']}/requests/{request['id']}/", accept=True)
    match = table["match"]
    assert table["status"] == "playing"

    play_out(players, match)

    record = check_ended(players, match)
    assert record["players"] == [player.name for player in players]
    lines = anna.http.get("/records/", params={"player": dino.name}).text.splitlines()
    assert len(lines) == 1
    listed = dino.http.get("/matches/", params={"player": carla.name, "status": "finished"}).json()
    assert [row["match"] for row in listed["results"]] == [match]


@pytest.mark.usefixtures("live_clock")
def test_two_tokens_and_two_bots_play_to_eleven(players: list[Player]) -> None:
    anna, bruno = two = players[:2]
    table = anna.send("POST", "/tables/", preset="club", options={"target": 11}, bot_delay_ms=0)
    seats = f"/tables/{table['code']}/seats"
    anna.send("PUT", f"{seats}/0/")
    anna.send("PUT", f"{seats}/2/bot/")
    bruno.send("PUT", f"{seats}/1/")
    table = bruno.send("PUT", f"{seats}/3/bot/")

    play_out(two, table["match"])

    record = check_ended(two, table["match"])
    by = {act["by"] for hand in record["hands"] for act in hand["actions"]}
    assert {"player", "bot"} <= by
