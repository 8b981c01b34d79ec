"""Shapes: how many seats a game has, what is dealt to each, and how sides are formed (rules 6)."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, TypeAlias

from games.engine.cards import ALL_CARDS, NO_CARDS, RANK_MASK, Hand, hand_of, parse_cards

Sides: TypeAlias = tuple[tuple[int, ...], ...]
SidesFrom: TypeAlias = Literal["seats", "ace_of_denari", "contract"]
RestUse: TypeAlias = Literal["none", "stock", "monte"]


@dataclass(frozen=True)
class Shape:
    """The table of one game: seats, people, cards and sides.

    ``hand_size`` cards go to each seat that plays, ``pile_size`` more to each of its two piles, ``rest`` cards remain
    as stock or monte; ``removed`` cards are out of the pack. ``dummy`` is the seat whose cards lie open (*il morto*);
    with ``dealer_rests`` the dealer sits the hand out.
    """

    seats: int
    people: int
    hand_size: int
    sides: Sides | None
    sides_from: SidesFrom = "seats"
    rest: int = 0
    rest_use: RestUse = "none"
    pile_size: int = 0
    removed: Hand = NO_CARDS
    dummy: int | None = None
    dealer_rests: bool = False

    @cached_property
    def size(self) -> int:
        """How many seats play a hand, which is the cards of a trick."""
        return self.seats - self.dealer_rests

    @cached_property
    def tricks(self) -> int:
        """How many tricks empty the hands: the last trick is this one, never a constant 10 (rules 2)."""
        drawn = self.rest // self.size if self.rest_use == "stock" else 0
        return self.hand_size + 2 * self.pile_size + drawn

    @cached_property
    def pack(self) -> Hand:
        """The cards the game is played with."""
        return ALL_CARDS & ~self.removed

    @cached_property
    def side_count(self) -> int:
        """How many sides a hand has, known or not."""
        return 2 if self.sides is None else len(self.sides)


def _alone(seats: int) -> Sides:
    return tuple((seat,) for seat in range(seats))


def _cards(text: str) -> Hand:
    return hand_of(parse_cards(text))


PAIRS: Final = Shape(seats=4, people=4, hand_size=10, sides=((0, 2), (1, 3)))
TWO_AND_STOCK: Final = Shape(seats=2, people=2, hand_size=10, sides=_alone(2), rest=20, rest_use="stock")
TWO_AND_PILES: Final = Shape(seats=2, people=2, hand_size=10, sides=_alone(2), pile_size=5)
DUMMY: Final = Shape(seats=4, people=3, hand_size=10, sides=((0, 2), (1, 3)), dummy=2)
TWO_AGAINST_THREE: Final = Shape(seats=5, people=5, hand_size=8, sides=((0, 2), (1, 3, 4)))
THREE_ALONE: Final = Shape(seats=3, people=3, hand_size=12, sides=_alone(3), rest=4, rest_use="monte")
ACE_HOLDER: Final = Shape(seats=3, people=3, hand_size=13, sides=None, sides_from="ace_of_denari", removed=_cards("4b"))
SOLOIST: Final = Shape(seats=3, people=3, hand_size=12, sides=None, sides_from="contract", rest=4, rest_use="monte")

_CALLER_DEALS: Final = {3: (12, 4), 4: (10, 0), 5: (8, 0), 6: (6, 4), 7: (6, 4)}  # players: cards each, monte
CALLER: Final[dict[int, Shape]] = {
    players: Shape(
        seats=players,
        people=players,
        hand_size=hand_size,
        sides=None,
        sides_from="contract",
        rest=rest,
        rest_use="monte" if rest else "none",
        dealer_rests=players == 7,
    )
    for players, (hand_size, rest) in _CALLER_DEALS.items()
}

_FOURS: Final = RANK_MASK["4"]
_TO_LOSE_PACKS: Final = {3: _cards("4b"), 4: NO_CARDS, 5: NO_CARDS, 6: _FOURS, 7: _FOURS | _cards("5b")}
TO_LOSE: Final[dict[int, Shape]] = {
    players: Shape(
        seats=players,
        people=players,
        hand_size=(40 - removed.bit_count()) // players,
        sides=_alone(players),
        removed=removed,
    )
    for players, removed in _TO_LOSE_PACKS.items()
}
