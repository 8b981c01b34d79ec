"""What a process sees to every few seconds, and what one watcher after another costs it."""

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from games import presence
from games.consumers import bookmark, socket, table_feed
from games.consumers.database import in_thread
from games.consumers.house import House
from games.consumers.rounds import SILENCE_SECONDS
from games.consumers.visitors import Visitor
from games.selectors.credentials import Credential
from tests.games.sockets.in_process import InProcess
from tests.games.sockets.test_table_socket import fresh

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


class Quiet:
    """A connection nothing has been heard of for so many seconds."""

    visitor = Visitor()
    sign = None

    def __init__(self, seconds: float) -> None:
        self.heard_at = asyncio.get_running_loop().time() - seconds
        self.codes: list[int] = []

    def close(self, code: int) -> None:
        self.codes.append(code)


@pytest.mark.parametrize(
    ("late", "expected"), [(0.0, [[], [4008]]), (0.1, [[], [4008]]), (5.0, [[], []]), (30.0, [[], []])]
)
async def test_nobody_pays_for_a_process_that_was_late(late: float, expected: list[list[int]]) -> None:
    rounds = House().rounds
    sockets = [Quiet(SILENCE_SECONDS - 1), Quiet(SILENCE_SECONDS + 1)]
    rounds.sockets.update(sockets)
    rounds._looked_at = asyncio.get_running_loop().time() - 1 - late
    await rounds.hang_up()
    assert [socket.codes for socket in sockets] == expected


async def test_who_was_silent_before_the_process_was_late_goes_all_the_same() -> None:
    rounds = House().rounds
    socket = Quiet(SILENCE_SECONDS + 6)
    rounds.sockets.add(socket)
    rounds._looked_at = asyncio.get_running_loop().time() - 1 - 5
    await rounds.hang_up()
    assert socket.codes == [4008]


async def test_whoever_has_a_socket_open_is_here(scene: "Scene") -> None:
    rounds = House().rounds
    socket = Quiet(0)
    socket.visitor = Visitor("Ada", Credential(17, "session:x"))
    rounds.sockets.update([socket, Quiet(0)])
    await rounds.count()
    assert await in_thread(presence.online, [17, 18]) == {17}


async def test_who_waits_for_a_greeting_is_told_so(scene: "Scene", monkeypatch: pytest.MonkeyPatch) -> None:
    """A crowd that comes back at once would else give up after nine seconds, come again and never be done."""
    monkeypatch.setattr(socket, "SIGN_SECONDS", 0.01)
    busy = asyncio.Event()
    enter = House.enter

    async def enter_late(*whatever: Any) -> Any:
        await busy.wait()
        return await enter(*whatever)

    monkeypatch.setattr(House, "enter", enter_late)
    watcher = InProcess(scene.code)
    async with asyncio.timeout(10):
        while len(watcher.frames) < 2:
            watcher._news.clear()
            await watcher._news.wait()
        busy.set()
        await watcher.reach(3)
    kinds = [frame["type"] for frame in watcher.frames]
    assert set(kinds[: kinds.index("hello")]) == {"wait"}
    assert "wait" not in kinds[kinds.index("hello") :]
    await watcher.leave()


async def test_who_gives_up_while_waiting_leaves_nothing_behind(
    scene: "Scene", monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(House, "enter", never)
    watcher = InProcess(scene.code)
    await asyncio.sleep(0.05)
    watcher._life.cancel()
    done, left = await asyncio.wait(asyncio.all_tasks() - {asyncio.current_task()}, timeout=5)
    assert done
    assert not left


async def test_a_hundred_watchers_are_shown_what_was_read_once(scene: "Scene", monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []

    def counted(name: str, work: Any) -> Any:
        def count(*args: Any) -> Any:
            reads.append(name)
            return work(*args)

        return count

    monkeypatch.setattr(bookmark, "fresh_view", counted("match", bookmark.fresh_view))
    monkeypatch.setattr(table_feed, "views_of", counted("table", table_feed.views_of))
    first = InProcess(scene.code)
    await first.reach(3)
    crowd = [InProcess(scene.code) for _ in range(100)]
    await asyncio.gather(*(watcher.reach(3) for watcher in crowd))
    assert sorted(reads) == ["match", "table"]
    expected = await fresh(scene)
    assert all(watcher.state() == expected for watcher in crowd)
    await asyncio.gather(*(watcher.leave() for watcher in [first, *crowd]))
