"""Hub: hears each group's messages once a process, however many of its sockets listen."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Any

from channels.layers import get_channel_layer
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Message = Mapping[str, Any]
Listener = Callable[[Message], None]

PATIENCE_SECONDS = 1.0
"""How long a newcomer waits to be subscribed; after that the rounds see to it (games.consumers.rounds)."""


class Hub:
    """The groups that sockets of one event loop listen to."""

    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = {}
        self._joined: set[str] = set()
        self._channel = ""
        self._pump: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()

    async def join(self, group: str, listener: Listener) -> None:
        """Call *listener* with every message to *group*, until `leave`."""
        self._listeners.setdefault(group, set()).add(listener)
        await self._settle(group)

    async def leave(self, group: str, listener: Listener) -> None:
        """Call *listener* no more."""
        listeners = self._listeners.get(group, set())
        listeners.discard(listener)
        if not listeners:
            self._listeners.pop(group, None)
        await self._settle(group)

    async def mend(self) -> None:
        """Subscribe to what could not be subscribed to while the message server was away."""
        for group in self._listeners.keys() - self._joined:
            await self._settle(group)

    async def _settle(self, group: str) -> None:
        """Be subscribed to *group* exactly if somebody listens, as far as the message server lets us."""
        if (group in self._listeners) == (group in self._joined):
            return
        layer = get_channel_layer()
        try:
            async with self._changing, asyncio.timeout(PATIENCE_SECONDS):
                if self._pump is None:
                    self._channel = await layer.new_channel()
                    self._pump = asyncio.create_task(self._listen(self._channel))
                if group in self._listeners:
                    await layer.group_add(group, self._channel)
                    self._joined.add(group)
                elif group in self._joined:
                    self._joined.discard(group)
                    await layer.group_discard(group, self._channel)
                if not self._joined and not self._listeners:
                    self._pump.cancel()
                    self._pump = None
        except (RedisError, OSError):  # TimeoutError is an OSError
            logger.warning("The message server did not answer; its messages are read from the log meanwhile.")

    async def _listen(self, channel: str) -> None:
        layer = get_channel_layer()
        while True:
            message = await layer.receive(channel)
            for listener in tuple(self._listeners.get(message["group"], ())):
                try:
                    listener(message)
                except Exception:
                    logger.exception("A listener of %s failed.", message["group"])
