"""Allowance: how much one socket, and one person over all their sockets, may say."""

from collections import deque

from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

SECONDS = 20

LARGE_BYTES = 8 * 1024
HUGE_BYTES = 64 * 1024


class Allowance:
    """The messages one socket has sent in the last `SECONDS`."""

    def __init__(self) -> None:
        self.messages: int = settings.SOCKET_MESSAGES["watcher"]
        self._times: deque[float] = deque()

    def spend(self, now: float) -> bool:
        """Count a message at *now* (seconds, monotonic); False if it is one too many."""
        while self._times and self._times[0] <= now - SECONDS:
            self._times.popleft()
        if len(self._times) >= self.messages:
            return False
        self._times.append(now)
        return True


def spend_of_person(user_id: int) -> bool:
    """Count a command of *user_id* with the message server; False if it is one too many in the running window."""
    valkey = get_channel_layer().valkey
    key = f"commands.{user_id}"
    try:
        with valkey.pipeline(transaction=False) as pipeline:
            count, _ = pipeline.incr(key).expire(key, SECONDS, nx=True).execute()
    except RedisError:
        return True  # play does not wait for the message server
    return int(count) <= settings.SOCKET_MESSAGES["person"]
