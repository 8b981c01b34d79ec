"""Announce: tells a person's live sockets that what let them in has ended, once that is stored."""

from collections.abc import Collection

from channels.layers import get_channel_layer
from django.db import transaction

EVERYTHING = "*"
"""Stands for all credentials of a person."""


def session_ended(*, user_id: int, ended: Collection[str], kept: str = "") -> None:
    """Tell group `user.<id>` which credentials have ended (those named, or `EVERYTHING`), and which of them has not.

    The message names hashes only (accounts.services.sessions); a socket asks `is_ended_by` whether it is meant. Spoken
    when the transaction commits; a failure of the messenger is logged and undoes nothing.
    """
    message = {"type": "session.ended", "ended": sorted(ended), "kept": kept}

    def tell() -> None:
        get_channel_layer().publish(f"user.{user_id}", message)

    transaction.on_commit(tell, robust=True)
