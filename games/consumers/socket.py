"""Socket: one client's connection from its acceptance to its end, whatever it is about."""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

from redis.exceptions import RedisError

from accounts.services.sessions import is_ended_by
from games.consumers.allowance import HUGE_BYTES, LARGE_BYTES, Allowance
from games.consumers.database import OUTAGES
from games.consumers.desk import Refusal
from games.consumers.house import house
from games.consumers.hub import Message
from games.consumers.lag import Lag
from games.consumers.outbox import Outbox
from games.consumers.visitors import Visitor
from games.engine.errors import Refusal as RuleRefusal
from games.presence import Sign
from games.protocol import frames
from games.protocol.board_commands import BoardMessage
from games.protocol.commands import AnyMessage, Echo, Ping, TooLarge, TooMany, claimed_id, parse

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

SIGN_SECONDS = 3.0
"""How often a client that waits for its greeting is told so."""
CLOSING_SECONDS = 2.0
"""How long a client that does not read is waited for at the end."""


class Socket(ABC):
    """An ASGI application for one connection; what it is about is the subclass's matter."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.visitor: Visitor = scope["visitor"]
        self.id = secrets.token_hex(8)
        self.heard_at = asyncio.get_running_loop().time()
        self.allowance = Allowance()
        self.lag = Lag()
        self.house = house()
        self.outbox = Outbox(send, renew=self.renew, flood=lambda: self.close(4029))
        self._send = send
        self._life: asyncio.Task[None] | None = None
        self._end: asyncio.Task[None] | None = None

    @classmethod
    def as_asgi(cls) -> Callable[[Scope, Receive, Send], Awaitable[None]]:
        """Return the application for the router."""

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await receive()  # websocket.connect
            await send({"type": "websocket.accept"})
            await cls(scope, send).live(receive)

        return application

    @abstractmethod
    async def arrive(self) -> None:
        """Greet the client, and listen for it from now on."""

    @abstractmethod
    async def depart(self) -> None:
        """Undo what `arrive` did, as far as it came."""

    def read(self, frame: str | bytes) -> Any:
        """Return what a frame says. Raises what makes it none."""
        return parse(frame)

    @abstractmethod
    def take(self, message: Any) -> None:
        """Do what the client asks."""

    @abstractmethod
    def renew(self) -> None:
        """Show the client everything anew: it was too slow, and its news was given up."""

    def attune(self) -> None:  # noqa: B027 - most sockets tell no chat
        """Take in that this visitor wants to hear others, or fewer, people in the chat now."""

    @property
    def seen(self) -> int | None:
        """Return the last event the client has been told of."""
        return None

    @property
    def whom(self) -> dict[str, Any] | None:
        """Return whom the server takes the client for."""
        return None if self.visitor.user_id is None else {"id": self.visitor.user_id, "name": self.visitor.name}

    @property
    def sign(self) -> Sign | None:
        """Return what says that this socket is at a table."""
        return None

    async def live(self, receive: Receive) -> None:
        """Serve the connection until one side ends it."""
        self._life = asyncio.create_task(self._listen(receive))
        try:
            await asyncio.wait({self._life})
        finally:
            self.house.rounds.remove(self)
            self._life.cancel()
            if self._end is not None:
                self._end.cancel()
            await self.outbox.shut()
            await self.depart()
            if self.visitor.user_id is not None:
                await self.house.hub.leave(f"user.{self.visitor.user_id}", self._hear_person)
        if not self._life.cancelled():
            self._life.result()

    def tell(self, text: str) -> None:
        """Send *text* as news."""
        self.outbox.tell(text)

    def refuse(self, refusal: Refusal, command_id: UUID | None) -> None:
        """Tell this client, and nobody else, that something was not done."""
        self.outbox.answer(
            frames.refused(code=refusal.code, detail=refusal.detail, command_id=command_id, seq=self.seen)
        )

    def close(self, code: int) -> None:
        """End the connection with *code*, even if the client does not read."""
        if self._end is None:
            self._end = asyncio.create_task(self._close(code))

    async def _listen(self, receive: Receive) -> None:
        try:
            if self.visitor.user_id is not None:
                await self.house.hub.join(f"user.{self.visitor.user_id}", self._hear_person)
            await self._arrive_in_time()
        except (*OUTAGES, RedisError) as outage:
            logger.warning("A server did not answer a newcomer: %s", outage)
            self.close(1013)
        self.heard_at = asyncio.get_running_loop().time()  # nobody listened before
        self.house.rounds.add(self)
        while (message := await receive())["type"] != "websocket.disconnect":
            self._hear(message["text"] if message.get("text") is not None else message["bytes"])

    async def _arrive_in_time(self) -> None:
        """Arrive, and give signs of life meanwhile: a crowd that comes back at once must not give up and come again."""
        arriving = asyncio.create_task(self.arrive())
        try:
            while not (await asyncio.wait({arriving}, timeout=SIGN_SECONDS))[0]:
                self.tell(frames.wait())
            arriving.result()
        finally:
            arriving.cancel()
            await asyncio.wait({arriving})

    def _hear(self, frame: str | bytes) -> None:
        """Answer one frame, or refuse it; the connection lives on unless it is huge or one too many."""
        self.heard_at = asyncio.get_running_loop().time()
        size = len(frame if isinstance(frame, bytes) else frame.encode(errors="surrogatepass"))
        if size > HUGE_BYTES:
            self.close(4009)
        elif not self.allowance.spend(self.heard_at):
            self.refuse(TooMany("Slow down."), None)
            self.close(4029)
        elif size > LARGE_BYTES:
            self.refuse(TooLarge(f"A frame has at most {LARGE_BYTES} bytes."), None)
        else:
            try:
                message = self.read(frame)
            except RuleRefusal as refusal:
                self.refuse(refusal, claimed_id(frame))
            else:
                self._answer(message)

    def _answer(self, message: AnyMessage | BoardMessage) -> None:
        """Do what the client has said."""
        match message:
            case Ping():
                number = self.lag.send(self.heard_at)
                self.outbox.answer(frames.pong(t=message.t, n=number, seq=self.seen))
            case Echo():
                self.lag.receive(message.n, self.heard_at)
            case _:
                self.take(message)

    def _hear_person(self, message: Message) -> None:
        """Take in a message to this visitor, wherever they are on the site."""
        if message["type"] == "user.notice":
            self.tell(message["text"])
        elif message["type"] == "user.talk":
            self.attune()
        elif self.visitor.credential is not None and is_ended_by(message, self.visitor.credential.name):
            self.close(4001)

    async def _close(self, code: int) -> None:
        try:
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.outbox.finish()
                await self._send({"type": "websocket.close", "code": code})
        except OSError:  # it has gone already, or does not read: TimeoutError is an OSError
            if self._life is not None:
                self._life.cancel()
