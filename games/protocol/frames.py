"""Frames: what the server says on a socket, each encoded once (docs/protocol.md 1.1)."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

PROTOCOL = 1
HEARTBEAT_MS = 3000

Facts = Mapping[str, Any]


def _encode(**facts: Any) -> str:
    return msgspec.json.encode(facts).decode()


def hello(*, user: Facts | None, messages: int, seconds: int, size: int, **further: int) -> str:
    """Return the first frame of a socket: who the server takes the client for, and what it may say how often."""
    limits = {"messages": messages, "seconds": seconds, "bytes": size, **further}
    return _encode(
        type="hello", protocol=PROTOCOL, now=datetime.now(UTC), user=user, heartbeat=HEARTBEAT_MS, limits=limits
    )


def wait() -> str:
    """Return the sign of life of a server that is too busy to greet yet."""
    return _encode(type="wait")


def table(view: Facts) -> str:
    """Return the frame that shows a table, whole."""
    return _encode(type="table", table=view)


def text(frame: Facts) -> str:
    """Return a `match` or `event` frame as the selectors give it, encoded."""
    return _encode(**frame)


def with_you(event: str, you: Facts | None) -> str:
    """Return the encoded *event* with a seat's private part put in; nothing is encoded twice."""
    return f'{event[:-1]},"you":{msgspec.json.encode(you).decode()}}}'


def ack(*, command_id: UUID, seq: int | None, **further: int) -> str:
    """Return the answer to a command that was done."""
    return _encode(type="ack", command_id=command_id, seq=seq, **further)


def refused(*, code: str, detail: str, command_id: UUID | None, seq: int | None, **further: str) -> str:
    """Return the answer to what was not done."""
    return _encode(type="refused", code=code, detail=detail, command_id=command_id, seq=seq, **further)


def pong(*, t: int | None, n: int, seq: int | None) -> str:
    """Return the answer to a sign of life: *n* is to be echoed at once, *seq* is the latest event told of."""
    return _encode(type="pong", t=t, n=n, now=datetime.now(UTC), seq=seq)


def presence(*, seats: Sequence[bool], watchers: int) -> str:
    """Return who is here."""
    return _encode(type="presence", seats=seats, watchers=watchers)


def resync() -> str:
    """Return the warning that the state follows, whole, because events were left out."""
    return _encode(type="resync")


def board(facts: Facts) -> str:
    """Return the frame that shows a board, whole."""
    return _encode(type="board", board=facts)


def gone(*, table: str, code: str) -> str:
    """Return the warning that a board is followed no more, and why."""
    return _encode(type="gone", table=table, code=code)


def tv(*, table: str | None) -> str:
    """Return which table is on TV, None for none."""
    return _encode(type="tv", table=table)


def lobby() -> str:
    """Return the hint that the list of tables has changed."""
    return _encode(type="lobby")
