"""Shuffle: a deal nobody can steer and everybody can check (docs/rules.md, "The fair deal").

The seed is committed to before the hand and revealed after it; each player's browser adds entropy. From them HMAC-DRBG
(NIST SP 800-90A, SHA-256) drives a Fisher-Yates shuffle with rejection sampling, so the deck can be dealt again.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from games.engine.cards import Card

SEED_BYTES: Final = 32
_DECK: Final = 40
_BLOCK: Final = 32  # bytes asked of the generator at a time
_MOST_BYTES: Final = 1 << 16  # in one request (SP 800-90A, table 2)


def commitment(seed: bytes, table: str, hand: int) -> str:
    """Return what is published before a hand: SHA-256 of seed, table in UTF-8 and hand as 4 bytes, in hex.

    Raises ValueError for a seed that is not 32 bytes.
    """
    _check_seed(seed)
    return hashlib.sha256(seed + table.encode() + hand.to_bytes(4, "big")).hexdigest()


def label_of(table: str, hand: int) -> str:
    """Return the name a hand has in its shuffle."""
    return f"{table}:{hand}"


def _check_seed(seed: bytes) -> None:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")


class HmacDrbg:
    """The HMAC_DRBG of NIST SP 800-90A section 10.1.2 with SHA-256, never reseeded: a deck takes few requests."""

    __slots__ = ("_key", "_value")

    def __init__(self, entropy: bytes, nonce: bytes = b"", personalization: bytes = b"") -> None:
        self._key = bytes(32)
        self._value = b"\x01" * 32
        self._update(entropy + nonce + personalization)

    def _hmac(self, message: bytes) -> bytes:
        return hmac.digest(self._key, message, "sha256")

    def _update(self, provided: bytes = b"") -> None:
        self._key = self._hmac(self._value + b"\x00" + provided)
        self._value = self._hmac(self._value)
        if provided:
            self._key = self._hmac(self._value + b"\x01" + provided)
            self._value = self._hmac(self._value)

    def generate(self, count: int) -> bytes:
        """Return *count* bytes. Raises ValueError for more than one request may ask."""
        if not 0 <= count <= _MOST_BYTES:
            raise ValueError(f"from 0 to {_MOST_BYTES} bytes a request")
        blocks = []
        for _ in range(0, count, 32):
            self._value = self._hmac(self._value)
            blocks.append(self._value)
        self._update()
        return b"".join(blocks)[:count]


class _Dice:
    """Even choices from the bytes of a generator: a byte that would favour some values is thrown away."""

    __slots__ = ("_bytes", "_source")

    def __init__(self, source: HmacDrbg) -> None:
        self._source = source
        self._bytes = iter(b"")

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* - 1, each equally likely; *bound* is at most 256."""
        limit = 256 - 256 % bound
        while True:
            for byte in self._bytes:
                if byte < limit:
                    return byte % bound
            self._bytes = iter(self._source.generate(_BLOCK))


def shuffled(seed: bytes, entropy: Sequence[bytes], label: str) -> tuple[Card, ...]:
    """Return the forty cards in the order *seed*, the players' *entropy* by seat and the hand's *label* give.

    Missing entropy is empty bytes. Raises ValueError for a seed that is not 32 bytes.
    """
    _check_seed(seed)
    mixed = hashlib.sha256()
    for part in entropy:  # a digest each, so that no byte can pass from one player to the next
        mixed.update(hashlib.sha256(part).digest())
    dice = _Dice(HmacDrbg(seed, nonce=mixed.digest(), personalization=label.encode()))
    deck = list(range(_DECK))
    for place in range(_DECK - 1, 0, -1):
        other = dice.below(place + 1)
        deck[place], deck[other] = deck[other], deck[place]
    return tuple(deck)
