"""Lag: the round trip to one client, as the server measures it by its own pongs and their echoes."""

from collections import deque

MEASURED = 5
"""Round trips kept; the shortest counts, so that who echoes late once gains nothing, and jitter costs nothing."""


class Lag:
    """The last round trips of one socket."""

    def __init__(self) -> None:
        self._count = 0
        self._sent_at: float | None = None
        self._trips: deque[float] = deque(maxlen=MEASURED)

    def send(self, now: float) -> int:
        """Return the number that the pong sent at *now* (seconds, monotonic) is to carry."""
        self._count += 1
        self._sent_at = now
        return self._count

    def receive(self, number: int, now: float) -> None:
        """Take in the echo of a number; only the latest counts, and once."""
        if number == self._count and self._sent_at is not None:
            self._trips.append(now - self._sent_at)
            self._sent_at = None

    @property
    def milliseconds(self) -> int:
        """Return the round trip, 0 while none has been measured."""
        return round(1000 * min(self._trips, default=0.0))
