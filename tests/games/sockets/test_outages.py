"""Servers go and come back, connections die, pages are slow: cards go on, and nobody has to reload."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from django.conf import settings
from django.db import connection, transaction

from games.consumers.database import in_thread
from games.models import Match
from tests.games.sockets.clients import PATIENCE, Client, open_socket
from tests.games.sockets.conftest import Enter
from tests.games.sockets.test_table_socket import fresh, seats_of
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from config.hosting.children import Child
    from tests.games.sockets.scene import Scene

pytestmark = pytest.mark.waits


class FragileSite:
    """A web process with a message server of its own, which can be killed and started again."""

    def __init__(self, site: LiveSite, start: Callable[[], "Child"]) -> None:
        self.site = site
        self._start = start
        self._valkey = start()

    def kill_valkey(self) -> None:
        self._valkey.kill()

    def start_valkey(self) -> None:
        self._valkey = self._start()

    def mend(self) -> None:
        """Start again the message server that a test has killed and not started again."""
        if self._valkey.ending() is not None:
            self.start_valkey()

    def stop(self) -> None:
        self._valkey.stop()


@pytest.fixture(scope="module")
def fragile_process(live_server_process: LiveSite) -> Iterator[FragileSite]:
    """Run a web process that hears of nothing but by its own message server; tests ask for `fragile`."""
    from config.hosting.embedded import Place
    from config.hosting.servers import start_servers

    directory = Path(tempfile.mkdtemp(prefix="bongioco-test-"))
    directory.chmod(0o711)  # the server's user passes through, nobody looks around
    place = Place(directory, directory, directory / "run")

    def start() -> "Child":
        return start_servers(place, postgres=False, valkey=True, logs=directory, guard=None, durable=False)[0]

    environment = {**live_server_process._environment, "REDIS_URL": place.redis_url}
    fragile = FragileSite(LiveSite(directory, environment), start)
    try:
        fragile.site.start_server()
        yield fragile
        fragile.site.stop("web")
    finally:
        fragile.stop()
        shutil.rmtree(directory)


@pytest.fixture
def fragile(live_site: LiveSite, fragile_process: FragileSite) -> FragileSite:
    """The web process with its own message server, which runs."""
    fragile_process.mend()
    return fragile_process


def at(site: LiveSite, scene: "Scene") -> str:
    return f"{site.ws_url}/ws/v1/tables/{scene.code}/"


async def seated_at(stack: AsyncExitStack, site: LiveSite, scene: "Scene", tokens: list[str]) -> list[Client]:
    def enter(token: str) -> Any:
        return open_socket(at(site, scene), token)

    return await seats_of(stack, enter, tokens)


async def play_round(players: list[Client]) -> None:
    """Have whose turn it is play a card, and wait until all have seen it."""
    turn = next(player for player in players if player.you["may"].get("play"))
    ack = await turn.answer(await turn.play())
    assert ack["type"] == "ack", ack
    await asyncio.gather(*(player.reach(ack["seq"]) for player in players))


async def test_the_message_server_dies_in_mid_trick_and_comes_back(
    fragile: FragileSite, scene: "Scene", tokens: list[str]
) -> None:
    """Field report D2: the right state within 5 s, without a reload."""
    async with AsyncExitStack() as stack:
        players = await seated_at(stack, fragile.site, scene, tokens)
        await play_round(players)
        fragile.kill_valkey()
        async with asyncio.timeout(5):
            await play_round(players)
        fragile.start_valkey()
        for _ in range(4):
            async with asyncio.timeout(5):
                await play_round(players)
        for seat, player in enumerate(players):
            assert player.state() == await fresh(scene, seat)
        assert all(frame["type"] != "resync" for player in players for frame in player.frames)


async def test_who_comes_while_the_message_server_is_away_is_served_and_hears_of_everything(
    fragile: FragileSite, scene: "Scene", tokens: list[str]
) -> None:
    fragile.kill_valkey()
    async with AsyncExitStack() as stack:
        players = await seated_at(stack, fragile.site, scene, tokens)
        async with asyncio.timeout(5):
            await play_round(players)
        fragile.start_valkey()
        await play_round(players)
        async with asyncio.timeout(PATIENCE):
            await players[0].see("presence", seats=[True] * 4)


async def test_what_no_message_tells_is_found_all_the_same(
    fragile: FragileSite, scene: "Scene", tokens: list[str]
) -> None:
    """These cards are played in another process, whose messages go to another message server."""
    async with AsyncExitStack() as stack:
        players = await seated_at(stack, fragile.site, scene, tokens)
        for _ in range(5):
            await in_thread(scene.play)
        await asyncio.gather(*(player.reach(8) for player in players))
        for seat, player in enumerate(players):
            assert player.state() == await fresh(scene, seat)


async def test_killed_database_connections_cost_nobody_a_card(
    scene: "Scene", tokens: list[str], enter: Enter, kill_connections: Callable[[], int]
) -> None:
    """Field report D3."""
    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        for _ in range(3):
            await play_round(players)
            assert await in_thread(kill_connections) > 0
        await play_round(players)
        for seat, player in enumerate(players):
            assert player.state() == await fresh(scene, seat)


async def test_connections_stay_within_the_pool(
    live_site: LiveSite, scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    """Field report D3: idle sockets hold none, and however much is asked at once, the pool is the limit."""

    def count() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return int(cursor.fetchone()[0])

    most = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    async with AsyncExitStack() as stack:
        # What they do not read is kept at their end, or they could not hear the answer to their good-bye.
        watchers = [await stack.enter_async_context(enter(max_queue=None)) for _ in range(60)]
        players = await seats_of(stack, enter, tokens)
        rest = await stack.enter_async_context(httpx.AsyncClient(base_url=live_site.url, timeout=60))
        path = f"/api/v1/tables/{scene.code}/"
        loads = [asyncio.create_task(rest.get(path)) for _ in range(60)]
        counts = []
        while not all(load.done() for load in loads):
            counts.append(await in_thread(count))
            await play_round(players)
        assert {load.result().status_code for load in loads} == {200}
        assert max(counts) <= 2 * most  # the server's pool and this process's own
        assert len(watchers) == 60


async def test_a_slow_page_holds_no_card_up(
    live_site: LiveSite, scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    """Field report D4: while a page and a round of the process wait for a locked table, cards go from seat to seat."""
    locked, release = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE accounts_user IN ACCESS EXCLUSIVE MODE")
            loop.call_soon_threadsafe(locked.set)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result()

    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        holding = asyncio.create_task(in_thread(hold))
        await locked.wait()
        rest = await stack.enter_async_context(httpx.AsyncClient(base_url=live_site.url, timeout=60))
        pages = [asyncio.create_task(rest.get("/api/v1/players/")) for _ in range(3)]
        for _ in range(20):
            await play_round(players)
        assert not any(page.done() for page in pages)
        release.set()
        await holding
        assert {page.status_code for page in await asyncio.gather(*pages)} == {200}


async def test_a_command_that_waits_holds_up_neither_its_socket_nor_another_table(
    live_site: LiveSite, scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    from tests.games.sockets.scene import match_of, people, token_of

    other = await in_thread(lambda: match_of(people(4)))
    other_tokens = [await in_thread(token_of, player) for player in other.players]
    locked, release = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold() -> None:
        with transaction.atomic():
            Match.objects.select_for_update().get(pk=scene.match_id)
            loop.call_soon_threadsafe(locked.set)
            asyncio.run_coroutine_threadsafe(release.wait(), loop).result()

    turn = (await in_thread(scene.turn))[0]
    async with AsyncExitStack() as stack:
        stuck = await stack.enter_async_context(enter(tokens[turn]))
        await stuck.hear("match")
        players = await seated_at(stack, live_site, other, other_tokens)
        holding = asyncio.create_task(in_thread(hold))
        await locked.wait()
        command_id = await stuck.play()
        assert all(frame["type"] == "presence" for frame in await stuck.rest())
        for _ in range(12):
            await play_round(players)
        release.set()
        await holding
        assert (await stuck.answer(command_id))["type"] == "ack"
