"""Endings: when a match is over and who has won it (rules 2.5, 5 and 6)."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from games.engine.rulesets import Ruleset
from games.engine.scoring import HandResult, Points

Reason: TypeAlias = Literal["target", "hands", "cappotto", "declaration", "call_out", "resign"]
Verdict: TypeAlias = tuple[Points, Reason]


def best(ruleset: Ruleset, totals: Points, among: Iterable[int] | None = None) -> Points:
    """Return who stands best of *among* (all by default): the highest totals, the lowest at a game to lose."""
    running = range(len(totals)) if among is None else list(among)
    choose = max if ruleset.goal == "highest" else min
    mark = choose(totals[side] for side in running)
    return tuple(side for side in running if totals[side] == mark)


def others(totals: Points, side: int) -> list[int]:
    """Return everyone but *side*."""
    return [other for other in range(len(totals)) if other != side]


def verdict(ruleset: Ruleset, last: HandResult) -> Verdict | None:
    """Return who has won after the hand with the result *last*, None while the match goes on."""
    if ruleset.cappotto_effect == "wins_match" and last.cappotto is not None:
        return (last.cappotto,), "cappotto"
    if ruleset.hands:
        return (best(ruleset, last.totals), "hands") if last.played >= ruleset.hands else None
    if max(last.totals) < ruleset.target:
        return None
    leading = best(ruleset, last.totals)
    if len(leading) == 1 or ruleset.goal == "lowest":
        return leading, "target"
    if ruleset.tie == "last_trick" and last.last_side in leading:
        return (last.last_side,), "target"
    return None
