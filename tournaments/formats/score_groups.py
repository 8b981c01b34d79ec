"""Score groups: who should meet whom in a Swiss round, as costs.

The cost of a round is compared in this order: how far apart in points the farthest pair is; the sum of the squares of
these distances; how far the pairs are from top half against bottom half within a group, and for those who leave theirs,
from the lowest of the upper against the highest of the lower.
"""

from collections.abc import Iterator, Sequence, Set
from typing import Final

from tournaments.formats.matching import Edge, cheapest

Pairs = list[tuple[int, int]]
Barred = Sequence[Set[int]]  # by place, the places it must not meet
_REMATCH: Final = 1 << 80  # more than all other costs of a round together


class ScoreGroups:
    """A field of even size named by place, 0 the highest; *points* fall from place to place."""

    __slots__ = ("_end", "_points", "_squares", "_start", "_weight")

    def __init__(self, points: Sequence[int]) -> None:
        size = len(points)
        self._points = points
        self._start: list[int] = []  # by place, where its group starts
        self._end: list[int] = []  # and where the next one does
        for place, own in enumerate(points):
            is_same = place > 0 and points[place - 1] == own
            self._start.append(self._start[-1] if is_same else place)
        for place in range(size - 1, -1, -1):
            is_same = place + 1 < size and points[place + 1] == points[place]
            self._end.append(self._end[-1] if is_same else place + 1)
        self._end.reverse()
        self._squares = [gap * gap for gap in range(2 * size)]
        self._weight = 4 * size**3 + 1  # more than the halves of a whole round can come to

    def cost(self, upper: int, lower: int) -> int:
        """Return what it costs that two places meet."""
        distance = self._points[upper] - self._points[lower]
        if distance == 0:
            half = (self._end[upper] - self._start[upper]) // 2
            return self._squares[abs(lower - upper - half)]
        gap = self._end[upper] - 1 - upper + lower - self._start[lower]
        return distance * distance * self._weight + self._squares[gap]

    def key(self, pairs: Pairs) -> tuple[int, int]:
        """Return what pairings are compared by, the less the better."""
        farthest = max((self._points[upper] - self._points[lower] for upper, lower in pairs), default=0)
        return farthest, sum(self.cost(upper, lower) for upper, lower in pairs)

    def best(self, barred: Barred) -> Pairs | None:
        """Return the best pairs without those *barred*, or None where there are none."""
        size, points = len(self._points), self._points
        if (ideal := self._halves(barred)) is not None:
            return ideal
        steps = sorted({points[upper] - points[lower] for upper in self._firsts() for lower in self._firsts(upper)})
        has_odd = any((self._end[first] - first) % 2 for first in self._firsts())
        for farthest in steps[has_odd:]:  # from an odd group somebody has to leave
            if pairs := cheapest(size, self._edges(farthest, barred)):
                return pairs
        return None

    def best_of_rematches(self, barred: Barred, met: Sequence[Sequence[int]]) -> Pairs | None:
        """Return the best pairs where some must meet again: as few as can be, and those who have met least often."""
        size = len(self._points)
        edges = [
            (upper, lower, self.cost(upper, lower) + _REMATCH * met[upper][lower] ** 2)
            for upper in range(size)
            for lower in range(upper + 1, size)
            if lower not in barred[upper]
        ]
        return cheapest(size, edges)

    def _firsts(self, after: int = 0) -> Iterator[int]:
        """Yield the first place of each group from that of *after* on."""
        place = self._start[after] if self._start else 0
        while place < len(self._points):
            yield place
            place = self._end[place]

    def _halves(self, barred: Barred) -> Pairs | None:
        """Return top half against bottom half in every group, which no other pairs can better, if they may meet."""
        pairs = []
        for first in self._firsts():
            half, odd = divmod(self._end[first] - first, 2)
            if odd:
                return None
            pairs += [(place, place + half) for place in range(first, first + half)]
        return None if any(lower in barred[upper] for upper, lower in pairs) else pairs

    def _edges(self, farthest: int, barred: Barred) -> list[Edge]:
        """Return who may meet and is no more than *farthest* points apart."""
        edges: list[Edge] = []
        points, squares, size = self._points, self._squares, len(self._points)
        mirrored = [*squares[size:0:-1], *squares]  # of gaps from -size on
        for upper, own in enumerate(points):
            end, out = self._end[upper], barred[upper]
            zero = size - upper - (end - self._start[upper]) // 2
            costs = mirrored[zero + upper + 1 : zero + end]
            edges += [(upper, at, cost) for at, cost in zip(range(upper + 1, end), costs, strict=True) if at not in out]
            start = end
            while start < size and (distance := own - points[start]) <= farthest:
                left, end, away = self._end[upper] - 1 - upper - start, self._end[start], distance**2 * self._weight
                costs = squares[left + start : left + end]
                edges += [
                    (upper, at, away + cost) for at, cost in zip(range(start, end), costs, strict=True) if at not in out
                ]
                start = end
        return edges
