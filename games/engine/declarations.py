"""Declarations (*accuse*): combinations of aces, twos and threes, and when they may be declared (rules 3)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from games.engine.cards import RANK_MASK, SUIT_MASK, Card, Hand, hand_of
from games.engine.errors import DeclarationNotHeld, DeclarationRepeated

Kind: TypeAlias = Literal["three", "four", "napoletana"]

POINTS: Final[dict[Kind, int]] = {"three": 3, "four": 4, "napoletana": 3}
HONOURS: Final = "A23"
_HONOUR_CARDS: Final = RANK_MASK["A"] | RANK_MASK["2"] | RANK_MASK["3"]
OWN_TURN_TRICKS: Final = {"own_turn_trick_1": 1, "own_turn_tricks_1_3": 3}  # window: its last trick


class Declaration(NamedTuple):
    """What a seat declared: sets of cards and the points they are worth."""

    seat: int
    sets: tuple[Hand, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Combination:
    """A set of cards worth points; ``whole`` is the rank a three is part of, else the set itself."""

    kind: Kind
    cards: Hand
    whole: Hand

    @property
    def points(self) -> int:
        """Points, not thirds."""
        return POINTS[self.kind]


def _combinations() -> Iterable[Combination]:
    for rank in HONOURS:
        four = RANK_MASK[rank]
        yield Combination("four", four, four)
        for suit in range(4):
            yield Combination("three", four & ~SUIT_MASK[suit], four)
    for suit in range(4):
        cards = _HONOUR_CARDS & SUIT_MASK[suit]
        yield Combination("napoletana", cards, cards)


COMBINATIONS: Final[dict[Hand, Combination]] = {found.cards: found for found in _combinations()}


def is_held(combination: Combination, held: Hand) -> bool:
    """Tell whether *held* makes the combination true: all its cards, and no fourth beside a three."""
    return combination.cards & ~held == 0 and (combination.kind != "three" or combination.whole & ~held != 0)


def held_in(held: Hand) -> list[Combination]:
    """Return the combinations *held* makes true: at most one a rank and one a suit."""
    if (held & _HONOUR_CARDS).bit_count() < 3:
        return []
    return [combination for combination in COMBINATIONS.values() if is_held(combination, held)]


def points_of(held: Hand) -> int:
    """Return the points of all that *held* could declare."""
    return sum(combination.points for combination in held_in(held))


def offered(held: Hand, declared: Iterable[Declaration]) -> list[Combination]:
    """Return the combinations *held* makes true and that lie in no set already declared."""
    found = held_in(held)
    if not found:
        return found
    before = [cards for declaration in declared for cards in declaration.sets]
    return [combination for combination in found if all(combination.cards & ~cards for cards in before)]


def check_sets(sets: Iterable[tuple[Card, ...]], held: Hand, declared: Iterable[Declaration]) -> tuple[Hand, ...]:
    """Return *sets* as sets of cards, when all may be declared together.

    Raises DeclarationNotHeld when one is no combination or not true of *held*, then DeclarationRepeated when one lies
    in a set already declared or stands twice.
    """
    found = []
    for cards in sets:
        combination = COMBINATIONS.get(hand_of(cards))
        if combination is None or len(cards) != combination.cards.bit_count():
            raise DeclarationNotHeld("these cards are no combination")
        if not is_held(combination, held):
            raise DeclarationNotHeld("the combination is not held, or its fourth card is held too")
        found.append(combination.cards)
    before = [cards for declaration in declared for cards in declaration.sets]
    for number, chosen in enumerate(found):
        if any(chosen & ~cards == 0 for cards in [*before, *found[:number]]):
            raise DeclarationRepeated("these cards were declared before")
    return tuple(found)
