"""A slow reader holds nobody up, is told once that it missed something, and ends up right (field report D1)."""

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from games.consumers.database import in_thread
from games.consumers.outbox import MOST_ANSWERS, MOST_NEWS, Outbox
from tests.games.sockets.in_process import InProcess
from tests.games.sockets.test_table_socket import fresh

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


async def test_a_client_that_does_not_read_gets_the_state_when_it_reads_again(
    scene: "Scene", caplog: pytest.LogCaptureFixture
) -> None:
    slow, quick = InProcess(scene.code), InProcess(scene.code)
    await asyncio.gather(slow.reach(3), quick.reach(3))
    slow.is_open.clear()
    with caplog.at_level("INFO", "games.consumers"):
        seq = await in_thread(lambda: [scene.step() for _ in range(2 * MOST_NEWS)] and scene.seq())
        await quick.reach(seq)
        slow.is_open.set()
        await slow.reach(seq)
    for client in (slow, quick):
        assert client.state() == await fresh(scene)
    kinds = [frame["type"] for frame in slow.frames]
    assert kinds[-3:].count("match") == 1
    assert (kinds.count("resync"), kinds.count("match"), kinds.count("table")) == (1, 2, 2)
    assert [frame["seq"] for frame in quick.frames if frame["type"] == "event"] == list(range(4, seq + 1))
    assert [record.message.count("too slow") for record in caplog.records] == [1]
    await asyncio.gather(slow.leave(), quick.leave())


async def test_a_client_that_never_reads_is_let_go(scene: "Scene", monkeypatch: pytest.MonkeyPatch) -> None:
    """Its end does not wait for it."""
    monkeypatch.setattr("games.consumers.socket.CLOSING_SECONDS", 0.05)
    stuck = InProcess(scene.code)
    await stuck.reach(3)
    stuck.is_open.clear()
    await in_thread(scene.play)
    stuck._said.put_nowait({"type": "websocket.receive", "text": "x" * 70_000})
    async with asyncio.timeout(10):
        await stuck._life


class Pipe:
    """A transport that takes frames only while it is open."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.is_open = asyncio.Event()

    async def send(self, message: dict[str, Any]) -> None:
        await self.is_open.wait()
        self.taken.append(message["text"])


@pytest.fixture
async def pipe() -> Pipe:
    return Pipe()


class TestOutbox:
    def box(self, pipe: Pipe) -> Outbox:
        self.renewals, self.floods = [], []
        return Outbox(pipe.send, renew=lambda: self.renewals.append(1), flood=lambda: self.floods.append(1))

    async def settle(self) -> None:
        while len(asyncio.all_tasks()) > 1:
            await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()})

    async def test_frames_go_out_in_order(self, pipe: Pipe) -> None:
        box = self.box(pipe)
        box.tell("1")
        box.answer("2")
        box.tell("3")
        pipe.is_open.set()
        await self.settle()
        assert pipe.taken == ["1", "2", "3"]
        assert self.renewals == []

    async def test_too_much_news_is_given_up_for_one_renewal_and_answers_are_not(self, pipe: Pipe) -> None:
        box = self.box(pipe)
        box.answer("first")
        for number in range(3 * MOST_NEWS):
            box.tell(str(number))
        box.answer("last")
        assert self.renewals == []
        pipe.is_open.set()
        await self.settle()
        assert pipe.taken == ["first", "last"]
        assert self.renewals == [1]
        box.tell("news")
        await self.settle()
        assert pipe.taken[-1] == "news"

    async def test_who_asks_without_end_and_never_reads_is_a_flood(self, pipe: Pipe) -> None:
        box = self.box(pipe)
        for number in range(MOST_ANSWERS + 2):
            box.answer(json.dumps(number))
        assert self.floods
        await box.shut()

    async def test_a_client_that_has_gone_is_told_nothing(self) -> None:
        async def gone(_: dict[str, Any]) -> None:
            raise OSError

        box = Outbox(gone, renew=lambda: None, flood=lambda: None)
        box.tell("1")
        box.tell("2")
        await self.settle()

    async def test_the_end_lets_what_waits_go_out_and_nothing_more(self, pipe: Pipe) -> None:
        box = self.box(pipe)
        box.tell("1")
        ending = asyncio.create_task(box.finish())
        await asyncio.sleep(0)
        box.tell("2")
        pipe.is_open.set()
        await ending
        assert pipe.taken == ["1"]
