"""Scoring: what a hand is worth to each side, and what it adds to the totals (rules 2, 5 and 6)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from games.engine.cards import thirds_in
from games.engine.contracts import POINTS_TO_MAKE
from games.engine.hand import Ending, HandInPlay
from games.engine.shapes import Sides
from games.engine.stakes import multipliers

LAST_TRICK: Final = 3  # thirds
ALL_POINTS: Final = 11  # of a hand
PENALTY: Final = 11  # to every other side, after a wrong claim
_NOT_COUNTED: Final = ("a_monte", "passed")

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ContractResult:
    """How a contract stands; ``made`` is None until the hand ends."""

    bid: str
    soloist: int
    partner: int | None
    made: bool | None


@dataclass(frozen=True)
class HandResult:
    """What the record says of a hand. Lists go by side, ``score`` and ``totals`` by seat where totals do.

    ``thirds`` are thirds of a point, all else points. ``card_points`` and ``score`` are None while the hand runs, and
    for one that a resignation left unscored.
    """

    ended: Ending | None
    sides: Sides | None
    leaders: Points
    winners: Points
    thirds: Points
    card_points: Points | None
    declared: Points
    score: Points | None
    totals: Points
    cappotto: int | None = None
    awarded: Points | None = None
    has_contracts: bool = False
    contract: ContractResult | None = None
    multipliers: Points = ()
    last_side: int | None = None  # who took the last trick
    played: int = 0  # hands that count so far, this one with them

    @property
    def counts(self) -> bool:
        """Whether this was a hand played, for ``hands`` (a paper hand is, a redealt or all-passed one is not)."""
        return self.ended is not None and self.ended not in _NOT_COUNTED

    @cached_property
    def public(self) -> dict[str, Any]:
        """The result as the table shows it: without leaders and winners, made once and shared. Read-only."""
        return {key: value for key, value in self.as_dict().items() if key not in ("leaders", "winners")}

    def as_dict(self) -> dict[str, Any]:
        """Return the result as replay prints it."""
        out: dict[str, Any] = {
            "sides": [list(side) for side in self.sides] if self.sides is not None else None,
            "leaders": list(self.leaders),
            "winners": list(self.winners),
            "thirds": list(self.thirds),
            "card_points": list(self.card_points) if self.card_points is not None else None,
            "declared": list(self.declared),
            "score": list(self.score) if self.score is not None else None,
            "totals": list(self.totals),
            "cappotto": self.cappotto,
        }
        if self.has_contracts:
            deal = self.contract
            out["contract"] = deal and {
                "bid": deal.bid,
                "soloist": deal.soloist,
                "partner": deal.partner,
                "made": deal.made,
            }
        if self.awarded is not None:
            out["awarded"] = list(self.awarded)
        if self.ended == "a_monte":
            out["redeal"] = True
        return out


def captured(hand: HandInPlay) -> Points:
    """Return the thirds each side has captured, without last trick and monte; zeros while sides are unknown."""
    if hand.sides is None:
        return (0,) * hand.ruleset.shape.side_count
    taken = hand.position.taken
    return tuple([sum([taken[seat] for seat in side]) for side in hand.sides])


def declared(hand: HandInPlay) -> Points:
    """Return the points each side has declared."""
    points = [0] * hand.ruleset.shape.side_count
    for seat, _, worth in hand.declarations:
        points[side_of(hand, seat)] += worth
    return tuple(points)


def side_of(hand: HandInPlay, seat: int) -> int:
    """Return the side *seat* plays for in this hand."""
    sides = hand.sides or ()
    return next(number for number, side in enumerate(sides) if seat in side)


def left_over(hand: HandInPlay) -> int:
    """Return the thirds the monte and the discards bring to the last trick."""
    return thirds_in(hand.exchange.left_over) if hand.ruleset.monte == "last_trick" else 0


def card_points(hand: HandInPlay, thirds: Points, last_side: int) -> Points:
    """Return *thirds* as points, floored once per side; what floors lose may go to the last trick (rules 2 and 5)."""
    points = [side // 3 for side in thirds]
    if hand.ruleset.rounding == "remainder_to_last_trick":
        points[last_side] += ALL_POINTS - sum(points)
    return tuple(points)


def cappotto(hand: HandInPlay, points: Points) -> int | None:
    """Return the side that made cappotto as the option defines it; at a game to lose, who has all 11 points."""
    rules = hand.ruleset
    if rules.goal == "highest" and "cappotto" not in rules.traits:
        return None
    if rules.goal == "highest" and rules.cappotto == "all_tricks":
        takers = {side_of(hand, trick.winner) for trick in hand.tricks}
        return takers.pop() if len(takers) == 1 else None
    return points.index(ALL_POINTS) if ALL_POINTS in points else None


def score(hand: HandInPlay, points: Points, declared_points: Points, winner: int | None) -> Points:
    """Return what a hand played out adds to each side's total, *winner* having made cappotto."""
    rules = hand.ruleset
    if rules.goal == "lowest":
        return points if winner is None else tuple(0 if side == winner else ALL_POINTS for side in range(len(points)))
    gained = list(points)
    if winner is not None and rules.cappotto_effect == "double":
        gained[winner] *= 2
    elif winner is not None and rules.cappotto_effect == "plus_one":
        gained[winner] += 1
    return add(tuple(gained), declared_points)


