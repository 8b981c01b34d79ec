"""The socket of a tournament: a hint when it has changed, not too often, and to those alone who may know of it."""

import asyncio
from typing import TYPE_CHECKING
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.db import transaction

from games.consumers.database import in_thread
from tests.games.sockets.clients import open_socket
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tournaments.models import Tournament


def a_tournament(**facts) -> "Tournament":
    from tests.tournaments import factories

    return factories.a_tournament(factories.a_director(), **facts)


@transaction.atomic
def change(tournament: "Tournament") -> None:
    from tournaments.services.locks import lock_tournament, touch

    touch(lock_tournament(tournament.pk))


async def test_a_change_is_hinted_at_no_oftener_than_twice_a_second(live_site: LiveSite) -> None:
    tournament = await in_thread(a_tournament)
    async with open_socket(f"{live_site.ws_url}/ws/v1/tournaments/{tournament.code}/") as reader:
        assert (await reader.next())["type"] == "hello"
        assert await reader.next() == {"type": "changed", "version": 0}
        await in_thread(lambda: [change(tournament) for _ in range(5)])
        told = [await reader.hear("changed")]
        while told[-1]["version"] < 5:
            told.append(await reader.hear("changed"))
        assert len(told) <= 2
        await reader.say("resync")
        assert await reader.hear("changed") == {"type": "changed", "version": 5}
        answer = await reader.answer(await reader.command("leave", match=str(uuid4()), seq=1))
        assert answer["code"] == "not_open"


async def test_a_change_that_nobody_tells_of_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.consumers import tournament_feed

    monkeypatch.setattr(tournament_feed, "COMPARE_SECONDS", 0.01)
    monkeypatch.setattr(tournament_feed, "version_of", lambda code: 7)
    told: asyncio.Queue[str] = asyncio.Queue()
    feed = tournament_feed.TournamentFeed("somewhere", 6)
    feed.readers.add(Mock(tell=told.put_nowait))
    assert await asyncio.wait_for(told.get(), 5) == '{"type":"changed","version":7}'
    feed.shut()
    assert told.empty()


async def test_there_is_nothing_where_there_is_no_tournament_for_one(live_site: LiveSite) -> None:
    draft = await in_thread(a_tournament, state="draft")
    for code in (draft.code, "nowhere"):
        async with open_socket(f"{live_site.ws_url}/ws/v1/tournaments/{code}/") as reader:
            assert await reader.end() == 4004
