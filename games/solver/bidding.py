"""Bidding: how a rule-based player bids, calls, returns, takes and discards (rules 6.1 and 6.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.cards import SUIT_MASK, SUIT_OF, THIRDS, Card, Hand, cards_in, parse_card
from games.engine.contracts import PASSO

# Tricks a soloist should count in its own hand, for a twelve-card hand, before it undertakes each contract.
_TRICKS_NEEDED: Mapping[str, float] = {"chiamo": 4.2, "solo": 6.6, "solissimo": 7.0, "dividete": 9.0, "scegliete": 10.0}
_USUAL_HAND = 12


def sure_tricks(hand: Hand) -> float:
    """Return about how many tricks *hand* takes, leading its suits from the top: honours, then length behind them."""
    total = 0.0
    for mask in SUIT_MASK:
        powers = sorted((card % 10 for card in cards_in(hand & mask)), reverse=True)
        length = len(powers)
        has_three, has_two, has_ace = (power in powers for power in (9, 8, 7))
        total += 1.0 * has_three
        total += (1.0 if has_three else 0.6 if length > 1 else 0.2) * has_two
        total += (
            1.0 if has_three and has_two else 0.7 if has_three or has_two else 0.3 if length > 2 else 0.0
        ) * has_ace
        if has_three or (has_two and has_ace):
            total += 0.5 * max(0, length - 4) + 0.25 * min(max(0, length - 3), 1)
    return total


def bid(hand: Hand, offered: Sequence[str]) -> str:
    """Return the highest contract that *hand* can hope to make, taken as low on the ladder as the auction allows."""
    strength = sure_tricks(hand) * _USUAL_HAND / max(hand.bit_count(), 1)
    for word in offered:
        if word != PASSO and strength >= _TRICKS_NEEDED[word]:
            return word
    return PASSO


def call(hand: Hand, offered: Sequence[str]) -> str:
    """Return the card to call: of the suit where it helps most, by what is held there already."""

    def gain(code: str) -> tuple[float, int]:
        card = parse_card(code)
        return sure_tricks(hand | 1 << card) - sure_tricks(hand), (hand & SUIT_MASK[SUIT_OF[card]]).bit_count()

    return max(offered, key=gain)


def give(hand: Hand, offered: Sequence[str]) -> str:
    """Return the card to give back: the one least missed, never a point if another will do."""
    return min(offered, key=lambda code: _missed(hand, parse_card(code)))


def take(hand: Hand, offered: Sequence[int]) -> int:
    """Return how many monte cards to take: two is fair to the partner, all of them for a strong hand."""
    wanted = 4 if sure_tricks(hand) >= 4.0 else 2
    return max(count for count in offered if count <= wanted)


def discard(hand: Hand, count: int) -> list[Card]:
    """Return *count* cards to lay aside: useless low ones from short suits, honours never if it can be helped."""
    chosen: list[Card] = []
    for _ in range(count):
        card = min(cards_in(hand), key=lambda option: _missed(hand, option))
        chosen.append(card)
        hand &= ~(1 << card)
    return chosen


def _missed(hand: Hand, card: Card) -> tuple[float, int, int, int]:
    """Return how much *hand* would miss *card*; smaller is missed less."""
    loss = sure_tricks(hand) - sure_tricks(hand & ~(1 << card))
    in_suit = (hand & SUIT_MASK[SUIT_OF[card]]).bit_count()
    return loss, THIRDS[card], in_suit, card % 10
