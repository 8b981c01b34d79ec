"""Tricks: which cards may be played, and which card takes the trick (rules 1)."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from games.engine.cards import SUIT_MASK, SUIT_OF, THIRDS, Card, Hand, Suit

RUNNING: Final = -1  # play() returns it while the trick still lacks cards


class Trick(NamedTuple):
    """A finished trick: who led, the cards in the order played, who took it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int


def _takers(trump: Suit | None) -> tuple[Hand, ...]:
    """Return, for each card that is winning a trick, the cards that would take it away."""
    higher = [SUIT_MASK[SUIT_OF[card]] >> card + 1 << card + 1 & SUIT_MASK[SUIT_OF[card]] for card in range(40)]
    if trump is None:
        return tuple(higher)
    return tuple(mask if SUIT_OF[card] == trump else mask | SUIT_MASK[trump] for card, mask in enumerate(higher))


_TAKERS: Final[dict[Suit | None, tuple[Hand, ...]]] = {trump: _takers(trump) for trump in (None, 0, 1, 2, 3)}
LED_MASK: Final[tuple[Hand, ...]] = tuple(SUIT_MASK[SUIT_OF[card]] for card in range(40))


def legal_cards(hand: Hand, led: Suit | None) -> Hand:
    """Return the cards of *hand* that may be played: follow the suit led if possible, else any (rules 1)."""
    if led is None:
        return hand
    return hand & SUIT_MASK[led] or hand


@cache
def ring(seats: int, resting: int | None = None) -> tuple[int, ...]:
    """Return for each seat the seat to its right that plays next; a *resting* seat is skipped."""
    after = [(seat + 1) % seats for seat in range(seats)]
    if resting is None:
        return tuple(after)
    return tuple(after[seat] if seat == resting else seat for seat in after)


class Position:
    """The trick core: who holds what, whose turn it is, and the trick on the table.

    Shared by match, bots and solver; it plays legal cards and does not check them. ``led`` is the mask of the suit led,
    0 before the lead. ``taken`` holds the thirds captured by each seat, without last trick and monte.
    """

    __slots__ = ("best", "hands", "led", "next_seat", "plays", "size", "taken", "takers", "turn", "value", "winning")

    def __init__(
        self,
        hands: Sequence[Hand],
        turn: int,
        *,
        next_seat: Sequence[int] | None = None,
        size: int | None = None,
        trump: Suit | None = None,
    ) -> None:
        self.hands = list(hands)
        self.next_seat = tuple(next_seat) if next_seat is not None else ring(len(hands))
        self.size = len(hands) if size is None else size
        self.takers = _TAKERS[trump]
        self.turn = turn
        self.plays: list[Card] = []
        self.led: Hand = 0
        self.best: Card = 0
        self.winning = turn
        self.value = 0
        self.taken = [0] * len(hands)

    def copy(self) -> "Position":
        """Return an independent copy."""
        twin: Position = object.__new__(Position)
        twin.hands = self.hands[:]
        twin.next_seat = self.next_seat
        twin.size = self.size
        twin.takers = self.takers
        twin.turn = self.turn
        twin.plays = self.plays[:]
        twin.led = self.led
        twin.best = self.best
        twin.winning = self.winning
        twin.value = self.value
        twin.taken = self.taken[:]
        return twin

    def legal(self) -> Hand:
        """Return the cards the seat to move may play."""
        hand = self.hands[self.turn]
        return hand & self.led or hand

    def play(self, card: Card) -> int:
        """Play *card* for the seat to move; return the winner when it completes the trick, else RUNNING.

        After a trick ``plays`` is a new list and the winner is to lead.
        """
        seat = self.turn
        self.hands[seat] ^= 1 << card
        plays = self.plays
        if not plays:
            self.led = LED_MASK[card]
            self.best = card
            self.winning = seat
        elif self.takers[self.best] >> card & 1:
            self.best = card
            self.winning = seat
        plays.append(card)
        self.value += THIRDS[card]
        if len(plays) < self.size:
            self.turn = self.next_seat[seat]
            return RUNNING
        winner = self.winning
        self.taken[winner] += self.value
        self.value = 0
        self.plays = []
        self.led = 0
        self.turn = winner
        return winner
