"""Announce: tells a person's live sockets what concerns them wherever they are on the site, once it is stored."""

from collections.abc import Collection
from json import dumps
from typing import Any

from channels.layers import get_channel_layer
from django.db import transaction

EVERYTHING = "*"
"""Stands for all credentials of a person."""


def session_ended(*, user_id: int, ended: Collection[str], kept: str = "") -> None:
    """Tell group `user.<id>` which credentials have ended (those named, or `EVERYTHING`), and which of them has not.

    The message names hashes only (accounts.services.sessions); a socket asks `is_ended_by` whether it is meant. Spoken
    when the transaction commits; a failure of the messenger is logged and undoes nothing.
    """
    _tell_person(user_id, {"type": "session.ended", "ended": sorted(ended), "kept": kept})


def notice(*, user_id: int, code: str) -> None:
    """Tell group `user.<id>` that a notice of this kind waits under the person's bell (docs/protocol.md 1.1)."""
    text = dumps({"type": "notice", "code": code, "bell": True})
    _tell_person(user_id, {"type": "user.notice", "text": text})


def talk_changed(*, user_id: int) -> None:
    """Tell group `user.<id>` that the person hears others or fewer people now: their sockets ask again whom."""
    _tell_person(user_id, {"type": "user.talk"})


def _tell_person(user_id: int, message: dict[str, Any]) -> None:
    def tell() -> None:
        get_channel_layer().publish(f"user.{user_id}", message)

    transaction.on_commit(tell, robust=True)
