"""Protocol: what the server says on the socket of a tournament (docs/protocol.md 1.11)."""

import msgspec


def changed(version: int) -> str:
    """Return the hint that a tournament stands at *version*: what one shows of it is to be read again."""
    return msgspec.json.encode({"type": "changed", "version": version}).decode()
