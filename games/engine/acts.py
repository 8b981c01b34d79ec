"""Acts: what may be done beside playing a card, and who may do it now (rules 3, 5 and 10)."""

from typing import Final

from games.engine import bidding
from games.engine.actions import Action, AMonte, Award, Bid, Call, Declare, Discard, Give, Take
from games.engine.cards import Card, thirds_in
from games.engine.declarations import COMBINATIONS, OWN_TURN_TRICKS, Declaration, check_sets
from games.engine.errors import DeclarationTooLate, HandOver, NotAllowed, NotYourTurn, Refusal
from games.engine.hand import HandInPlay

MOST_REDEALS: Final = 3  # a fourth in a row is refused
_A_POINT: Final = 3  # thirds


def admit(hand: HandInPlay, do: str, seat: int) -> None:
    """Check who may do what now, before any card is looked at. Raises HandOver, NotAllowed, NotYourTurn."""
    if hand.ended:
        raise HandOver("the hand has ended")
    match do:
        case "play" | "timeout":
            hand.check_turn(seat)
        case "declare":
            _raise(_declaration_bar(hand, seat))
        case "a_monte":
            if not can_redeal(hand, seat):
                raise NotAllowed("a redeal may not be asked for")
        case "call_out":
            _raise(_call_out_bar(hand, seat))
        case "resign":
            return
        case _:
            if do != hand.do:
                raise NotAllowed(f"{hand.do} is due")
            if seat != hand.turn:
                raise NotYourTurn(f"seat {hand.turn} is to {hand.do}")


def _raise(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refusal


def _declaration_bar(hand: HandInPlay, seat: int) -> Refusal | None:
    """Return what keeps *seat* from declaring before the window is looked at, None when nothing does."""
    rules = hand.ruleset
    if hand.do != "play" or not rules.has_declarations or seat == rules.shape.dummy:
        return NotAllowed("nothing is declared here")
    if rules.declare_window in OWN_TURN_TRICKS:
        return None if seat == hand.turn else NotYourTurn(f"seat {hand.turn} is to play, and may declare")
    return None if hand.tricks else NotAllowed("declarations open at the end of trick 1")


def _call_out_bar(hand: HandInPlay, seat: int) -> Refusal | None:
    if hand.ruleset.call_out == "off" or not hand.tricks or hand.position.plays or hand.do != "play":
        return NotAllowed("the claim is for a leader, after trick 1")
    return None if seat == hand.turn else NotYourTurn(f"seat {hand.turn} is to lead")


def can_redeal(hand: HandInPlay, seat: int) -> bool:
    """Tell whether *seat* may ask for a redeal: its turn of trick 1, nothing declared, under a point dealt."""
    return (
        hand.ruleset.a_monte != "off"
        and hand.do == "play"
        and not hand.tricks
        and seat == hand.turn
        and hand.redeals < MOST_REDEALS
        and thirds_in(hand.dealt[seat]) < _A_POINT
        and all(declaration.seat != seat for declaration in hand.declarations)
    )


def can_call_out(hand: HandInPlay, seat: int) -> bool:
    """Tell whether *seat* may claim to have reached the target."""
    return _call_out_bar(hand, seat) is None


def can_declare(hand: HandInPlay, seat: int) -> bool:
    """Tell whether the window for declarations is open to *seat*, whatever it holds."""
    return _declaration_bar(hand, seat) is None and not hand.is_declaring_late(seat)


def perform(hand: HandInPlay, action: Action) -> None:
    """Do what *action* says, already admitted, when it concerns the hand alone; a refusal leaves the hand as it was.

    Raises DeclarationTooLate, DeclarationNotHeld, DeclarationRepeated; BadBid; CardNotHeld, BadExchange.
    """
    match action:
        case Declare(seat, sets):
            _declare(hand, seat, sets)
        case Bid():
            bidding.bid(hand, action.seat, action.bid)
        case Call():
            bidding.call(hand, action.seat, action.card)
        case Give():
            bidding.give(hand, action.card)
        case Take():
            bidding.take(hand, action.count)
        case Discard():
            bidding.discard(hand, action.cards)
        case AMonte():
            hand.end("a_monte")
        case Award(side, points):
            hand.awards = tuple(before + (points if side == at else 0) for at, before in enumerate(hand.awards))


def _declare(hand: HandInPlay, seat: int, sets: tuple[tuple[Card, ...], ...]) -> None:
    if hand.is_declaring_late(seat):
        raise DeclarationTooLate("the window for declarations has closed")
    found = check_sets(sets, hand.declarable(seat), hand.declarations)
    points = sum(COMBINATIONS[cards].points for cards in found)
    hand.declarations = (*hand.declarations, Declaration(seat, found, points))
