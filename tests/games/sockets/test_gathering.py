"""Gathering over the network: sockets add entropy, everybody follows without a gap, a killed clock changes nothing."""

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from django.utils import timezone

from games.consumers.database import in_thread
from games.engine.entropy import entropy_commitment
from tests.games.sockets.clients import Client, open_socket
from tests.games.sockets.test_table_socket import fresh
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene

OWN = [bytes([65 + seat]) * 32 for seat in range(4)]


@pytest.fixture
def begun(live_site: LiveSite) -> "Scene":
    """A match of four people, as if begun in three seconds; its first hand waits for their entropy."""
    from tests.games.sockets.scene import begun_by, people

    return begun_by(people(4), timezone.now() + timedelta(seconds=3))


def digest(match: str, seat: int, hand: int = 0) -> str:
    return entropy_commitment(OWN[seat], str(UUID(match)), hand, seat)


async def add_entropy(client: Client, seat: int) -> None:
    """Commit, wait until all have, and reveal: what a client does by itself."""
    assert client.you["may"]["commit_entropy"]
    answer = await client.answer(await client.command("commit_entropy", commitment=digest(client.match, seat)))
    assert answer["type"] == "ack"
    while client.view["entropy"]["stage"] == "commit":
        await client.next()
    answer = await client.answer(await client.command("reveal_entropy", entropy=OWN[seat].hex()))
    assert answer["type"] == "ack"


async def test_four_sockets_and_a_watcher_see_one_shuffle(live_site: LiveSite, begun: "Scene") -> None:
    """No clock runs: the hand is dealt because the last has revealed."""
    from tests.games.sockets.scene import token_of

    url = f"{live_site.ws_url}/ws/v1/tables/{begun.code}/"
    tokens = [await in_thread(token_of, player) for player in begun.players]
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(open_socket(url, token)) for token in tokens]
        watcher = await stack.enter_async_context(open_socket(url))
        everybody = [*players, watcher]
        for client in everybody:
            await client.hear("match")
        await asyncio.gather(*(add_entropy(player, seat) for seat, player in enumerate(players)))
        for client in everybody:
            await client.reach(12)
        kinds = [frame["kind"] for frame in watcher.frames if frame["type"] == "event"]
        assert kinds == [*["entropy_committed"] * 4, "entropy_asked", *["entropy"] * 4, "dealt"]
        for seat, player in enumerate(players):
            assert player.state() == await fresh(begun, seat)
        assert watcher.state() == await fresh(begun)
        assert watcher.view["entropy"] is None


async def test_a_killed_clock_changes_nothing(live_site: LiveSite, begun: "Scene") -> None:
    """One of two clocks is killed while a commitment stands; the other asks, and deals, once and in time."""
    await in_thread(begun.act, begun.players[0], "commit_entropy", commitment=digest(str(begun.match_id), 0))
    live_site.start("clock")
    clock = live_site._children["clock"]
    await asyncio.sleep(0.7)
    os.kill(clock.pid, signal.SIGKILL)
    clock.kill()
    assert [event.kind for event in await in_thread(begun.events)][2:] == ["entropy_committed"]
    live_site.start("clock")
    try:
        async with open_socket(f"{live_site.ws_url}/ws/v1/tables/{begun.code}/") as watcher:
            await watcher.hear("match")
            await watcher.hear("event", kind="dealt")
    finally:
        live_site.stop("clock")
    assert [event.kind for event in await in_thread(begun.events)][2:] == [
        "entropy_committed",
        "entropy_asked",
        "dealt",
    ]
