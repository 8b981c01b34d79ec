"""Late watchers: every byte they are sent is as old as the table's delay; who plays is told at once."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import pytest

from games.consumers.database import in_thread
from tests.games.sockets.clients import open_socket
from tests.games.told import cards_told
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from games.models import Event, Match
    from tests.games.sockets.clients import Client

DELAY = 1
ROUNDING = 0.002  # times are told to the millisecond
OF_THE_TABLE = {"hello", "presence", "notice", "ack", "resync"}  # what tells nothing of the match


class Tape:
    """All that one client was sent, each frame with the moment it came."""

    def __init__(self, client: "Client") -> None:
        self.client = client
        self.frames: list[tuple[float, dict[str, Any]]] = []
        self.news = asyncio.Condition()
        self.task = asyncio.create_task(self._record())

    async def _record(self) -> None:
        async for text in self.client.connection:
            async with self.news:
                self.frames.append((time.time(), json.loads(text)))
                self.news.notify_all()

    async def until(self, **facts: Any) -> float:
        """Wait for a frame with these facts and return when it came."""
        return await self._until(lambda frame: all(frame.get(key) == value for key, value in facts.items()))

    async def until_table(self, status: str) -> float:
        """Wait for a view of the table with its match, in this status."""
        return await self._until(
            lambda frame: frame["type"] == "table" and frame["table"]["match"] and frame["table"]["status"] == status
        )

    async def _until(self, is_it: Callable[[dict[str, Any]], Any]) -> float:
        async with asyncio.timeout(15), self.news:
            while True:
                for at, frame in self.frames:
                    if is_it(frame):
                        return at
                await self.news.wait()


def check(tape: Tape, events: list["Event"], match: "Match") -> None:
    """Check each frame against what had happened DELAY seconds before it came."""
    moments = {event.seq: event.at.timestamp() for event in events}
    version = None
    for came_at, frame in tape.frames:
        then = came_at - DELAY + ROUNDING
        seen = [event for event in events if moments[event.seq] <= then]
        if (seq := frame.get("seq")) is not None:
            assert moments[seq] <= then, frame
        public = {card for event in seen for card in cards_told(event.public)}
        assert set(cards_told(frame)) <= public, frame
        if frame["type"] == "event":
            assert datetime.fromisoformat(frame["at"]).timestamp() <= then
        elif frame["type"] == "presence":
            assert frame["seats"] == [True] * 4
        elif frame["type"] == "table":
            view = frame["table"]
            version = view["version"]
            assert (view["match"] is None) == (match.started_at.timestamp() > then)
            is_on = match.started_at.timestamp() <= then < match.finished_at.timestamp()
            assert view["status"] == ("playing" if is_on else "open")
            assert all(seat["rematch"] is None for seat in view["seats"]) or not is_on
        else:
            assert frame["type"] in OF_THE_TABLE | {"match", "pong", "refused"}, frame
    assert version is not None


async def test_every_byte_a_watcher_gets_is_old_enough(live_site: LiveSite) -> None:
    from games.models import Match
    from tests.games.sockets.scene import match_of, people, token_of

    scene = await in_thread(lambda: match_of(people(4), watch_delay=DELAY))
    player_token = await in_thread(token_of, scene.players[0])
    watcher_token = await in_thread(lambda: token_of(people(1)[0]))
    url = f"{live_site.ws_url}/ws/v1/tables/{scene.code}/"
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        player, nobody, fan = [
            Tape(await enter(open_socket(url, token))) for token in (player_token, "", watcher_token)
        ]
        watchers = [nobody, fan]
        await player.until(type="match")
        for _ in range(5):
            began = time.time()
            seq = await in_thread(scene.play)
            assert await player.until(seq=seq) - began < DELAY  # players at once
            await nobody.client.say("ping", t=seq)
            for tape in watchers:
                await tape.client.say("resync", since=seq)
        address = {"match": str(scene.match_id), "seq": seq, "command_id": str(UUID(int=7))}
        await fan.client.say("play", card="3d", **address)
        await fan.until(type="refused", code="not_seated")
        for tape in watchers:
            await tape.until(seq=seq)
        for seat in (0, 2):
            await in_thread(scene.act, scene.players[seat], "resign")
        await in_thread(agree_again, scene)
        watchers.append(Tape(await enter(open_socket(f"{url}?since={seq + 2}&match={scene.match_id}"))))
        for tape in watchers:
            await tape.until(type="event", kind="ended")
            await tape.until_table("open")
        for tape in (player, *watchers):
            tape.task.cancel()
    events = await in_thread(scene.events)
    match = await in_thread(Match.objects.get, pk=scene.match_id)
    for tape in watchers:
        check(tape, events, match)
        told = [frame["seq"] for _, frame in tape.frames if frame["type"] == "event"]
        assert told == sorted(set(told))
        assert told[-1] == events[-1].seq
    with pytest.raises(AssertionError):  # a player's tape would not pass
        check(player, events, match)


def agree_again(scene: Any) -> None:
    """Let one player ask for another match: a thing of the present."""
    from games.services import rematch

    rematch.agree(table_id=scene.table_id, user_id=scene.players[1].pk)


async def test_a_watcher_who_sits_down_is_told_at_once_from_then_on(live_site: LiveSite) -> None:
    from games.services import seating
    from tests.games.sockets.scene import people, table_of, token_of

    host, guest = await in_thread(people, 2)
    table = await in_thread(lambda: table_of(host, preset="due", watch_delay=900))
    token = await in_thread(token_of, guest)
    async with open_socket(f"{live_site.ws_url}/ws/v1/tables/{table.code}/", token) as client:
        first = await client.hear("table")
        assert first["table"]["you"]["delay"] == 900
        await in_thread(lambda: seating.sit(table_id=table.pk, user_id=guest.pk, number=0))
        shown = await client.hear("table")
        assert (shown["table"]["you"]["seat"], shown["table"]["you"]["delay"]) == (0, 0)
        await in_thread(lambda: seating.sit(table_id=table.pk, user_id=host.pk, number=1))
        state = await client.hear("match")
        assert state["you"]["seat"] == 0
