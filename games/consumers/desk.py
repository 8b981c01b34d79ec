"""Desk: does what one socket asks for, one thing after another, while its news goes on."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable
from uuid import UUID

from redis.exceptions import RedisError

import accounts.errors
import games.engine.errors
from games.consumers.database import OUTAGES
from games.errors import Busy

logger = logging.getLogger(__name__)

Refusal = games.engine.errors.Refusal | accounts.errors.Refusal
Errand = Callable[[], Awaitable[None]]

MOST_WAITING = 32
"""Commands of one socket that wait for the one before; the next one is `busy`."""


class Desk:
    """The errands of one socket, in the order they came."""

    def __init__(self, refuse: Callable[[Refusal, UUID | None], None]) -> None:
        self._refuse = refuse
        self._waiting: deque[tuple[Errand, UUID | None]] = deque()
        self._work: asyncio.Task[None] | None = None

    def ask(self, errand: Errand, command_id: UUID | None) -> None:
        """Run *errand* for the client after what waits, or refuse it as busy; its refusals name *command_id*."""
        if len(self._waiting) >= MOST_WAITING:
            self._refuse(Busy("Too many commands are waiting; send this one again."), command_id)
        else:
            self.run(errand, command_id)

    def run(self, errand: Errand, command_id: UUID | None = None) -> None:
        """Run *errand* after what waits."""
        self._waiting.append((errand, command_id))
        if self._work is None:
            self._work = asyncio.create_task(self._go_on())

    async def shut(self) -> None:
        """Drop what waits. What a database thread has begun it ends, and nobody is told."""
        self._waiting.clear()
        if self._work is not None:
            self._work.cancel()
            await asyncio.wait({self._work})

    async def _go_on(self) -> None:
        try:
            while self._waiting:
                errand, command_id = self._waiting.popleft()
                try:
                    await errand()
                except (games.engine.errors.Refusal, accounts.errors.Refusal) as refusal:
                    self._refuse(refusal, command_id)
                except (*OUTAGES, RedisError) as outage:
                    logger.warning("A server did not answer a command: %s", outage)
                    self._refuse(Busy("A server did not answer; send it again."), command_id)
                except Exception:
                    logger.exception("An errand of a socket failed.")
                    self._refuse(Busy("It could not be done; send it again."), command_id)
        finally:
            self._work = None
