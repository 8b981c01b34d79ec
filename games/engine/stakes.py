"""Stakes: match multipliers a hand earns, never hand points (rules 8)."""

from typing import Final

from games.engine.cards import SUIT_MASK
from games.engine.hand import HandInPlay

STRAMAZZO: Final = 3
CAPPOTTO: Final = 4
STRAMAZZONE: Final = 6
CAPPOTTONE: Final = 8
COLLATONDRIONE: Final = 16
_A_POINT: Final = 3  # thirds


def multipliers(hand: HandInPlay) -> tuple[int, ...]:
    """Return the highest multiplier each side earns by a hand played to its last trick, 1 where it earns none."""
    return tuple(_of_side(hand, side) for side in hand.sides or ())


def _of_side(hand: HandInPlay, side: tuple[int, ...]) -> int:
    taken = hand.position.taken
    takers = {trick.winner for trick in hand.tricks}
    earned = [1]
    if sum(taken) - sum(taken[seat] for seat in side) < _A_POINT:
        scorers = [seat for seat in side if taken[seat] >= _A_POINT]
        earned.append(STRAMAZZONE if len(scorers) == 1 else STRAMAZZO)
    if takers <= set(side):
        earned.append(CAPPOTTONE if len(takers) == 1 else CAPPOTTO)
    first_leader = hand.tricks[0].leader
    if first_leader in side and any(hand.dealt[first_leader] & suit == suit for suit in SUIT_MASK):
        earned.append(COLLATONDRIONE)
    return max(earned)
