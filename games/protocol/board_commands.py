"""Board commands: what a client may say where boards are followed; nobody plays there."""

from typing import Annotated, get_args

import msgspec

from games.protocol.commands import Echo, Message, Ping, Resync, Word, parsed

Tables = Annotated[list[Word], msgspec.Meta(min_length=1, max_length=16)]


class Subscribe(Message, tag="subscribe"):
    """The boards of these tables are to be shown, and kept up to date."""

    tables: Tables


class Unsubscribe(Message, tag="unsubscribe"):
    """The boards of these tables are of no interest any more."""

    tables: Tables


class Tv(Message, tag="tv"):
    """Which table is on TV is to be told, now and after each change."""


BoardMessage = Subscribe | Unsubscribe | Tv | Resync | Ping | Echo

_MESSAGES = frozenset(str(kind.__struct_config__.tag) for kind in get_args(BoardMessage))

_read = msgspec.json.Decoder(BoardMessage).decode


def parse(frame: str | bytes) -> BoardMessage:
    """Return what *frame* says. Raises BadJson, BadFormat or BadType."""
    return parsed(frame, _read, _MESSAGES)
