"""Cards: the forty cards, and sets of them (rules 1).

A card is an int 0-39: ``suit * 10 + power``, suits in the order d c s b, power rising in taking order from the 4 (0) to
the 3 (9). Within a suit the higher int takes the lower. A hand is a 40-bit set of cards.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

from games.engine.errors import BadCard, quoted

Card: TypeAlias = int
Suit: TypeAlias = int
Hand: TypeAlias = int

SUITS: Final = "dcsb"
RANKS: Final = "4567FCRA23"  # by power, weakest first
NO_CARDS: Final[Hand] = 0
ALL_CARDS: Final[Hand] = (1 << 40) - 1

CODES: Final[tuple[str, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_OF: Final[dict[str, Card]] = {code: card for card, code in enumerate(CODES)}
SUIT_OF: Final[tuple[Suit, ...]] = tuple(card // 10 for card in range(40))
SUIT_MASK: Final[tuple[Hand, ...]] = tuple(0x3FF << 10 * suit for suit in range(4))
RANK_MASK: Final[dict[str, Hand]] = {
    rank: sum(1 << 10 * suit + power for suit in range(4)) for power, rank in enumerate(RANKS)
}

ACES: Final[Hand] = RANK_MASK["A"]
FIGURES: Final[Hand] = sum(RANK_MASK[rank] for rank in "32RCF")
THIRDS: Final[tuple[int, ...]] = tuple(3 if rank == "A" else int(rank in "32RCF") for _ in SUITS for rank in RANKS)

_LANE: Final = 0x3FF


def _lane_table(suit: Suit) -> tuple[tuple[Card, ...], ...]:
    """Return, for each 10-bit part of a hand in *suit*, its cards in display order (strongest first)."""
    return tuple(tuple(10 * suit + power for power in range(9, -1, -1) if part >> power & 1) for part in range(1024))


_CARDS_IN: Final = tuple(_lane_table(suit) for suit in range(4))
_CODES_IN: Final = tuple(tuple(tuple(CODES[card] for card in cards) for cards in table) for table in _CARDS_IN)


def parse_card(text: str) -> Card:
    """Return the card written *text* (``3d``). Raises BadCard: case and length are exact."""
    card = CARD_OF.get(text)
    if card is None:
        raise BadCard(f"{quoted(text)} is no card")
    return card


def card_code(card: Card) -> str:
    """Return the code of *card*: rank, then suit."""
    return CODES[card]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a space-separated text, in its order. Raises BadCard; the empty text has none."""
    return tuple(map(parse_card, text.split(" "))) if text else ()


def sequence_text(cards: Iterable[Card]) -> str:
    """Return *cards* as text in their own order; the pair of parse_cards."""
    return " ".join([CODES[card] for card in cards])


def card_codes(hand: Hand) -> list[str]:
    """Return the codes of *hand* by suit (d c s b), strongest first."""
    denari, coppe, spade, bastoni = _CODES_IN
    return [
        *denari[hand & _LANE],
        *coppe[hand >> 10 & _LANE],
        *spade[hand >> 20 & _LANE],
        *bastoni[hand >> 30],
    ]


def cards_text(hand: Hand) -> str:
    """Return *hand* as text: codes by suit, strongest first, one space between."""
    return " ".join(card_codes(hand))


def cards_in(hand: Hand) -> tuple[Card, ...]:
    """Return the cards of *hand* by suit (d c s b), strongest first."""
    denari, coppe, spade, bastoni = _CARDS_IN
    return denari[hand & _LANE] + coppe[hand >> 10 & _LANE] + spade[hand >> 20 & _LANE] + bastoni[hand >> 30]


def hand_of(cards: Iterable[Card]) -> Hand:
    """Return the set of *cards*; a repeated card counts once."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def thirds_in(hand: Hand) -> int:
    """Return what *hand* is worth, in thirds of a point."""
    return 3 * (hand & ACES).bit_count() + (hand & FIGURES).bit_count()
