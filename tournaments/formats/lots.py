"""Lots: draws that anybody can repeat.

Each number has a slip: the SHA-256 of the published lot, what is being drawn and the number, joined by newlines. The
slips in alphabetical order are the draw. No slip depends on who else is in it, or on the order they came in.
"""

import hashlib
from collections.abc import Iterable


def slip(lot: str, purpose: str, number: int) -> str:
    """Return the slip of *number*, in hex."""
    return hashlib.sha256(f"{lot}\n{purpose}\n{number}".encode()).hexdigest()


def drawn(lot: str, purpose: str, numbers: Iterable[int]) -> list[int]:
    """Return *numbers* in the order they are drawn."""
    return sorted(numbers, key=lambda number: (slip(lot, purpose, number), number))
