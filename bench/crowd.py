"""Crowd: thousands of sockets that only count what they are told, so that measuring costs the machine little."""

import asyncio
import base64
import os
import resource
from typing import cast
from urllib.parse import urlsplit

AT_ONCE = 100
"""Handshakes under way at one time."""
PING = b'{"type":"ping"}'
PING_SECONDS = 3.0
TURNS = 30


class Onlooker(asyncio.Protocol):
    """One socket: reads the frames of RFC 6455 as far as counting needs it."""

    def __init__(self, crowd: "Crowd") -> None:
        self.crowd = crowd
        self.count = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
        self.transport = cast("asyncio.Transport", transport)
        lines = (
            f"GET {self.crowd.path} HTTP/1.1",
            f"Host: {self.crowd.host}:{self.crowd.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        )
        self.transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Count the frames that are whole."""
        data = self._rest + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                raise ConnectionRefusedError(head[:200].decode("latin-1"))
            self.opened.set_result(None)
        at = 0
        while len(data) - at >= 4:
            size, start = data[at + 1] & 0x7F, at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            if len(data) < start + size:
                break
            if data.find(self.crowd.mark, start, start + size) >= 0:
                self.count += 1
                self.crowd.note(self.count)
            at = start + size
        self._rest = data[at:]

    def connection_lost(self, exc: Exception | None) -> None:
        """Say so, if it was not ours to end."""
        if not self.crowd.is_leaving:
            self.crowd.lost += 1

    def ping(self) -> None:
        """Give a sign of life."""
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(b"\x81" + bytes([0x80 | len(PING)]) + bytes(4) + PING)


class Crowd:
    """Onlookers at one address, and how many of them have got how many frames with a mark."""

    def __init__(self, url: str, path: str, mark: bytes, *, speaks: bool) -> None:
        parts = urlsplit(url)
        self.host, self.port, self.path, self.mark = parts.hostname or "", parts.port or 80, path, mark
        self.onlookers: list[Onlooker] = []
        self.speaks = speaks
        self.lost = 0
        self.is_leaving = False
        self._counts: dict[int, int] = {}
        self._wanted = 0
        self._reached = asyncio.Event()
        self._speaking: asyncio.Task[None] | None = None

    async def gather(self, count: int) -> None:
        """Open *count* sockets."""
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 1000), hard))
        if self.speaks:
            self._speaking = asyncio.create_task(self._speak())
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._enter(gate) for _ in range(count)))

    async def _enter(self, gate: asyncio.Semaphore) -> None:
        async with gate:
            loop = asyncio.get_running_loop()
            _, onlooker = await loop.create_connection(lambda: Onlooker(self), self.host, self.port)
            await onlooker.opened
            self.onlookers.append(onlooker)

    async def _speak(self) -> None:
        """Have every onlooker ping in its turn, a thirtieth of them at a time."""
        turn = 0
        while True:
            for onlooker in self.onlookers[turn::TURNS]:
                onlooker.ping()
            turn = (turn + 1) % TURNS
            await asyncio.sleep(PING_SECONDS / TURNS)

    def note(self, count: int) -> None:
        """Take in that one onlooker has got its *count*-th frame."""
        self._counts[count] = self._counts.get(count, 0) + 1
        if count == self._wanted and self._counts[count] == len(self.onlookers):
            self._reached.set()

    async def reach(self, count: int) -> None:
        """Wait until everybody has got *count* frames."""
        self._wanted = count
        self._reached.clear()
        if self._counts.get(count, 0) < len(self.onlookers):
            await self._reached.wait()

    async def leave(self) -> None:
        """Close all sockets."""
        self.is_leaving = True
        if self._speaking is not None:
            self._speaking.cancel()
        for onlooker in self.onlookers:
            if onlooker.transport is not None:
                onlooker.transport.abort()
