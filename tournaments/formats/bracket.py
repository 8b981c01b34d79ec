"""Bracket: a tree of matches, each side of which is a seed, or whoever won or lost another match.

Who stands where is never stored: it is read off the results. A side that nobody can fill (beyond the last seed, or
fed by a void match) lets the other side pass.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

from tournaments.formats.encounters import Side
from tournaments.formats.stage import Draft, Pairing, Stage

MOST: Final = 4096  # entrants of one bracket


class Vacancy(Enum):
    """A side of a match without an entrant: not known yet, or never to be filled."""

    PENDING = "pending"
    NOBODY = "nobody"


PENDING: Final = Vacancy.PENDING
NOBODY: Final = Vacancy.NOBODY
Filling = int | Vacancy


@dataclass(frozen=True, slots=True)
class Winner:
    """The side of a match that the winner of another fills."""

    key: str


@dataclass(frozen=True, slots=True)
class Loser:
    """The side of a match that the loser of another fills."""

    key: str


Source = int | Winner | Loser  # an int is a seed


@dataclass(frozen=True, slots=True)
class Node:
    """A match of the tree."""

    key: str
    round: int
    table: int
    home: Source
    away: Source


class Spot(NamedTuple):
    """Who is in a match, and what became of them."""

    home: Filling
    away: Filling
    winner: Filling = PENDING
    loser: Filling = PENDING


@lru_cache(maxsize=16)
def seed_order(size: int) -> tuple[int, ...]:
    """Return the seeds of a bracket of *size*, a power of two, from top to bottom: 1 and 2 can meet only at the end."""
    order: tuple[int, ...] = (1,)
    while len(order) < size:
        both = 2 * len(order) + 1
        order = tuple(seed for upper in order for seed in (upper, both - upper))
    return order


def size_for(entrants: int) -> int:
    """Return the size of the bracket that holds *entrants*: the next power of two."""
    return 1 << max(1, (entrants - 1).bit_length())


def spots_of(nodes: Iterable[Node], seeds: Sequence[Filling], stage: Stage) -> dict[str, Spot]:
    """Return who stands at each of *nodes*, which come after all that feed them; *seeds* are who has each.

    A result counts only for a stored pairing of the very two who stand there.
    """
    filled: dict[str, Spot] = {}

    def fill(source: Source) -> Filling:
        if isinstance(source, int):
            return seeds[source - 1] if source <= len(seeds) else NOBODY
        fed = filled[source.key]
        return fed.winner if isinstance(source, Winner) else fed.loser

    for node in nodes:
        filled[node.key] = _spot(node.key, fill(node.home), fill(node.away), stage)
    return filled


def _spot(key: str, home: Filling, away: Filling, stage: Stage) -> Spot:
    if home is PENDING or away is PENDING:
        return Spot(home, away)
    if home is NOBODY or away is NOBODY:
        return Spot(home, away, away if home is NOBODY else home, NOBODY)
    pairing, outcome = stage.by_key.get(key), stage.outcomes.get(key)
    if pairing is None or outcome is None or (pairing.home, pairing.away) != (home, away):
        return Spot(home, away)
    if outcome.winner is None:
        return Spot(home, away, NOBODY, NOBODY)
    return Spot(home, away, *((home, away) if outcome.winner is Side.HOME else (away, home)))


def pairing_of(node: Node, at: Spot) -> Pairing | None:
    """Return the pairing of a node whose sides are known, a pass as a free round, or None."""
    match at.home, at.away:
        case int(home), int(away):
            return Pairing(node.key, node.round, node.table, home, away)
        case (int(only), Vacancy.NOBODY) | (Vacancy.NOBODY, int(only)):
            return Pairing(node.key, node.round, node.table, only)
    return None


def draft(nodes: Iterable[Node], at: Mapping[str, Spot], stage: Stage) -> Draft | None:
    """Return the first round that has a match not drawn yet, with those who pass, or None after the last."""
    rounds: dict[int, list[Pairing]] = {}
    for node in nodes:
        if node.key not in stage.by_key and (pairing := pairing_of(node, at[node.key])):
            rounds.setdefault(node.round, []).append(pairing)
    for number in sorted(rounds):
        if any(pairing.away is not None for pairing in rounds[number]):
            return Draft(number, tuple(rounds[number]))
    return None


def derived(nodes: Iterable[Node], at: Mapping[str, Spot], stage: Stage) -> dict[str, Pairing]:
    """Return the stored pairings of *nodes* as they follow from the results now."""
    followed = (pairing_of(node, at[node.key]) for node in nodes if node.key in stage.by_key)
    return {pairing.key: pairing for pairing in followed if pairing is not None}


def fed_by(nodes: Iterable[Node], key: str) -> tuple[str, ...]:
    """Return the keys of all of *nodes* that the match *key* feeds, at once or through others."""
    fed = {key}
    for node in nodes:
        if any(isinstance(source, Winner | Loser) and source.key in fed for source in (node.home, node.away)):
            fed.add(node.key)
    return tuple(sorted(fed - {key}))
