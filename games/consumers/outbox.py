"""Outbox: what one socket has still to be told, so that a slow reader holds nobody else up."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_NEWS = 64
"""How many frames of news wait for a slow reader; one that falls further behind gets the state instead."""
MOST_ANSWERS = 256
"""How many answers wait for one who asks and does not read."""


class Outbox:
    """The frames waiting for one socket, in order. News may be given up for a later `renew`, answers may not."""

    def __init__(self, send: Send, *, renew: Callable[[], None], flood: Callable[[], None]) -> None:
        self._send = send
        self._renew = renew
        self._flood = flood
        self._frames: deque[tuple[str, bool]] = deque()
        self._news = 0
        self._writer: asyncio.Task[None] | None = None
        self._is_shut = False
        self.is_behind = False

    def tell(self, text: str) -> None:
        """Send *text*, a piece of news."""
        if self.is_behind:
            return
        if self._news >= MOST_NEWS:
            self.is_behind = True
            self._frames = deque(frame for frame in self._frames if not frame[1])
            self._news = 0
            return
        self._news += 1
        self._put(text, is_news=True)

    def answer(self, text: str) -> None:
        """Send *text*, an answer to what this socket said."""
        if len(self._frames) - self._news >= MOST_ANSWERS:
            self._flood()
        else:
            self._put(text, is_news=False)

    async def finish(self) -> None:
        """Take no more frames, and send those that wait."""
        self._is_shut = True
        if self._writer is not None:
            await asyncio.wait({self._writer})

    async def shut(self) -> None:
        """Take no more frames, and drop those that wait."""
        self._is_shut = True
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.wait({self._writer})

    def _put(self, text: str, *, is_news: bool) -> None:
        if self._is_shut:
            return
        self._frames.append((text, is_news))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._frames:
                text, is_news = self._frames.popleft()
                self._news -= is_news
                await self._send({"type": "websocket.send", "text": text})
        except (
            OSError,
            RuntimeError,
        ):  # the client has gone, or the server is closing; the socket hears of it by itself
            return
        finally:
            self._writer = None
        if self.is_behind and not self._is_shut:
            self.is_behind = False
            self._renew()
