"""Clients of socket tests: they come through the network to a real server, and know only what it says."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.games.sockets.reader import Reader

SIGN_OF_LIFE = '{"type":"pong","t":null'
"""How the answer begins that tests have no use for."""
PATIENCE = 10.0
"""Seconds that a test waits for what should come at once; only a failing test waits so long."""


class Client(Reader):
    """A reader at the other end of a socket."""

    def __init__(self, connection: ClientConnection) -> None:
        super().__init__()
        self.connection = connection

    async def say(self, kind: str, **fields: Any) -> None:
        """Send a message."""
        await self.connection.send(json.dumps({"type": kind, **fields}))

    async def command(self, kind: str, **fields: Any) -> str:
        """Send a command for the state last seen, and return its id."""
        address = {"match": self.match, "seq": self.seq, "command_id": str(uuid4())}
        await self.say(kind, **(address | fields))
        return (address | fields)["command_id"]

    async def play(self, card: str | None = None) -> str:
        """Play a card, or the first legal one, and return the command's id."""
        return await self.command("play", card=card or self.you["may"]["play"][0])

    async def next(self) -> dict[str, Any]:
        """Return the next frame, but for the answers to signs of life."""
        start = len(self.frames)
        async with asyncio.timeout(PATIENCE):
            while len(self.frames) == start:
                text = await self.connection.recv()
                if not text.startswith(SIGN_OF_LIFE):
                    self.take(text)
        return self.frames[-1]

    async def speak(self) -> None:
        """Give signs of life."""
        while True:
            await asyncio.sleep(3)
            await self.say("ping")

    async def hear(self, *kinds: str, **facts: Any) -> dict[str, Any]:
        """Read on to the next frame of one of these kinds and with these facts, and return it."""
        while True:
            frame = await self.next()
            if frame["type"] in kinds and all(frame.get(key) == value for key, value in facts.items()):
                return frame

    async def see(self, kind: str, **facts: Any) -> None:
        """Read on, if need be, until the latest frame of *kind* has these facts, however long that takes."""
        while True:
            latest = next((frame for frame in reversed(self.frames) if frame["type"] == kind), {})
            if facts.items() <= latest.items():
                return
            text = await self.connection.recv()
            if not text.startswith(SIGN_OF_LIFE):
                self.take(text)

    async def answer(self, command_id: str) -> dict[str, Any]:
        """Read on to the answer to a command."""
        return await self.hear("ack", "refused", command_id=command_id)

    async def reach(self, seq: int) -> None:
        """Read on until event *seq* is known."""
        while self.seq < seq:
            await self.next()

    async def rest(self) -> list[dict[str, Any]]:
        """Return all frames that come before the answer to a ping sent now."""
        start, t = len(self.frames), uuid4().int >> 80
        await self.say("ping", t=t)
        await self.hear("pong", t=t)
        return self.frames[start:-1]

    async def end(self) -> int:
        """Read to the end of the connection and return its close code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


@asynccontextmanager
async def open_socket(
    url: str, token: str = "", *, cookie: str = "", origin: str | None = None, is_silent: bool = False, **options: Any
) -> AsyncIterator[Client]:
    """Open a socket with a token or a cookie, or as nobody; it gives signs of life unless *is_silent*."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if cookie:
        headers["Cookie"] = cookie
    async with connect(url, origin=origin, additional_headers=headers, **options) as connection:
        client = Client(connection)
        speaking = None if is_silent else asyncio.create_task(client.speak())
        try:
            yield client
        finally:
            if speaking is not None:
                speaking.cancel()
                await asyncio.wait({speaking})
