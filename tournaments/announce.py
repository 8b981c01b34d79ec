"""Announce: tells the live sockets that a tournament has changed, once that is stored; they read it anew.

Nothing of a tournament goes over the messenger itself: who may see what is decided where it is read.
"""

from channels.layers import get_channel_layer
from django.db import transaction


def changed(*, code: str, version: int) -> None:
    """Tell group `tournament.<code>` that the tournament stands at *version* now, when the transaction commits."""
    message = {"type": "tournament.changed", "version": version}
    transaction.on_commit(lambda: get_channel_layer().publish(f"tournament.{code}", message), robust=True)
