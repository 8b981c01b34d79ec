"""Steady client: one player or watcher as docs/protocol.md 1.7 asks for: it comes back, and sends until answered."""

import asyncio
import json
import random
from contextlib import suppress
from typing import Any
from uuid import UUID, uuid4

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

Frame = dict[str, Any]
decode = msgspec.json.decode

PING_SECONDS = 3.0
SILENCE_SECONDS = 9.0
FIRST_WAIT, LONGEST_WAIT = 0.2, 3.0
AGAIN = {"busy"}
"""Refusals after which the same command is sent again."""
OVERTAKEN = {"stale", "not_your_turn", "hand_over", "seat_by_bot"}
"""Refusals of who was overtaken by something it has not seen yet."""


class SteadyClient:
    """One socket's user: what it has been told, what it has sent and what came of it."""

    def __init__(self, *, urls: list[str], code: str, token: str = "", pace: float = 1.0) -> None:
        self.urls = urls
        self.code = code
        self.user_id: int | None = None
        self.pace = pace
        self.match = ""
        self.seq = 0
        self.view: Frame = {}
        self.you: Frame | None = None
        self.told: dict[tuple[str, int], Frame] = {}
        self.sent: dict[UUID, Frame] = {}
        self.done: dict[UUID, int] = {}
        self.refused: list[tuple[str, Frame]] = []
        self.faults: list[str] = []
        self.connections = 0
        self.is_connected = False
        self.is_acting = True
        self._token = token
        self._waiting: dict[UUID, asyncio.Future[Frame]] = {}
        self._socket: ClientConnection | None = None
        self._news = asyncio.Event()

    async def live(self) -> None:
        """Stay connected, and play where there is something to play, until cancelled."""
        acting = asyncio.create_task(self._act()) if self._token else None
        failures = 0
        try:
            while True:
                url = self.urls[self.connections % len(self.urls)]
                self.connections += 1
                before = self.seq
                with suppress(OSError, WebSocketException, InvalidHandshake, TimeoutError, EOFError):
                    await self._stay(url)
                failures = 0 if self.seq > before else failures + 1
                self.is_connected = False
                await asyncio.sleep(min(LONGEST_WAIT, FIRST_WAIT * 2**failures) * random.uniform(0.75, 1.25))
        finally:
            if acting is not None:
                acting.cancel()

    @property
    def is_waiting(self) -> bool:
        """Return whether a command of its has not been answered yet."""
        return bool(self._waiting)

    def state(self) -> Frame:
        """Return what it knows, as a `match` frame would say it."""
        state = {"type": "match", "match": self.match, "seq": self.seq, "view": self.view}
        return state if self.you is None else {**state, "you": self.you}

    async def _stay(self, url: str) -> None:
        """Be connected until something breaks."""
        query = f"?since={self.seq}&match={self.match}" if self.match else ""
        address = f"ws{url.removeprefix('http')}/ws/v1/tables/{self.code}/{query}"
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        options: dict[str, Any] = {"compression": None, "ping_interval": None, "close_timeout": 0.5, "open_timeout": 20}
        async with connect(address, additional_headers=headers, **options) as socket:
            pinging = asyncio.create_task(self._ping(socket))
            self._socket = socket
            try:
                while True:
                    async with asyncio.timeout(SILENCE_SECONDS):
                        text = await socket.recv()
                    await self._hear(decode(text))
            finally:
                self._socket = None
                pinging.cancel()

    async def _ping(self, socket: ClientConnection) -> None:
        with suppress(WebSocketException, OSError):
            while True:
                await asyncio.sleep(PING_SECONDS)
                await socket.send('{"type":"ping"}')

    async def _hear(self, frame: Frame) -> None:
        match frame["type"]:
            case "hello":
                self.is_connected = True
                self.user_id = frame["user"] and frame["user"]["id"]
                for command_id in list(self._waiting):
                    await self._send(self.sent[command_id])
            case "match":
                self.match, self.seq, self.view = frame["match"], frame["seq"], frame["view"]
                self.you = frame.get("you")
                self._news.set()
            case "event":
                self._follow(frame)
                self._news.set()
            case "ack" | "refused" if frame.get("command_id"):
                waiting = self._waiting.get(UUID(frame["command_id"]))
                if waiting is not None and not waiting.done():
                    waiting.set_result(frame)

    def _follow(self, frame: Frame) -> None:
        """Apply an event; anything but the next one is a fault of the server."""
        if (frame["match"], frame["seq"]) != (self.match, self.seq + 1):
            self.faults.append(f"{self.code}: event {frame['seq']} was told after {self.seq}")
            return
        self.seq = frame["seq"]
        self.view = {**self.view, **frame["state"]}
        self.you = frame.get("you", self.you)
        self.told[self.match, self.seq] = {key: frame.get(key) for key in ("kind", "seat", "card", "hand")}

    async def _act(self) -> None:
        """Do what there is to do, one thing after another, at a player's pace."""
        while True:
            self._news.clear()
            wish = self._wish()
            if wish is None:
                await self._news.wait()
                continue
            seen = self.seq
            await asyncio.sleep(self.pace * random.uniform(0.5, 1.5))
            if self.is_acting and self.seq == seen:
                await self._do(wish)

    def _wish(self) -> Frame | None:
        """Return the next thing to do: a card, or the wish for the next hand; the last card plays itself."""
        may = (self.you or {}).get("may", {})
        if may.get("play") and len((self.you or {})["hand"]) > 1:
            return {"type": "play", "card": may["play"][0]}
        if may.get("take_back"):
            return {"type": "take_back"}
        return {"type": "ready"} if may.get("ready") else None

    async def _do(self, wish: Frame) -> None:
        """Send a command until it is answered."""
        command_id = uuid4()
        frame = {**wish, "match": self.match, "seq": self.seq, "command_id": str(command_id)}
        self.sent[command_id] = frame
        while True:
            self._waiting[command_id] = asyncio.get_running_loop().create_future()
            await self._send(frame)
            answer = await self._waiting[command_id]
            if answer["type"] == "refused" and answer["code"] in AGAIN:
                await asyncio.sleep(0.3)
                continue
            break
        del self._waiting[command_id]
        if answer["type"] == "ack":
            self.done[command_id] = answer["seq"]
            while self.seq < answer["seq"]:  # what it did is news to it too, before it does anything else
                self._news.clear()
                await self._news.wait()
        else:
            self.refused.append((answer["code"], frame))
            if answer["code"] not in OVERTAKEN:
                self.faults.append(f"{self.code}: {answer['code']} in answer to {json.dumps(frame)}")
            await asyncio.sleep(0.2)

    async def _send(self, frame: Frame) -> None:
        """Send if there is a line; without one the frame goes out after the next greeting."""
        if self._socket is not None:
            with suppress(WebSocketException, OSError):
                await self._socket.send(json.dumps(frame))
