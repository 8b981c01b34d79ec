"""Several web processes are one site: what happens on one is told on all, and one that dies takes nothing along."""

import asyncio
from typing import TYPE_CHECKING
from uuid import uuid4

import httpx
import pytest

from games.consumers.database import in_thread
from tests.games.sockets.clients import open_socket
from tests.games.sockets.test_table_socket import fresh
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene

pytestmark = pytest.mark.waits


def table_at(site: LiveSite, scene: "Scene") -> str:
    return f"{site.ws_url}/ws/v1/tables/{scene.code}/"


async def test_a_command_over_rest_on_one_process_is_told_on_the_others(
    live_site: LiveSite, another_site: LiveSite, scene: "Scene", tokens: list[str]
) -> None:
    turn, legal = await in_thread(scene.turn)
    async with (
        open_socket(table_at(another_site, scene), tokens[turn]) as there,
        open_socket(table_at(live_site, scene)) as here,
    ):
        await asyncio.gather(there.hear("match"), here.hear("match"))
        async with httpx.AsyncClient(base_url=live_site.url) as rest:
            answer = await rest.post(
                f"/api/v1/matches/{scene.match_id}/commands/",
                json={"type": "play", "seq": 3, "card": legal[0]},
                headers={"Authorization": f"Bearer {tokens[turn]}", "Idempotency-Key": str(uuid4())},
            )
        assert answer.status_code in {200, 201}, answer.text
        assert answer.json()["seq"] == 4
        await asyncio.gather(there.reach(4), here.reach(4))
        assert there.state() == await fresh(scene, turn)
        assert here.state() == await fresh(scene)


async def test_players_on_different_processes_play_one_hand(
    live_site: LiveSite, another_site: LiveSite, scene: "Scene", tokens: list[str]
) -> None:
    sites = [live_site, another_site, live_site, another_site]
    sockets = [open_socket(table_at(site, scene), token) for site, token in zip(sites, tokens, strict=True)]
    async with sockets[0] as a, sockets[1] as b, sockets[2] as c, sockets[3] as d:
        players = [a, b, c, d]
        await asyncio.gather(*(player.hear("match") for player in players))
        for _ in range(40):
            turn = next(player for player in players if player.you["may"].get("play"))
            ack = await turn.answer(await turn.play())
            await asyncio.gather(*(player.reach(ack["seq"]) for player in players))
        last = await in_thread(scene.seq)
        await asyncio.gather(*(player.reach(last) for player in players))
        for seat, player in enumerate(players):
            assert player.state() == await fresh(scene, seat)


async def test_a_process_killed_in_mid_hand_loses_nothing(
    live_site: LiveSite, another_site: LiveSite, scene: "Scene", tokens: list[str]
) -> None:
    for _ in range(6):
        await in_thread(scene.play)
    turn = (await in_thread(scene.turn))[0]
    async with (
        open_socket(table_at(another_site, scene), tokens[turn]) as player,
        open_socket(table_at(live_site, scene)) as watcher,
    ):
        await asyncio.gather(player.hear("match"), watcher.hear("match"))
        command_id, card, seq = str(uuid4()), player.you["may"]["play"][0], player.seq
        await player.command("play", card=card, command_id=command_id)
        another_site._children["web"].kill()
        assert await player.end() == 1006
        another_site.start_server()
        query = f"?since={player.seq}&match={player.match}"
        async with open_socket(table_at(another_site, scene) + query, tokens[turn]) as back:
            back.match, back.seq, back.view, back.you = player.match, player.seq, player.view, player.you
            await back.hear("table")
            answer = await back.answer(await back.command("play", card=card, seq=seq, command_id=command_id))
            assert (answer["type"], answer["seq"]) == ("ack", 10)
            await asyncio.gather(back.reach(10), watcher.reach(10))
            assert back.state() == await fresh(scene, turn)
            assert watcher.state() == await fresh(scene)
    assert await in_thread(scene.seq) == 10


async def test_who_was_on_a_killed_process_is_away_soon_and_present_when_back(
    live_site: LiveSite, another_site: LiveSite, scene: "Scene", tokens: list[str]
) -> None:
    async with open_socket(table_at(live_site, scene)) as watcher:
        async with open_socket(table_at(another_site, scene), tokens[2]):
            await watcher.see("presence", seats=[False, False, True, False])
            another_site._children["web"].kill()
            async with asyncio.timeout(14):
                await watcher.see("presence", seats=[False, False, False, False])
        another_site.start_server()
        async with open_socket(table_at(another_site, scene), tokens[2]):
            await watcher.see("presence", seats=[False, False, True, False])
