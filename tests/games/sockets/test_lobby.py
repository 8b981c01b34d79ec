"""The lobby's socket: a hint when the list has changed, not too often, and what concerns oneself."""

import asyncio
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from games.consumers.database import in_thread
from games.consumers.lobby_feed import PAUSE_SECONDS, LobbyFeed
from games.models import Table
from games.services import seating
from tests.games.sockets.clients import open_socket
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


@pytest.fixture
def lobby(live_site: LiveSite) -> str:
    return f"{live_site.ws_url}/ws/v1/lobby/"


async def test_a_new_table_is_hinted_at(lobby: str) -> None:
    from tests.games.sockets.scene import people, table_of

    async with open_socket(lobby) as reader:
        hello = await reader.next()
        assert (hello["type"], hello["user"], hello["limits"]["messages"]) == ("hello", None, 50)
        await in_thread(lambda: table_of(people(1)[0]))
        assert await reader.hear("lobby") == {"type": "lobby"}


async def test_a_change_that_nobody_tells_of_is_found(lobby: str, scene: "Scene") -> None:
    async with open_socket(lobby) as reader, asyncio.timeout(8):
        await reader.hear("hello")
        await reader.rest()
        while True:  # the rounds have to have seen the list once before they can see it change
            await in_thread(Table.objects.filter(pk=scene.table_id).update, changed_at=timezone.now())
            try:
                async with asyncio.timeout(2.5):
                    await reader.hear("lobby")
                    break
            except TimeoutError:
                await reader.say("ping")


async def test_cards_are_not_played_in_the_lobby(lobby: str, scene: "Scene", tokens: list[str]) -> None:
    turn, legal = await in_thread(scene.turn)
    async with open_socket(lobby, tokens[turn]) as reader:
        await reader.hear("hello")
        answer = await reader.answer(await reader.command("play", match=str(scene.match_id), card=legal[0]))
        assert (answer["type"], answer["code"]) == ("refused", "not_open")
        await reader.say("resync")
        assert await reader.hear("lobby")
    assert await in_thread(scene.seq) == 3


async def test_a_notice_finds_its_person_on_every_page_and_nobody_else(live_site: LiveSite, lobby: str) -> None:
    from tests.games.sockets.scene import people, table_of, token_of

    anna, bruno = await in_thread(people, 2)
    table = await in_thread(table_of, anna, name="Caffè 3♠ / è")
    tokens = [await in_thread(token_of, person) for person in (anna, bruno)]
    await in_thread(seating.sit, table_id=table.pk, user_id=anna.pk, number=0)
    async with (
        open_socket(lobby, tokens[0]) as annas_lobby,
        open_socket(f"{live_site.ws_url}/ws/v1/tables/{table.code}/", tokens[0]) as annas_table,
        open_socket(lobby, tokens[1]) as brunos_lobby,
    ):
        for client in (annas_lobby, annas_table, brunos_lobby):
            await client.hear("hello")
        await in_thread(seating.sit, table_id=table.pk, user_id=bruno.pk, number=2)
        for client in (annas_lobby, annas_table):
            notice = await client.hear("notice")
            assert (notice["code"], notice["table"]) == ("seat_asked", table.code)
        assert "notice" not in {frame["type"] for frame in await brunos_lobby.rest()}


class TestFeed:
    """How often the hint is given."""

    async def test_a_burst_is_one_hint_and_one_more_after_the_pause(self) -> None:
        told: asyncio.Queue[float] = asyncio.Queue()

        class Reader:
            def tell(self, text: str) -> None:
                told.put_nowait(asyncio.get_running_loop().time())

        feed = LobbyFeed()
        feed.readers.add(Reader())
        for _ in range(100):
            feed.hear({})
        first = told.get_nowait()
        assert told.empty()
        second = await told.get()
        feed.hear({})
        assert told.empty()
        assert second - first >= PAUSE_SECONDS - 0.01

    async def test_the_first_look_is_no_change(self) -> None:
        told = []

        class Reader:
            def tell(self, text: str) -> None:
                told.append(text)

        feed, now = LobbyFeed(), timezone.now()
        feed.readers.add(Reader())
        feed.know(now)
        feed.know(now)
        assert told == []
        feed.know(timezone.now())
        assert told == ['{"type":"lobby"}']
