"""Corrections: a result changed after others have built on it, as a pure recomputation.

Everything that follows from results is made again with the new one and compared with what is stored. Where nobody's
opponent changes (the score was wrong, not the winner) nothing else does.
"""

from collections.abc import Set
from dataclasses import dataclass, replace

from tournaments.formats.encounters import Result
from tournaments.formats.errors import DependentBegun, NoSuchPairing
from tournaments.formats.stage import Format, Pairing, Stage


@dataclass(frozen=True, slots=True)
class Correction:
    """What a correction does: the stage after it, the pairings that get other players, and those that are no more."""

    stage: Stage
    replaced: tuple[tuple[Pairing, Pairing], ...]  # before and after
    removed: tuple[Pairing, ...]


def correct(played: Format, stage: Stage, result: Result, begun: Set[str] = frozenset()) -> Correction:
    """Return what the new *result* of a pairing does to all others. *begun* are the keys of matches under way.

    Raises NoSuchPairing or BadResult; DependentBegun, naming them, where matches that would get other players have
    begun or have a result: void those first.
    """
    if result.key not in stage.by_key:
        raise NoSuchPairing(f"there is no pairing {result.key}")
    return _compared(played, stage, stage.decided([result]), begun)


def void(played: Format, stage: Stage, key: str, begun: Set[str] = frozenset()) -> Correction:
    """Return what taking back the result of *key* does: it is open again, and what followed from it is no more.

    Raises NoSuchPairing, or DependentBegun as ``correct`` does.
    """
    if key not in stage.by_key:
        raise NoSuchPairing(f"there is no pairing {key}")
    kept = tuple(result for result in stage.results if result.key != key)
    return _compared(played, stage, replace(stage, results=kept), begun - {key})


def _compared(played: Format, before: Stage, after: Stage, begun: Set[str]) -> Correction:
    follows = played.derived(after)
    replaced, removed = [], []
    for pairing in before.pairings:
        now = follows.get(pairing.key)
        if now is None:
            removed.append(pairing)
        elif now.numbers != pairing.numbers:
            replaced.append((pairing, now))
    moved = {pairing.key for pairing, _ in replaced} | {pairing.key for pairing in removed}
    stuck = tuple(sorted(moved & (begun | {result.key for result in before.results})))
    if stuck:
        raise DependentBegun(f"other players would come into {', '.join(stuck)}, which has begun", stuck)
    kept = tuple(follows[pairing.key] for pairing in before.pairings if pairing.key in follows)
    results = tuple(result for result in after.results if result.key not in moved)
    return Correction(replace(after, pairings=kept, results=results), tuple(replaced), tuple(removed))
