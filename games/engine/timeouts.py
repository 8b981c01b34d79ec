"""Timeouts: the move the server makes for a seat that does not act (rules 10)."""

from typing import Final

from games.engine import acts
from games.engine.actions import Action, Bid, Call, Declare, Discard, Give, Play, Take
from games.engine.auction import callable_cards
from games.engine.cards import SUIT_OF, THIRDS, Card, Hand, cards_in
from games.engine.contracts import PASSO
from games.engine.hand import HandInPlay

# least thirds, then least power, then suit order d c s b
_LOWEST_FIRST: Final = tuple(sorted(range(40), key=lambda card: (THIRDS[card], card % 10, SUIT_OF[card])))


def lowest(cards: Hand, count: int = 1) -> tuple[Card, ...]:
    """Return the *count* lowest of *cards*, lowest first."""
    return tuple([card for card in _LOWEST_FIRST if cards >> card & 1][:count])


def due_declaration(hand: HandInPlay) -> Declare | None:
    """Return what the server must declare for a player now, None unless declaring is a duty (rules 3)."""
    for seat in range(hand.ruleset.seats):
        if hand.ruleset.declare_mandatory and acts.can_declare(hand, seat) and hand.owes_declaration(seat):
            return Declare(seat, tuple(cards_in(combination.cards) for combination in hand.combinations(seat)))
    return None


def default_action(hand: HandInPlay) -> Action | None:
    """Return the server's move in a hand: a declaration that is a duty, else the least the seat due can do.

    None when the hand has ended.
    """
    declaration = due_declaration(hand)
    if declaration is not None:
        return declaration
    seat, held = hand.turn, hand.position.hands[hand.turn]
    match hand.do:
        case "play":
            return Play(seat, lowest(hand.position.legal())[0], timeout=True)
        case "bid":
            return Bid(seat, PASSO, timeout=True)
        case "call":
            first = min(card for card in range(40) if callable_cards(held) >> card & 1)
            return Call(seat, first, timeout=True)
        case "give":
            called = hand.called
            return Give(seat, lowest(held if called is None else held & ~(1 << called))[0], timeout=True)
        case "take":
            return Take(seat, 0, timeout=True)
        case "discard":
            return Discard(seat, lowest(held, hand.exchange.steps[0].cards), timeout=True)
        case "over":
            return None
