"""Choices: everything a seat may do now, ready for its buttons; only what is true and in time is offered."""

from typing import Any

from games.engine import acts
from games.engine.auction import callable_cards
from games.engine.cards import CODES, SUIT_OF, Card, Hand, card_codes, cards_in, sequence_text
from games.engine.hand import HandInPlay
from games.engine.signals import allowed_words, is_true, sayable

Choices = dict[str, Any]


def choices(hand: HandInPlay, seat: int) -> Choices:
    """Return what *seat* may do now, by the name of the act; acts that are not open are left out."""
    may: Choices = {}
    if hand.ended is not None:
        return may
    if seat == hand.turn:
        if hand.do == "play":
            _add_cards(may, hand, seat)
        else:
            _add_bidding(may, hand, seat)
    if hand.do == "play":
        if acts.can_declare(hand, seat):
            _add_declarations(may, hand, seat)
        if acts.can_redeal(hand, seat):
            may["a_monte"] = True
        if acts.can_call_out(hand, seat):
            may["call_out"] = True
    return may


def _add_cards(may: Choices, hand: HandInPlay, seat: int) -> None:
    """Offer the legal cards, and the signals and words that are true beside each; none while a declaration is due."""
    if hand.owes_declaration(seat):
        return
    legal = cards_in(hand.position.legal())
    may["play"] = [CODES[card] for card in legal]
    if seat == hand.ruleset.shape.dummy:
        return
    held, leading = hand.position.hands[seat], hand.is_leading
    if hand.ruleset.signals == "spoken":
        if leading:
            suits = hand.suits_led
            may["say"] = {
                CODES[card]: list(sayable(hand.ruleset, card, held, leading=True, suits_led=suits)) for card in legal
            }
        return
    words = allowed_words(hand.ruleset, leading=leading)
    if words:
        may["signals"] = _true_signals(words, hand, seat, legal)


def _true_signals(words: tuple[str, ...], hand: HandInPlay, seat: int, legal: tuple[Card, ...]) -> dict[str, list[str]]:
    """Return the words true beside each card; what is true of a card is true of every card of its suit."""
    held: Hand = hand.position.hands[seat]
    come_back = hand.come_back(seat)
    by_suit: dict[int, list[str]] = {}
    for card in legal:
        if SUIT_OF[card] not in by_suit:
            by_suit[SUIT_OF[card]] = [word for word in words if is_true(word, card, held, come_back)]
    return {CODES[card]: by_suit[SUIT_OF[card]] for card in legal}


def _add_declarations(may: Choices, hand: HandInPlay, seat: int) -> None:
    found = hand.combinations(seat)
    if found:
        may["declare"] = [
            {"sets": [sequence_text(cards_in(combination.cards))], "points": combination.points}
            for combination in found
        ]


def _add_bidding(may: Choices, hand: HandInPlay, seat: int) -> None:
    held = hand.position.hands[seat]
    match hand.do:
        case "bid":
            may["bid"] = list(hand.auction.offered(held)) if hand.auction is not None else []
        case "call":
            may["call"] = card_codes(callable_cards(held))
        case "give":
            called = hand.exchange.called
            may["give"] = card_codes(held if called is None else held & ~(1 << called))
        case "take":
            may["take"] = list(range(hand.exchange.steps[0].cards + 1))
        case "discard":
            may["discard"] = hand.exchange.steps[0].cards
