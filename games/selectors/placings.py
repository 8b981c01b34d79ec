"""Placings: who stood together when a match ended, and in which place."""

from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from typing import Any

from games.engine.rulesets import Ruleset
from games.engine.shapes import Sides
from games.models import Match
from games.selectors.positions import MatchPosition


def sides_at_end(position: MatchPosition) -> Sides:
    """Return the seats behind each total of a match: one by one where the sides are formed anew each hand.

    Empty where a match ended before its sides were known.
    """
    rules = position.rules
    if rules.scored_by_seat:
        return tuple((seat,) for seat in range(rules.seats))
    return position.game.sides or ()


def places(rules: Ruleset, result: Mapping[str, Any], resigned: int | None = None) -> list[int]:
    """Return the place of each total: winners first, the others by their points, who has *resigned* last.

    Equal totals share a place: 1, 2, 2, 4.
    """
    winners: Collection[int] = result["winners"]
    totals: Sequence[int] = result["totals"]
    towards = -1 if rules.goal == "highest" else 1

    def rank(side: int) -> tuple[bool, bool, int]:
        if side in winners:
            return (False, False, 0)
        return (True, side == resigned, towards * totals[side])

    ranks = [rank(side) for side in range(len(totals))]
    return [1 + sum(other < own for other in ranks) for own in ranks]


def resigned_in(position: MatchPosition) -> int | None:
    """Return which side has given the match up, None where it ended otherwise."""
    last = position.history[-1] if position.history else {}
    return last["side"] if last.get("do") == "resign" else None


def company_of(user_ids: Collection[int]) -> int:
    """Return one number for these people, whatever their order: eight bytes of a digest, with a sign."""
    digest = sha256(",".join(map(str, sorted(user_ids))).encode()).digest()
    return int.from_bytes(digest[:8], signed=True)


def standing_of(match: Match) -> dict[str, Any]:
    """Return what counts of an ended match: the ruling, or else the result of play, and whether it is rated."""
    counted = match.ruling or match.result or {}
    return {
        "winners": counted.get("winners", []),
        "totals": counted.get("totals", []),
        "ruled": match.ruling is not None,
        "rated": match.rated,
        "unrated_reason": match.unrated_reason,
    }
