"""Deal: the cards as they were dealt, checked against the game's shape and written as the record writes them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from games.engine.cards import CODES, Card, Hand, hand_of, parse_card, parse_cards, sequence_text
from games.engine.errors import BadCard, BadDeal
from games.engine.rulesets import Ruleset
from games.engine.shapes import Shape

PILES: Final = 2  # face-up piles before each seat, where the game has them
_PILE_MARK: Final = " | "


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards in the order dealt: each seat's hand, its piles (top first), stock or monte, the card turned up."""

    hands: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...] = ()
    piles: tuple[tuple[tuple[Card, ...], ...], ...] = ()
    turned: Card | None = None


def hands_dealt(ruleset: Ruleset, dealer: int, deal: Deal) -> list[Hand]:
    """Return the hand of each seat as a set. Raises BadDeal for a deal that is not one of this ruleset."""
    shape = ruleset.shape
    if len(deal.hands) != shape.seats or len(deal.rest) != shape.rest:
        raise BadDeal(f"{shape.seats} hands and {shape.rest} further cards are dealt")
    for seat, cards in enumerate(deal.hands):
        if len(cards) != (0 if shape.dealer_rests and seat == dealer else shape.hand_size):
            raise BadDeal(f"seat {seat} has {len(cards)} cards")
    _check_piles(shape, deal)
    hands = [hand_of(cards) for cards in deal.hands]
    together = hand_of(deal.rest)
    for piles in deal.piles:
        together |= hand_of(card for pile in piles for card in pile)
    for hand in hands:
        together |= hand
    if together != shape.pack:  # the counts are right, so this also finds a card dealt twice
        raise BadDeal("a card is dealt twice, is missing or is not in the pack")
    if deal.turned != (deal.hands[dealer][-1] if ruleset.trump_turned else None):
        raise BadDeal("the card turned up is the dealer's last, in a game with a trump")
    return hands


def _check_piles(shape: Shape, deal: Deal) -> None:
    sizes = [[len(pile) for pile in piles] for piles in deal.piles]
    expected = [[shape.pile_size] * PILES for _ in range(shape.seats)] if shape.pile_size else []
    if sizes != expected:
        raise BadDeal(f"each seat has {PILES} piles of {shape.pile_size}" if expected else "this game has no piles")


def parse_deal(ruleset: Ruleset, hand: Mapping[str, Any]) -> Deal:
    """Return the deal a hand of a record tells in ``deal``, ``rest`` and ``turned``. Raises BadDeal."""
    texts, rest = hand["deal"], hand.get("rest", "")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in [*texts, rest]):
        raise BadDeal("deal is a list of texts and rest a text")
    if "rest" in hand and not ruleset.shape.rest:
        raise BadDeal("nothing is left undealt in this game")
    if "turned" in hand and not (ruleset.trump_turned and isinstance(hand["turned"], str)):
        raise BadDeal("turned is a card, in a game with a trump")
    try:
        turned = parse_card(hand["turned"]) if "turned" in hand else None
        if not ruleset.shape.pile_size:
            return Deal(tuple(map(parse_cards, texts)), parse_cards(rest), turned=turned)
        parts = [[parse_cards(part) for part in text.split(_PILE_MARK)] for text in texts]
    except BadCard as refusal:
        raise BadDeal(refusal.detail) from None
    return Deal(
        tuple(cards for cards, *_ in parts),
        parse_cards(rest),
        piles=tuple(tuple(piles) for _, *piles in parts),
        turned=turned,
    )


def deal_dict(deal: Deal) -> dict[str, Any]:
    """Return *deal* as a hand of a record writes it."""
    piles = deal.piles or tuple(() for _ in deal.hands)
    texts = [_PILE_MARK.join(map(sequence_text, (hand, *own))) for hand, own in zip(deal.hands, piles, strict=True)]
    out: dict[str, Any] = {"deal": texts}
    if deal.rest:
        out["rest"] = sequence_text(deal.rest)
    if deal.turned is not None:
        out["turned"] = CODES[deal.turned]
    return out


def deal_cards(ruleset: Ruleset, dealer: int, deck: tuple[Card, ...]) -> Deal:
    """Return *deck* dealt: from the dealer's right each seat takes its cards together, the rest follows.

    Cards the game leaves out are skipped. Raises BadDeal when *deck* is not the forty cards.
    """
    shape = ruleset.shape
    if len(deck) != 40 or len(set(deck)) != 40:
        raise BadDeal("a deck has forty different cards")
    pack = tuple([card for card in deck if not shape.removed >> card & 1])
    hands: list[tuple[Card, ...]] = [()] * shape.seats
    piles: list[tuple[tuple[Card, ...], ...]] = [()] * shape.seats
    at = 0

    def take(count: int) -> tuple[Card, ...]:
        nonlocal at
        at += count
        return pack[at - count : at]

    for turn in range(1, shape.seats + 1):
        seat = (dealer + turn) % shape.seats
        hands[seat] = take(0 if shape.dealer_rests and seat == dealer else shape.hand_size)
        if shape.pile_size:
            piles[seat] = tuple(take(shape.pile_size) for _ in range(PILES))
    return Deal(
        tuple(hands),
        pack[at:],
        piles=tuple(piles) if shape.pile_size else (),
        turned=hands[dealer][-1] if ruleset.trump_turned else None,
    )
