"""Layers: the channel layer of the site, with a door for code that runs no event loop."""

import logging
import time
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import redis
from channels_redis.pubsub import RedisPubSubChannelLayer
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 0.5
"""How long a write may be held up by a server that does not answer; the move it tells of is stored already."""
PAUSE_SECONDS = 1.0
"""How long nothing is tried after a failure: those who listen find what they missed in the log."""


class LiveChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc] # channels_redis ships no types
    """A publish/subscribe layer whose messages name their group, and which web threads, workers and clocks can reach.

    Services run in plain threads. `async_to_sync(layer.group_send)` costs 0.3 ms there and two hops through the loop,
    and in a worker, which has no loop, 3 ms and a new connection; `publish` writes the same message in 0.1 ms.
    """

    def __init__(self, *, hosts: list[str], prefix: str, **options: Any) -> None:
        super().__init__(hosts=hosts, prefix=prefix, **options)
        self._address = hosts[0]
        self._prefix = prefix
        self._quiet_until = 0.0

    @cached_property
    def valkey(self) -> "redis.Redis":
        """Return this process's own connections to the server, for use by threads."""
        return redis.Redis.from_url(
            self._address,
            socket_timeout=PATIENCE_SECONDS,
            socket_connect_timeout=PATIENCE_SECONDS,
            retry=Retry(NoBackoff(), 1),
        )

    async def group_send(self, group: str, message: Mapping[str, Any]) -> None:
        """Send *message* to all who joined *group*."""
        await self._get_layer().group_send(group, {**message, "group": group})

    def publish(self, group: str, message: Mapping[str, Any]) -> bool:
        """Send *message* to all who joined *group* from a plain thread; False if the server did not take it."""
        if time.monotonic() < self._quiet_until:
            return False
        try:
            self.valkey.publish(f"{self._prefix}__group__{group}", self.serialize({**message, "group": group}))
        except redis.RedisError as outage:
            self._quiet_until = time.monotonic() + PAUSE_SECONDS
            logger.warning("The message server took no message; who listens reads the log meanwhile: %s", outage)
            return False
        return True
