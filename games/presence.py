"""Presence: who is at a table at this moment, over all web processes.

Kept by the message server: a socket counts for nine seconds after its process last said so, and the sockets of a killed
process go by themselves. Seat holders and watchers are counted apart: only watchers have a cap.
"""

import time
from collections.abc import Collection, Iterable
from typing import NamedTuple

from channels.layers import get_channel_layer

LASTS_SECONDS = 9.0
"""How long a socket counts after its last sign of life (docs/protocol.md 1.6, close code 4008)."""

_PEOPLE = "people"


class Sign(NamedTuple):
    """A socket at a table; *user_id* is its seat holder, None for a watcher."""

    table_id: int
    socket: str
    user_id: int | None

    @property
    def key(self) -> str:
        """Return where it is kept."""
        return f"watching:{self.table_id}" if self.user_id is None else f"seated:{self.table_id}"

    @property
    def member(self) -> str:
        """Return what is kept there."""
        return self.socket if self.user_id is None else f"{self.user_id}:{self.socket}"


class Here(NamedTuple):
    """Who is at a table: seat holders by user, and the number of watching sockets."""

    seated: frozenset[int]
    watchers: int


def note(signs: Iterable[Sign]) -> None:
    """Say that these sockets live. Raises RedisError."""
    now = time.time()
    by_key: dict[str, dict[str, float]] = {}
    for sign in signs:
        by_key.setdefault(sign.key, {})[sign.member] = now
    with get_channel_layer().valkey.pipeline(transaction=False) as pipeline:
        for key, members in by_key.items():
            pipeline.zadd(key, members).expire(key, int(LASTS_SECONDS) + 1)
        pipeline.execute()


def forget(signs: Iterable[Sign]) -> None:
    """Say that these sockets have gone. Raises RedisError."""
    with get_channel_layer().valkey.pipeline(transaction=False) as pipeline:
        for sign in signs:
            pipeline.zrem(sign.key, sign.member)
        pipeline.execute()


def admit(sign: Sign, cap: int) -> bool:
    """Say that a watcher's socket lives, unless *cap* of them do already; tell which. Raises RedisError."""
    now = time.time()
    with get_channel_layer().valkey.pipeline(transaction=False) as pipeline:
        pipeline.zadd(sign.key, {sign.member: now}).expire(sign.key, int(LASTS_SECONDS) + 1)
        *_, watchers = pipeline.zremrangebyscore(sign.key, "-inf", now - LASTS_SECONDS).zcard(sign.key).execute()
    if watchers > cap:
        forget([sign])
    return bool(watchers <= cap)


def greet(user_ids: Collection[int]) -> None:
    """Say that these people have a socket of the site open. Raises RedisError."""
    if user_ids:
        get_channel_layer().valkey.zadd(_PEOPLE, {str(user_id): time.time() for user_id in user_ids})


def online(user_ids: Collection[int]) -> frozenset[int]:
    """Return which of these people have a socket of the site open, at a table or in the lobby. Raises RedisError."""
    gone = time.time() - LASTS_SECONDS
    with get_channel_layer().valkey.pipeline(transaction=False) as pipeline:
        pipeline.zremrangebyscore(_PEOPLE, "-inf", gone)
        for user_id in user_ids:
            pipeline.zscore(_PEOPLE, str(user_id))
        _, *seen = pipeline.execute()
    return frozenset(user_id for user_id, at in zip(user_ids, seen, strict=True) if at is not None)


def here(table_ids: Collection[int]) -> dict[int, Here]:
    """Return who is at each of these tables, and drop who no longer is. Raises RedisError."""
    gone = time.time() - LASTS_SECONDS
    with get_channel_layer().valkey.pipeline(transaction=False) as pipeline:
        for table_id in table_ids:
            pipeline.zremrangebyscore(f"watching:{table_id}", "-inf", gone).zcard(f"watching:{table_id}")
            pipeline.zrangebyscore(f"seated:{table_id}", gone, "+inf")
        answers = iter(pipeline.execute())
    found = {}
    for table_id, _, watchers, seated in zip(table_ids, answers, answers, answers, strict=False):
        found[table_id] = Here(frozenset(int(member.partition(b":")[0]) for member in seated), watchers)
    return found
