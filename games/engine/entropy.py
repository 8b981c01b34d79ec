"""Entropy: what each player adds to a shuffle, committed to before anybody's is revealed (docs/fair-deal.md).

A commitment names the table, the hand and the seat, so that it can neither be copied from a neighbour nor used twice.
"""

import hashlib
import re
from typing import Final

from games.engine.errors import BadFormat

LEAST_BYTES: Final = 16
MOST_BYTES: Final = 32
_ENTROPY: Final = re.compile(rf"(?:[0-9a-f]{{2}}){{{LEAST_BYTES},{MOST_BYTES}}}")
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


def entropy_commitment(entropy: bytes, table: str, hand: int, seat: int) -> str:
    """Return SHA-256 of entropy, table in UTF-8, hand as 4 bytes and seat as 1 byte, in hex."""
    return hashlib.sha256(entropy + table.encode() + hand.to_bytes(4, "big") + bytes([seat])).hexdigest()


def parse_entropy(text: object) -> bytes:
    """Return the bytes *text* writes in small hexadecimal digits. Raises BadFormat unless they are 16 to 32."""
    if not isinstance(text, str) or not _ENTROPY.fullmatch(text):
        raise BadFormat(f"entropy is {LEAST_BYTES} to {MOST_BYTES} bytes in small hexadecimal digits")
    return bytes.fromhex(text)


def parse_digest(text: object) -> str:
    """Return *text*, a SHA-256 in small hexadecimal digits. Raises BadFormat."""
    if not isinstance(text, str) or not _DIGEST.fullmatch(text):
        raise BadFormat("a commitment is a SHA-256 in small hexadecimal digits")
    return text
