"""Look-ahead: whether a small field can be paired again and again without anybody meeting twice.

A field is a tuple of bit sets: bit *j* of entry *i* says that *i* and *j* may still meet. It has an even number of
entries (the free round is one of them), none more than FIELD.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

FIELD: Final = 12
Allowed = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


def perfect_pairings(allowed: Allowed, among: int) -> Iterator[Pairs]:
    """Yield every way to pair the whole bit set *among*; who has the fewest opponents left is paired first."""
    if not among:
        yield ()
        return
    one = min(_bits(among), key=lambda place: (allowed[place] & among).bit_count())
    for other in _bits(allowed[one] & among):
        for rest in perfect_pairings(allowed, among & ~(1 << one | 1 << other)):
            yield ((one, other), *rest)


def without(allowed: Allowed, pairs: Iterable[tuple[int, int]]) -> Allowed:
    """Return the field after *pairs* have met."""
    left = list(allowed)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


@lru_cache(maxsize=1 << 14)
def can_go_on(allowed: Allowed, rounds: int) -> bool:
    """Return whether *rounds* more rounds can be paired, all pairs different."""
    if rounds == 0:
        return True
    degrees = [opponents.bit_count() for opponents in allowed]
    fewest = min(degrees)
    if fewest < rounds:
        return False
    everybody = (1 << len(allowed)) - 1
    if rounds == 1:
        return next(perfect_pairings(allowed, everybody), None) is not None
    one = degrees.index(fewest)
    for other in _bits(allowed[one]):
        for rest in perfect_pairings(allowed, everybody & ~(1 << one | 1 << other)):
            if can_go_on(without(allowed, ((one, other), *rest)), rounds - 1):
                return True
        if fewest == rounds:
            return False  # *one* has to meet all of them, so one round or another has this pair
    return False


def longest(allowed: Allowed, most: int) -> int:
    """Return for how many rounds, up to *most*, the field can be paired, all pairs different."""
    return next(rounds for rounds in range(most, -1, -1) if can_go_on(allowed, rounds))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
