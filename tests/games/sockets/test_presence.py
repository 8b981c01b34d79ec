"""Who is here: seat holders by seat, watchers by number, and a cap that no seat holder meets (field report A12)."""

import asyncio
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from games import presence
from games.consumers.database import in_thread
from games.presence import Here, Sign
from games.services import seating
from tests.games.sockets.clients import PATIENCE, open_socket
from tests.games.sockets.conftest import Enter
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


@pytest.fixture
def one_watcher(live_site: LiveSite, tmp_path_factory: pytest.TempPathFactory):
    """Run a web process whose tables have room for one watcher."""
    site = LiveSite(tmp_path_factory.mktemp("site"), {**live_site._environment, "WATCHER_CAP": "1"})
    site.start_server()
    yield site
    site.stop("web")


async def test_everybody_sees_who_comes_and_goes(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with asyncio.timeout(PATIENCE), enter(tokens[0]) as anna:
        await anna.see("presence", seats=[True, False, False, False], watchers=0)
        async with enter(tokens[2]) as carla:
            for client in (anna, carla):
                await client.see("presence", seats=[True, False, True, False])
            async with enter(tokens[2]) as other_tab:
                await other_tab.hear("match")
            async with enter() as watcher:
                await watcher.see("presence", seats=[True, False, True, False], watchers=1)
            await anna.see("presence", seats=[True, False, True, False], watchers=0)
        await anna.see("presence", seats=[True, False, False, False])


async def test_a_watcher_who_sits_down_is_one_no_more(live_site: LiveSite) -> None:
    from tests.games.sockets.scene import people, table_of, token_of

    players = await in_thread(people, 2)
    table = await in_thread(table_of, players[0])
    tokens = [await in_thread(token_of, player) for player in players]
    url = f"{live_site.ws_url}/ws/v1/tables/{table.code}/"
    async with asyncio.timeout(PATIENCE), open_socket(url, tokens[0]) as anna, open_socket(url, tokens[1]) as bruno:
        await anna.see("presence", seats=[False] * 4, watchers=2)
        await in_thread(seating.sit, table_id=table.pk, user_id=players[1].pk, number=3)
        for client in (anna, bruno):
            await client.see("presence", seats=[False, False, False, True], watchers=1)
        await in_thread(seating.stand, table_id=table.pk, user_id=players[1].pk)
        for client in (anna, bruno):
            await client.see("presence", seats=[False] * 4, watchers=2)


async def test_a_bot_is_always_here(live_site: LiveSite) -> None:
    from tests.games.sockets.scene import match_of, people

    scene = await in_thread(lambda: match_of(people(1)))
    async with asyncio.timeout(PATIENCE), open_socket(f"{live_site.ws_url}/ws/v1/tables/{scene.code}/") as watcher:
        await watcher.see("presence", seats=[False, True, True, True])


async def test_onlookers_keep_no_seat_holder_out(one_watcher: LiveSite, scene: "Scene", tokens: list[str]) -> None:
    url = f"{one_watcher.ws_url}/ws/v1/tables/{scene.code}/"
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(open_socket(url))
        await first.hear("match")
        async with open_socket(url) as second:
            assert await second.end() == 4013
            assert [(frame["type"], frame["code"]) for frame in second.frames] == [("refused", "watchers_full")]
        for token in tokens:
            player = await stack.enter_async_context(open_socket(url, token))
            await player.hear("match")
        async with asyncio.timeout(PATIENCE):
            await first.see("presence", seats=[True] * 4, watchers=1)


@pytest.mark.usefixtures("_own_valkey")
class TestCounting:
    """The counts themselves, with the message server alone."""

    @pytest.fixture
    def _own_valkey(self, redis_url: str) -> None:
        import redis

        with redis.Redis.from_url(redis_url) as valkey:
            valkey.flushall()

    def test_a_socket_counts_until_it_goes(self) -> None:
        tab, other_tab, watcher = Sign(5, "a", 7), Sign(5, "b", 7), Sign(5, "c", None)
        presence.note([tab, other_tab, watcher])
        assert presence.here([5, 6]) == {5: Here(frozenset({7}), 1), 6: Here(frozenset(), 0)}
        presence.forget([tab, watcher])
        assert presence.here([5])[5] == Here(frozenset({7}), 0)
        presence.forget([other_tab])
        assert presence.here([5])[5] == Here(frozenset(), 0)

    def test_a_socket_nobody_speaks_for_is_gone_after_nine_seconds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 1000.0
        monkeypatch.setattr(presence.time, "time", lambda: now)
        presence.note([Sign(5, "a", 7), Sign(5, "b", None)])
        now = 1008.9
        assert presence.here([5])[5] == Here(frozenset({7}), 1)
        presence.note([Sign(5, "b", None)])
        now = 1009.1
        assert presence.here([5])[5] == Here(frozenset(), 1)

    def test_the_cap_is_never_exceeded(self) -> None:
        admitted = [presence.admit(Sign(5, str(number), None), 3) for number in range(5)]
        assert admitted == [True, True, True, False, False]
        assert presence.here([5])[5].watchers == 3
        presence.forget([Sign(5, "0", None)])
        assert presence.admit(Sign(5, "9", None), 3)
