"""Lobby feed: tells the sockets of one process that the list of tables has changed, no oftener than is of use."""

import asyncio
from datetime import datetime
from typing import Protocol

from games.consumers.hub import Message
from games.protocol import frames

PAUSE_SECONDS = 0.5


class Reader(Protocol):
    """A socket that shows the list."""

    def tell(self, text: str) -> None:
        """Send *text* as news."""


class LobbyFeed:
    """The changes of the list of tables: the first is told at once, those of the next half second together."""

    group = "lobby"

    def __init__(self) -> None:
        self.readers: set[Reader] = set()
        self._stamp: datetime | None = None
        self._is_due = False
        self._pause: asyncio.TimerHandle | None = None

    def hear(self, _message: Message) -> None:
        """Take in that a table has changed."""
        self._is_due = True
        if self._pause is None:
            self._tell()

    def know(self, stamp: datetime | None) -> None:
        """Take in when a table has last changed."""
        if stamp != self._stamp:
            is_first, self._stamp = self._stamp is None, stamp
            if not is_first:
                self.hear({})

    def _tell(self) -> None:
        """Tell everybody, and be silent for a while."""
        self._pause = None
        if self._is_due:
            self._is_due = False
            self._pause = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._tell)
            text = frames.lobby()
            for reader in self.readers:
                reader.tell(text)