def payments(hand: HandInPlay, *, made: bool) -> Points:
    """Return what each seat is paid for the contract; the sum is 0 (rules 6.1 and 6.2)."""
    paid = [0] * hand.ruleset.seats
    if hand.contract is None or hand.sides is None:
        return tuple(paid)
    own, others = hand.sides
    playing = len(own) + len(others)
    shares: Points
    if hand.ruleset.payment == "twice_each":
        shares, cost = (2,), 1
    elif len(own) == 2:
        shares, cost = (2 * (playing - 2), playing - 2), 3
    else:
        shares, cost = (playing - 1,), 1
    sign = hand.contract.factor if made else -hand.contract.factor
    for seat, share in zip(own, shares, strict=True):
        paid[seat] = sign * share
    for seat in others:
        paid[seat] = -sign * cost
    return tuple(paid)


def add(one: Points, other: Points) -> Points:
    """Return the sums, place by place."""
    return tuple(map(int.__add__, one, other))


def standing(hand: HandInPlay, before: Points) -> Points:
    """Return what each side counts in mid-hand: total before it, whole points captured, declared and awarded."""
    whole = tuple(thirds // 3 for thirds in captured(hand))
    return add(add(add(before, whole), declared(hand)), hand.awards)


def is_claim_good(counted: Points, side: int, target: int) -> bool:
    """Tell whether *side* is at the target and above every other, as *counted* (rules 5, ``call_out``)."""
    return counted[side] >= target and all(total < counted[side] for at, total in enumerate(counted) if at != side)


class _Worth(NamedTuple):
    """What a hand is worth by side, awards left out."""

    thirds: Points
    card_points: Points | None
    declared: Points
    score: Points | None
    cappotto: int | None = None
    made: bool | None = None
    multipliers: Points = ()
    last_side: int | None = None


def result_of(hand: HandInPlay, before: Points, played: int = 0) -> HandResult:
    """Return the result of *hand* over the totals *before* it, when *played* hands counted before."""
    leaders = [trick.leader for trick in hand.tricks]
    if hand.begun and (hand.ended is None or hand.ended == "resign" or hand.position.plays):
        leaders.append(hand.leader)
    worth = _worth(hand, before)
    awarded = hand.awards if any(hand.awards) else None
    score = worth.score
    if score is not None and awarded is not None:
        score = add(score, awarded)
    return HandResult(
        ended=hand.ended,
        sides=hand.sides,
        leaders=tuple(leaders),
        winners=tuple([trick.winner for trick in hand.tricks]),
        thirds=worth.thirds,
        card_points=worth.card_points,
        declared=worth.declared,
        score=score,
        totals=before if score is None else add(before, score),
        cappotto=worth.cappotto,
        awarded=awarded,
        has_contracts=bool(hand.ruleset.contracts),
        contract=_contract(hand, worth.made),
        multipliers=worth.multipliers,
        last_side=worth.last_side,
        played=played + (hand.ended is not None and hand.ended not in _NOT_COUNTED),
    )


def _worth(hand: HandInPlay, before: Points) -> _Worth:
    """Return what the hand is worth by the way it ended; a running or resigned hand has no points."""
    zeros = (0,) * hand.ruleset.shape.side_count
    match hand.ended:
        case "played":
            return _played(hand)
        case None | "resign":
            return _Worth(captured(hand), None, declared(hand), None)
        case "call_out":
            return _claimed(hand, before)
        case "declaration":
            return _Worth(captured(hand), zeros, declared(hand), declared(hand))
    return _Worth(zeros, zeros, zeros, (0,) * hand.ruleset.scores)


def _played(hand: HandInPlay) -> _Worth:
    rules = hand.ruleset
    last_side = side_of(hand, hand.leader)
    gained = list(captured(hand))
    gained[last_side] += LAST_TRICK + left_over(hand)
    thirds = tuple(gained)
    points = card_points(hand, thirds, last_side)
    winner = cappotto(hand, points)
    worth = declared(hand)
    if winner is not None and rules.cappotto_voids_declarations:
        worth = tuple(kept if side == winner else 0 for side, kept in enumerate(worth))
    if rules.scored_by_seat:
        made = points[0] >= POINTS_TO_MAKE
        return _Worth(thirds, points, worth, payments(hand, made=made), None, made)
    return _Worth(
        thirds,
        points,
        worth,
        score(hand, points, worth, winner),
        cappotto=winner,
        multipliers=multipliers(hand) if rules.stakes == "on" else (),
        last_side=last_side,
    )


def _claimed(hand: HandInPlay, before: Points) -> _Worth:
    rules = hand.ruleset
    side = side_of(hand, hand.turn)
    thirds, worth = captured(hand), declared(hand)
    points = tuple(value // 3 for value in thirds)
    counted = add(points, worth)
    if rules.call_out == "minus_11" and not is_claim_good(standing(hand, before), side, rules.target):
        counted = tuple(0 if other == side else PENALTY for other in range(len(points)))
    return _Worth(thirds, points, worth, counted)


def _contract(hand: HandInPlay, made: bool | None) -> ContractResult | None:  # noqa: FBT001 - one private caller
    if hand.contract is None or hand.soloist is None or hand.sides is None:
        return None
    return ContractResult(hand.contract.bid, hand.soloist, hand.partner, made)
