"""A socket served in the test's own process: its client reads when the test says so."""

import asyncio
from typing import Any

from games.consumers import TableSocket
from games.consumers.visitors import Visitor
from tests.games.sockets.reader import Reader


class InProcess(Reader):
    """A watcher whose socket is served in this process, and who reads only while `is_open`."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.is_open = asyncio.Event()
        self.is_open.set()
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._said.put_nowait({"type": "websocket.connect"})
        self._news = asyncio.Event()
        scope = {"visitor": Visitor(), "url_route": {"kwargs": {"code": code}}, "query_string": b""}
        self._life = asyncio.create_task(TableSocket.as_asgi()(scope, self._said.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        await self.is_open.wait()
        if message["type"] == "websocket.send":
            self.take(message["text"])
            self._news.set()

    async def reach(self, seq: int) -> None:
        """Wait until event *seq* is known."""
        async with asyncio.timeout(10):
            while self.seq < seq:
                self._news.clear()
                await self._news.wait()

    async def leave(self) -> None:
        """Go."""
        self._said.put_nowait({"type": "websocket.disconnect"})
        await self._life
