"""Partners: pairs drawn from single players, so that anybody can draw them again (*sorteggio delle coppie*)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.errors import BadSeeding
from tournaments.formats.lots import drawn


@dataclass(frozen=True, slots=True)
class DrawnPairs:
    """The pairs in the order they were drawn, and who is left over from an odd number."""

    pairs: tuple[tuple[int, int], ...]
    left_over: int | None


def draw_partners(lot: str, players: Iterable[int]) -> DrawnPairs:
    """Return pairs of *players* as *lot* draws them; the last of an odd number is left over. Raises BadSeeding."""
    order = drawn(lot, "partners", _once(players))
    return DrawnPairs(tuple(zip(order[::2], order[1::2], strict=False)), order[-1] if len(order) % 2 else None)


def draw_from_two_pots(lot: str, ratings: Mapping[int, float]) -> DrawnPairs:
    """Return pairs of one of the stronger half and one of the weaker each, as *lot* draws them.

    With an odd number, the lot first says who is left over; equal ratings are parted by it too.
    """
    slips = drawn(lot, "partners", ratings)
    left_over = slips.pop() if len(slips) % 2 else None
    slips.sort(key=lambda player: -ratings[player])
    half = len(slips) // 2
    strong, weak = drawn(lot, "strong", slips[:half]), drawn(lot, "weak", slips[half:])
    return DrawnPairs(tuple(zip(strong, weak, strict=True)), left_over)


def _once(players: Iterable[int]) -> list[int]:
    listed = list(players)
    if len(set(listed)) < len(listed):
        raise BadSeeding("a player stands twice")
    return listed
