"""Board feed: one table in little, as one process shows it to all its sockets that follow it there.

Each board is whole, so nothing can be missed: whatever happened in between, the next one says how things stand. The
first change is told at once, those of the next half second together.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol
from uuid import UUID

from games.consumers.database import OUTAGES, in_thread
from games.consumers.hub import Hub, Message
from games.errors import Refusal, WatchBanned
from games.protocol import frames
from games.selectors.boards import Board, board_tables, boards_of

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5


class Onlooker(Protocol):
    """A socket that shows the board."""

    @property
    def user_id(self) -> int | None:
        """Return whose socket it is."""

    def show(self, code: str, text: str) -> None:
        """Show the board anew."""

    def take_down(self, code: str, refusal: Refusal) -> None:
        """Show the board no more, and say why."""


class BoardFeed:
    """One board, and who is shown it."""

    def __init__(self, code: str, table_id: int, hub: Hub) -> None:
        self.code = code
        self.table_id = table_id
        self.onlookers: set[Onlooker] = set()
        self.board: Board | None = None
        self.watchers = 0
        self._text = ""
        self._groups: set[str] = set()
        self._hub = hub
        self._is_due = False
        self._pause: asyncio.TimerHandle | None = None
        self._work: asyncio.Task[None] | None = None

    @property
    def match_id(self) -> UUID | None:
        """Return the match on the board."""
        return self.board.match_id if self.board else None

    async def open(self) -> None:
        """Listen to the table, and read how things stand. Raises what the database raises."""
        await self._listen({f"table.{self.table_id}"})
        await self.look()

    async def close(self) -> None:
        """Listen no more."""
        if self._pause is not None:
            self._pause.cancel()
        if self._work is not None:
            self._work.cancel()
        await self._listen(set())

    def hear(self, message: Message) -> None:
        """Take in that something has happened at the table or in its match; who came and went is counted elsewhere."""
        if message["type"] != "table.presence":
            self._is_due = True
            if self._pause is None and self._work is None:
                self._go()

    def know(self, *, version: int | None = None, seq: int | None = None) -> None:
        """Take in how far the table, or the match on the board, is stored."""
        if self.board is None or (version or 0) > self.board.facts["version"] or (seq or 0) > self.board.seq:
            self.hear({"type": "board.behind"})

    def miss(self) -> None:
        """Take in that the table is gone: its board is taken down."""
        self.hear({"type": "board.gone"})

    def count(self, watchers: int) -> None:
        """Take in how many sockets watch at the table itself."""
        if watchers != self.watchers:
            self.watchers = watchers
            self._encode()
            self._tell_all()

    def introduce(self, onlooker: Onlooker) -> None:
        """Show the board to *onlooker*, or say why not."""
        if self.board is not None:
            self._tell(onlooker)

    async def look(self) -> None:
        """Read the board, follow its match, and tell everybody. Raises what the database raises."""
        refusal, board = await in_thread(_read, self.code, self.table_id)
        if refusal is not None:
            for onlooker in tuple(self.onlookers):
                onlooker.take_down(self.code, refusal)
        if board is None or (self.board is not None and _age(board) < _age(self.board)):
            return
        is_news = self.board is None or board != self.board
        self.board = board
        await self._listen({f"table.{self.table_id}", f"match.{board.match_id.hex}"})
        if is_news:
            self._encode()
            self._tell_all()

    def _encode(self) -> None:
        if self.board is not None:
            self._text = frames.board({**self.board.facts, "watchers": self.watchers})

    def _tell_all(self) -> None:
        for onlooker in tuple(self.onlookers):
            self._tell(onlooker)

    def _tell(self, onlooker: Onlooker) -> None:
        if self.board is not None and self.board.is_closed_to(onlooker.user_id):
            onlooker.take_down(self.code, WatchBanned())
        else:
            onlooker.show(self.code, self._text)

    def _go(self) -> None:
        """Read now, and be silent for a while."""
        self._pause = None
        if self._is_due:
            self._is_due = False
            self._pause = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._go_on)
            self._work = asyncio.create_task(self._look_quietly())

    def _go_on(self) -> None:
        self._pause = None
        if self._work is None:
            self._go()

    async def _look_quietly(self) -> None:
        try:
            await self.look()
        except OUTAGES as outage:
            logger.warning("The database did not answer; the board of %s waits: %s", self.code, outage)
        finally:
            self._work = None
            if self._is_due and self._pause is None:
                self._go()

    async def _listen(self, groups: set[str]) -> None:
        """Be told of exactly these groups' messages."""
        change: Callable[..., object]
        for group, change in [
            *((group, self._hub.leave) for group in self._groups - groups),
            *((group, self._hub.join) for group in groups - self._groups),
        ]:
            await change(group, self.hear)
        self._groups = groups


def _read(code: str, table_id: int) -> tuple[Refusal | None, Board | None]:
    """Return why the board may not be shown any more, and how things stand. Asks the database."""
    found = board_tables([code])[code]
    if isinstance(found, Refusal):
        return found, None
    return None, boards_of([table_id]).get(table_id)


def _age(board: Board) -> tuple[int, UUID, int]:
    """Return what grows from one board of a table to the next."""
    return board.facts["version"], board.match_id, board.seq
