"""Identifiers: the names that tables and matches carry in addresses."""

import secrets
import time
import uuid

# Crockford's base 32 without vowels: no word can appear by accident, and no letter looks like a digit.
_ALPHABET = "0123456789bcdfghjkmnpqrstvwxyz"


def uuid7() -> uuid.UUID:
    """Return a new UUID version 7 (RFC 9562, 5.7): milliseconds first, so that rows sort by the time they began."""
    milliseconds = time.time_ns() // 1_000_000
    value = (milliseconds << 80) | secrets.randbits(80)
    value = (value & ~(0xF << 76)) | (0x7 << 76)
    value = (value & ~(0x3 << 62)) | (0x2 << 62)
    return uuid.UUID(int=value)


def table_code() -> str:
    """Return a new random table code of ten characters (49 bits): short enough to read out, too long to guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(10))
