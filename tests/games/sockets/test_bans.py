"""Who may not watch any longer loses an open table at once, and is let in no more; who plays there plays on."""

import asyncio
from typing import TYPE_CHECKING

from games.consumers.database import in_thread
from games.services import watching
from tests.games.sockets.clients import PATIENCE, Client
from tests.games.sockets.conftest import Enter

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


async def turned_away(client: Client) -> None:
    """Read on to the end, which says why."""
    assert (await client.hear("refused"))["code"] == "watch_banned"
    assert await client.end() == 4003


async def test_an_open_socket_closes_at_once_and_a_new_one_too(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    from tests.games.sockets.scene import people, token_of

    banned, other = await in_thread(people, 2)
    banned_token, other_token = [await in_thread(token_of, user) for user in (banned, other)]
    async with (
        asyncio.timeout(PATIENCE),
        enter(banned_token) as out,
        enter() as nobody,
        enter(other_token) as stays,
        enter(tokens[0]) as plays,
    ):
        for client in (out, nobody, stays, plays):
            await client.hear("match")
        for user in (banned, scene.players[0]):
            await in_thread(watching.ban_from_match, match_id=scene.match_id, user_id=user.pk, reason="board 7")
        await asyncio.gather(turned_away(out), turned_away(nobody))
        seq = await in_thread(scene.play)
        await asyncio.gather(stays.reach(seq), plays.reach(seq))
        assert all(frame.get("seq", 0) < seq for client in (out, nobody) for frame in client.frames if frame.get("seq"))
    async with enter(banned_token) as again:
        await turned_away(again)
        assert [frame["type"] for frame in again.frames] == ["refused"]
