"""Allowance: how much one socket, and one person over all their sockets, may say."""

import time
from collections import deque

from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

SECONDS = 20

LOT = 10
"""Commands of one person that a process counts before it tells the others."""

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


class Persons:
    """The commands of each person in the running window, over all sockets and processes.

    The message server counts them, told by every process in lots, so that a card does not cost another round trip.
    Threads share this without a lock: a count that is one or two off is none the worse.
    """

    def __init__(self) -> None:
        self._window = 0
        self._untold: dict[int, int] = {}
        self._told: dict[int, int] = {}

    def spend(self, user_id: int) -> bool:
        """Count a command of *user_id*; False if it is one too many."""
        window = int(time.time() / SECONDS)
        if window != self._window:
            self._window, self._untold, self._told = window, {}, {}
        untold = self._untold.get(user_id, 0) + 1
        if untold == LOT:
            self._told[user_id] = self._tell(f"commands:{user_id}:{window}", LOT)
            untold = 0
        self._untold[user_id] = untold
        most: int = settings.SOCKET_MESSAGES["person"]
        return self._told.get(user_id, 0) + untold <= most

    def _tell(self, key: str, count: int) -> int:
        """Add *count* to what all processes have counted, and return that."""
        try:
            with get_channel_layer().valkey.pipeline(transaction=False) as pipeline:
                total, _ = pipeline.incrby(key, count).expire(key, 2 * SECONDS).execute()
        except RedisError:
            return 0  # play does not wait for the message server
        return int(total)


persons = Persons()
