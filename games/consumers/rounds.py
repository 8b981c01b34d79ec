"""Rounds: what a process looks after every few seconds, so that nothing depends on a message that may be lost.

Each second: sockets that have fallen silent. Every two: where the matches and tables here stand in the database, in one
query each, which finds every message that was lost. Every three: who is here, and whose session has ended.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol
from uuid import UUID

from redis.exceptions import RedisError

from games import presence
from games.consumers.board_feed import BoardFeed
from games.consumers.database import OUTAGES, in_thread
from games.consumers.hub import Hub
from games.consumers.lobby_feed import LobbyFeed
from games.consumers.match_feed import MatchFeed
from games.consumers.table_feed import TableFeed
from games.consumers.tv_feed import TvFeed
from games.consumers.visitors import Visitor
from games.selectors.credentials import ended_among
from games.selectors.standing import latest_change, seqs_of, versions_of
from games.services.seekers import note_seen

logger = logging.getLogger(__name__)

SILENCE_SECONDS = 9.0
"""A client that has not said anything for so long is gone (close code 4008)."""
LATE_SECONDS = 0.2
"""A round that begins later than this has waited for a busy process."""


class Connection(Protocol):
    """A socket, as the rounds see it."""

    visitor: Visitor
    heard_at: float

    @property
    def sign(self) -> presence.Sign | None:
        """Return what says that it is at a table."""

    def close(self, code: int) -> None:
        """End the connection with *code*."""


class Feeds(Protocol):
    """What the sockets of one event loop are told by (games.consumers.house)."""

    hub: Hub
    tables: dict[int, TableFeed]
    matches: dict[UUID, MatchFeed]
    boards: dict[int, BoardFeed]
    lobby: LobbyFeed
    tv: TvFeed


class Rounds:
    """The one task of a process that goes from socket to socket while there are any."""

    def __init__(self, feeds: Feeds) -> None:
        self.sockets: set[Connection] = set()
        self._feeds = feeds
        self._looked_at = 0.0
        self._task: asyncio.Task[None] | None = None

    def add(self, socket: Connection) -> None:
        """Look after *socket* from now on."""
        self.sockets.add(socket)
        if self._task is None:
            self._looked_at = asyncio.get_running_loop().time()
            self._task = asyncio.create_task(self._go_round())

    def remove(self, socket: Connection) -> None:
        """Look after *socket* no more."""
        self.sockets.discard(socket)
        if not self.sockets and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _go_round(self) -> None:
        await asyncio.gather(
            self._every(1, self.hang_up),
            self._every(2, self.compare),
            self._every(2, self._feeds.hub.mend),
            self._every(3, self.count),
            self._every(3, self.check),
        )

    async def _every(self, seconds: float, duty: Callable[[], Awaitable[None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await duty()
            except (*OUTAGES, RedisError) as outage:
                logger.warning("A server did not answer; the next round tries again: %s", outage)

    async def hang_up(self) -> None:
        """Close what has been silent for too long; while this process was late itself, it cannot have listened."""
        now = asyncio.get_running_loop().time()
        late = now - self._looked_at - 1
        self._looked_at = now
        if late > LATE_SECONDS:
            for socket in self.sockets:
                socket.heard_at += late
        limit = now - SILENCE_SECONDS
        for socket in [socket for socket in self.sockets if socket.heard_at < limit]:
            socket.close(4008)

    async def compare(self) -> None:
        """Compare what is known here with what is stored."""
        shown = {board.match_id: board for board in self._feeds.boards.values() if board.match_id is not None}
        matches = self._feeds.matches.keys() | shown.keys()
        seqs = await in_thread(seqs_of, list(matches)) if matches else {}
        for match_id, seq in seqs.items():
            if (match := self._feeds.matches.get(match_id)) is not None:
                match.know(seq)
            if (board := shown.get(match_id)) is not None:
                board.know(seq=seq)
        tables = self._feeds.tables.keys() | self._feeds.boards.keys()
        versions = await in_thread(versions_of, list(tables)) if tables else {}
        for table_id in tables:
            version = versions.get(table_id)
            if (table := self._feeds.tables.get(table_id)) is not None:
                table.know(version) if version is not None else table.miss()
            if (board := self._feeds.boards.get(table_id)) is not None:
                board.know(version=version) if version is not None else board.miss()
        if self._feeds.lobby.readers:
            self._feeds.lobby.know(await in_thread(latest_change))
        if self._feeds.tv.viewers:
            await self._feeds.tv.look()

    async def count(self) -> None:
        """Say who is here, and hear who is elsewhere."""
        people = {user_id for socket in self.sockets if (user_id := socket.visitor.user_id) is not None}
        await in_thread(presence.greet, people)
        await in_thread(presence.note, [socket.sign for socket in self.sockets if socket.sign is not None])
        tables = list(self._feeds.tables.keys() | self._feeds.boards.keys())
        for table_id, here in (await in_thread(presence.here, tables)).items():
            if (table := self._feeds.tables.get(table_id)) is not None:
                table.meet(here)
            if (board := self._feeds.boards.get(table_id)) is not None:
                board.count(here.watchers)

    async def check(self) -> None:
        """Close what came in by a session or a token that has ended; who has a live socket still looks for a table."""
        if people := {user_id for socket in self.sockets if (user_id := socket.visitor.user_id) is not None}:
            await in_thread(note_seen, people)
        held = {credential for socket in self.sockets if (credential := socket.visitor.credential) is not None}
        ended = await in_thread(ended_among, held) if held else set()
        for socket in [socket for socket in self.sockets if socket.visitor.credential in ended]:
            socket.close(4001)
