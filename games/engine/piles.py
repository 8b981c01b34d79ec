"""Piles: two face-up piles before each player, only the top of each in play (rules 6, *spizzichino*)."""

from dataclasses import dataclass

from games.engine.cards import Card, Hand

Pile = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Piles:
    """The piles of each seat, top first; ``waiting`` are those whose top was played to the trick on the table.

    A visible top counts as held, so the tops are part of the hands a position plays from.
    """

    by_seat: tuple[tuple[Pile, ...], ...]
    waiting: frozenset[tuple[int, int]] = frozenset()

    def tops(self, seat: int) -> list[Card | None]:
        """Return the visible top of each pile of *seat*, None where there is none."""
        return [
            pile[0] if pile and (seat, number) not in self.waiting else None
            for number, pile in enumerate(self.by_seat[seat])
        ]

    def covered(self, seat: int) -> list[int]:
        """Return how many cards lie covered in each pile of *seat*."""
        return [
            len(pile) - (bool(pile) and (seat, number) not in self.waiting)
            for number, pile in enumerate(self.by_seat[seat])
        ]

    def left(self, seat: int) -> int:
        """Return how many cards lie in the piles of *seat*."""
        return sum(map(len, self.by_seat[seat]))

    def played(self, seat: int, card: Card) -> "Piles":
        """Return the piles after *seat* plays *card*, which may be one of its tops."""
        tops = self.tops(seat)
        if card not in tops:
            return self
        number = tops.index(card)
        own = tuple(pile[1:] if number == index else pile for index, pile in enumerate(self.by_seat[seat]))
        by_seat = tuple(own if index == seat else piles for index, piles in enumerate(self.by_seat))
        return Piles(by_seat, self.waiting | {(seat, number)})

    def turned_up(self, hands: list[Hand]) -> "Piles":
        """Return the piles after the trick: each card under a played top is turned up and joins the hand."""
        for seat, number in self.waiting:
            pile = self.by_seat[seat][number]
            if pile:
                hands[seat] |= 1 << pile[0]
        return Piles(self.by_seat) if self.waiting else self
