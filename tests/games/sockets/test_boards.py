"""Many tables at once in little: what a board shows, how often, to whom, and what is refused."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from games.consumers.board_feed import PAUSE_SECONDS, BoardFeed
from games.consumers.database import in_thread
from games.consumers.hub import Hub
from games.models import Event, Match, Table
from games.services import tables, watching
from tests.games.sockets.clients import PATIENCE, Client, open_socket
from tests.games.sockets.test_secrecy import public_after
from tests.games.test_asyncapi import valid
from tests.games.told import cards_told
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


@pytest.fixture
def boards(live_site: LiveSite) -> str:
    return f"{live_site.ws_url}/ws/v1/boards/"


def follow(url: str, token: str = "", **options: Any) -> AbstractAsyncContextManager[Client]:
    return open_socket(url, token, **options)


async def board_at(client: Client, code: str, seq: int) -> dict[str, Any]:
    """Read on until the board of *code* has come as far as event *seq*, and return it."""
    while True:
        frame = await client.hear("board")
        if frame["board"]["code"] == code and frame["board"]["seq"] >= seq:
            return frame["board"]


async def test_a_board_shows_names_score_cards_and_whose_turn(scene: "Scene", boards: str) -> None:
    async with follow(boards) as client:
        hello = await client.next()
        assert hello["limits"] == {"messages": 50, "seconds": 20, "bytes": 8192, "tables": 16}
        await client.say("subscribe", tables=[scene.code])
        board = await board_at(client, scene.code, 3)
        valid("board", json.dumps(client.frames[-1]))
        assert [seat["name"] for seat in board["seats"]] == [player.username for player in scene.players]
        assert (board["totals"], board["target"], board["cloth"], board["status"]) == ([0, 0], 31, [], "running")
        turn, legal = await in_thread(scene.turn)
        assert board["turn"] == turn
        await in_thread(scene.play)
        board = await board_at(client, scene.code, 4)
        assert board["cloth"] == [{"seat": turn, "card": legal[0]}]
        for _ in range(3):
            await in_thread(scene.play)
        board = await board_at(client, scene.code, 7)
        assert len(board["cloth"]) == 4
        assert board["winner"] == board["turn"]
        assert board["counts"] == [9, 9, 9, 9]
        await client.say("unsubscribe", tables=[scene.code])
        await client.rest()
        await in_thread(scene.play)
        assert await client.rest() == []


async def test_a_whole_hand_shows_no_card_before_it_was_played_and_ends_where_the_match_is(
    scene: "Scene", boards: str
) -> None:
    async with follow(boards) as client:
        await client.say("subscribe", tables=[scene.code])
        await board_at(client, scene.code, 3)
        for _ in range(39):
            await in_thread(scene.play)
        board = await board_at(client, scene.code, await in_thread(scene.seq))
        assert board["seq"] == 42
        known = public_after(await in_thread(scene.events))
        shown = [frame["board"] for frame in client.frames if frame["type"] == "board"]
        assert len(shown) < 30, "updates were not put together"
        assert all(set(cards_told(board)) <= known[board["seq"]] for board in shown)
        assert all("hand" not in seat and "cards" not in seat for board in shown for seat in board["seats"])


async def test_what_cannot_be_followed_is_refused_by_name(scene: "Scene", boards: str) -> None:
    from tests.games.sockets.scene import match_of, people, table_of

    host = (await in_thread(people, 1))[0]
    locked = await in_thread(lambda: match_of(people(4), visibility="link"))
    waiting = await in_thread(table_of, host)
    closed = await in_thread(table_of, host)
    await in_thread(tables.close_table, table_id=closed.pk, user_id=host.pk)
    late = await in_thread(lambda: match_of(people(4)))
    await in_thread(Table.objects.filter(pk=late.table_id).update, watch_delay=60)
    expected = {
        locked.code: "table_private",
        waiting.code: "not_open",
        closed.code: "table_closed",
        late.code: "not_open",
        "0000000000": "no_such_table",
        "\x00'": "no_such_table",
    }
    async with follow(boards) as client:
        await client.say("subscribe", tables=list(expected))
        refused = [await client.hear("refused") for _ in expected]
        assert {frame["table"]: frame["code"] for frame in refused} == expected
        valid("refused", json.dumps(refused[0]))
        for wrong in ([], ["x"] * 17, "abc", [5]):
            await client.say("subscribe", tables=wrong)
            assert (await client.hear("refused"))["code"] == "bad_format"
        await client.say("play", card="3d")
        assert (await client.hear("refused"))["code"] == "bad_type"


async def test_the_seventeenth_board_is_refused_and_a_flood_of_codes_ends_the_socket(boards: str) -> None:
    from tests.games.sockets.scene import match_of, people

    scenes = await in_thread(lambda: [match_of(people(1)) for _ in range(17)])
    codes = [scene.code for scene in scenes]
    async with follow(boards) as client:
        await client.say("subscribe", tables=codes[:16])
        await client.say("subscribe", tables=codes[16:])
        refused = await client.hear("refused")
        assert (refused["code"], refused["table"]) == ("too_many_boards", codes[16])
        assert {frame["board"]["code"] for frame in client.frames if frame["type"] == "board"} == set(codes[:16])
        await client.say("unsubscribe", tables=codes[:1])
        await client.say("subscribe", tables=codes[16:])
        await board_at(client, codes[16], 1)
        await client.say("resync")
        await asyncio.gather(*[board_at(client, code, 1) for code in codes[16:]])
        for _ in range(3):
            await client.say("subscribe", tables=codes[:16])
        assert await client.end() == 4029


async def test_who_may_not_watch_sees_no_board_and_loses_an_open_one_at_once(scene: "Scene", boards: str) -> None:
    from tests.games.sockets.scene import people, token_of

    banned, other = await in_thread(people, 2)
    tokens = [await in_thread(token_of, user) for user in (banned, other, scene.players[0])]
    async with (
        asyncio.timeout(PATIENCE),
        follow(boards, tokens[0]) as out,
        follow(boards, tokens[1]) as stays,
        follow(boards, tokens[2]) as plays,
        follow(boards) as nobody,
    ):
        for client in (out, stays, plays, nobody):
            await client.say("subscribe", tables=[scene.code])
            await client.hear("board")
        await in_thread(watching.ban_from_match, match_id=scene.match_id, user_id=banned.pk, reason="board 7")
        await in_thread(watching.ban_from_table, table_id=scene.table_id, user_id=scene.players[0].pk, reason="test")
        for client in (out, nobody):
            assert await client.hear("gone") == {"type": "gone", "table": scene.code, "code": "watch_banned"}
            await client.rest()
        await in_thread(scene.play)
        for client in (stays, plays):
            await board_at(client, scene.code, 4)
        for client in (out, nobody):
            assert all(frame["type"] != "board" for frame in await client.rest())
        await out.say("subscribe", tables=[scene.code])
        assert (await out.hear("gone"))["code"] == "watch_banned"


async def test_a_closed_table_goes_from_its_followers(live_site: LiveSite, boards: str) -> None:
    from tests.games.sockets.scene import match_of, people

    scene = await in_thread(lambda: match_of(people(4)))
    for player in (scene.players[0], scene.players[2]):
        await in_thread(scene.act, player, "resign")
    async with follow(boards) as client:
        await client.say("subscribe", tables=[scene.code])
        frame = await client.hear("board")
        assert (frame["board"]["status"], frame["board"]["result"]["winners"]) == ("finished", [1])
        await in_thread(tables.close_table, table_id=scene.table_id, user_id=scene.players[0].pk)
        assert (await client.hear("gone"))["code"] == "table_closed"


async def test_what_no_message_tells_is_found_all_the_same(scene: "Scene", boards: str) -> None:
    def move_silently() -> None:
        with transaction.atomic():
            scene.play()
            transaction.get_connection().run_on_commit.clear()

    async with follow(boards) as client, asyncio.timeout(PATIENCE):
        await client.say("subscribe", tables=[scene.code])
        await board_at(client, scene.code, 3)
        await in_thread(move_silently)
        await board_at(client, scene.code, 4)


class Onlooker:
    """Somebody who looks at a board in this process."""

    user_id = None

    def __init__(self) -> None:
        self.shown: asyncio.Queue[tuple[float, dict[str, Any]]] = asyncio.Queue()

    def show(self, code: str, text: str) -> None:
        self.shown.put_nowait((asyncio.get_running_loop().time(), json.loads(text)["board"]))

    def take_down(self, code: str, refusal: Exception) -> None:
        raise AssertionError(refusal)


@pytest.fixture
async def feed(scene: "Scene") -> AsyncIterator[tuple[BoardFeed, Onlooker]]:
    onlooker, feed = Onlooker(), BoardFeed(scene.code, scene.table_id, Hub())
    feed.onlookers.add(onlooker)
    await feed.open()
    yield feed, onlooker
    await feed.close()


async def test_many_moves_are_one_update_and_the_last_is_never_left_out(
    scene: "Scene", feed: tuple[BoardFeed, Onlooker]
) -> None:
    board, onlooker = feed
    _, first = await onlooker.shown.get()
    assert first["seq"] == 3
    moments = []
    for _ in range(3):
        for _ in range(5):
            seq = await in_thread(scene.play)
            board.hear({"type": "match.event", "seq": seq})
        async with asyncio.timeout(PATIENCE):
            while True:
                moment, shown = await onlooker.shown.get()
                moments.append(moment)
                if shown["seq"] == seq:
                    break
    pauses = [later - earlier for earlier, later in pairwise(moments)]
    assert all(pause > PAUSE_SECONDS - 0.2 for pause in pauses), pauses
    assert len(moments) <= 7


async def test_a_board_that_is_behind_reads_and_one_that_is_not_does_not(
    scene: "Scene", feed: tuple[BoardFeed, Onlooker]
) -> None:
    board, onlooker = feed
    await onlooker.shown.get()
    board.know(seq=3, version=0)
    assert board._work is None
    await in_thread(Event.objects.filter(match_id=scene.match_id, seq=3).exists)
    seq = await in_thread(scene.play)
    board.know(seq=seq)
    async with asyncio.timeout(PATIENCE):
        assert (await onlooker.shown.get())[1]["seq"] == 4
    assert await in_thread(Match.objects.filter(pk=scene.match_id, seq=4).exists)
