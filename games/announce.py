"""Announce: tells the live sockets what has happened, once it is stored and only what everybody may see.

Every function is called inside the transaction of a service and speaks when that commits; after a rollback nothing was
said. A message may be lost with the server that carries it: each names the number its listeners should have reached,
and they read the log for what they miss (docs/protocol.md, 1.7).
"""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

import msgspec
from channels.layers import get_channel_layer
from django.db import transaction

_PRIVATE = frozenset({"you", "private", "view"})


def event(*, match_id: UUID, seq: int, frame: Mapping[str, Any]) -> None:
    """Tell everybody at the match of one event: *frame* as in docs/protocol.md 1.2, without anybody's private part."""
    if _PRIVATE & frame.keys():
        raise ValueError("An event is announced to everybody: no private part can go with it.")
    text = msgspec.json.encode(frame).decode()
    _send(f"match.{match_id.hex}", {"type": "match.event", "seq": seq, "text": text})


def table(*, table_id: int, is_listed: bool = True) -> None:
    """Tell everybody at the table, and in the lobby if it is in its list, that it has changed; they read it anew."""
    _send(f"table.{table_id}", {"type": "table.changed"})
    if is_listed:
        lobby()


def lobby() -> None:
    """Tell the lobby that its list of tables has changed."""
    _send("lobby", {"type": "lobby.changed"})


def tv() -> None:
    """Tell everybody who follows TV that another table is on; they read which."""
    _send("tv", {"type": "tv.changed"})


def chat(
    *, table_id: int, frame: Mapping[str, Any], room: str, by: int, players: Collection[int], is_late: bool
) -> None:
    """Tell who may read *room* of a line written *by* a person, or of its end.

    *players* are those of the match being played, who hear nothing of the watchers' room; where watchers see the table
    late (*is_late*), those who do not, who alone hear what is said there.
    """
    text = msgspec.json.encode(frame).decode()
    facts = {"room": room, "by": by, "players": sorted(players), "is_late": is_late}
    _send(f"table.{table_id}", {"type": "table.chat", "text": text, **facts})


def rated(*, table_id: int, match_id: UUID, players: Collection[int], is_late: bool) -> None:
    """Tell who is at the table that the ratings of a match are there, or are others now; they read them.

    Where watchers see the match late (*is_late*), only its *players* may know that it has ended.
    """
    text = msgspec.json.encode({"type": "rated", "match": str(match_id)}).decode()
    facts = {"players": sorted(players), "is_late": is_late}
    _send(f"table.{table_id}", {"type": "table.rated", "text": text, **facts})


def notice(*, user_id: int, code: str, **facts: Any) -> None:
    """Tell one person, wherever they are on the site, of a fact about them: its *code* and what fills its text."""
    text = msgspec.json.encode({"type": "notice", "code": code, **facts}).decode()
    _send(f"user.{user_id}", {"type": "user.notice", "text": text})


def _send(group: str, message: Mapping[str, Any]) -> None:
    """Send after commit; a failure is the layer's to log and can undo nothing."""
    publish = get_channel_layer().publish
    # No partial: Django names what fails after a commit by a function's own name.
    transaction.on_commit(lambda: publish(group, message), robust=True)
