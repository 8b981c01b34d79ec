"""Crossing: which seed of the knock-out each place of each group takes, the same in every tournament of that shape.

The winners come first, in the order of groups, then the seconds, and so on. Within these, everybody is put where those
of one group meet as late as can be.
"""

from functools import lru_cache

from tournaments.formats.bracket import seed_order, size_for
from tournaments.formats.matching import cheapest

Qualifier = tuple[int, int]  # group and place in it, both from 0


@lru_cache(maxsize=64)
def crossed(groups: int, qualify: int) -> tuple[Qualifier, ...]:
    """Return the qualifiers by seed."""
    slots = {seed: slot for slot, seed in enumerate(seed_order(size_for(groups * qualify)))}
    rounds = len(slots).bit_length() - 1
    step = groups * qualify + 1  # more than all meetings that are one round later
    in_order = groups**3  # more than all the distances that part equal ways
    of_group: list[list[int]] = [[] for _ in range(groups)]  # the slots its qualifiers have
    seeds: list[Qualifier] = []
    for place in range(qualify):
        free = [slots[place * groups + number + 1] for number in range(groups)]
        edges = [
            (number, groups + group, _nearness(slot, of_group[group], rounds, step) * in_order + (number - group) ** 2)
            for number, slot in enumerate(free)
            for group in range(groups)
        ]
        taken = cheapest(2 * groups, edges) or []  # never empty: every group fits every slot
        for number, group in taken:
            seeds.append((group - groups, place))
            of_group[group - groups].append(free[number])
    return tuple(seeds)


def _nearness(slot: int, others: list[int], rounds: int, step: int) -> int:
    """Return what it costs that *slot* meets *others*: any number of late meetings is better than one earlier."""
    return sum(step ** (rounds - (slot ^ other).bit_length()) for other in others)
