"""Naive play: the rules of tricks once more, in sets of strings, sharing no line with the engine.

Slow and plain on purpose: the perft and random tests compare the engine with it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

TAKING_ORDER = ["3", "2", "A", "R", "C", "F", "7", "6", "5", "4"]  # strongest first
WORTH = {"A": 3, "3": 1, "2": 1, "R": 1, "C": 1, "F": 1}


def suit(card: str) -> str:
    return card[1]


def strength(card: str) -> int:
    return -TAKING_ORDER.index(card[0])


def worth(cards) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def trick_winner(plays: list[tuple[int, str]], trump: str | None = None) -> int:
    """Who takes a full trick: the strongest trump, else the strongest card of the suit led."""
    rules = suit(plays[0][1])
    if trump is not None and any(suit(card) == trump for _, card in plays):
        rules = trump
    return max(((seat, card) for seat, card in plays if suit(card) == rules), key=lambda play: strength(play[1]))[0]


@dataclass
class NaiveHand:
    """A hand being played: lists, sets and dictionaries of strings."""

    seats: list[int]  # those that play, counter-clockwise
    hands: dict[int, set[str]]
    turn: int
    trump: str | None = None
    stock: list[str] = field(default_factory=list)
    piles: dict[int, list[list[str]]] = field(default_factory=dict)
    plays: list[tuple[int, str]] = field(default_factory=list)
    closed: list[tuple[int, int]] = field(default_factory=list)  # piles whose top was played to this trick
    captured: dict[int, list[str]] = field(default_factory=dict)
    last_winner: int | None = None
    winners: list[int] = field(default_factory=list)

    def tops(self, seat: int) -> set[str]:
        piles = self.piles.get(seat, [])
        return {pile[0] for number, pile in enumerate(piles) if pile and (seat, number) not in self.closed}

    def playable(self, seat: int) -> set[str]:
        return self.hands[seat] | self.tops(seat)

    def legal(self) -> set[str]:
        cards = self.playable(self.turn)
        if self.plays:
            following = {card for card in cards if suit(card) == suit(self.plays[0][1])}
            return following or cards
        return cards

    def is_over(self) -> bool:
        return not any(self.hands.values()) and not any(pile for piles in self.piles.values() for pile in piles)

    def after(self, card: str) -> NaiveHand:
        new = replace(
            self,
            hands={at: set(cards) for at, cards in self.hands.items()},
            stock=list(self.stock),
            piles={at: [list(pile) for pile in own] for at, own in self.piles.items()},
            plays=list(self.plays),
            closed=list(self.closed),
            captured={at: list(cards) for at, cards in self.captured.items()},
            winners=list(self.winners),
        )
        seat = new.turn
        if card in new.hands[seat]:
            new.hands[seat].remove(card)
        else:
            number = next(n for n, pile in enumerate(new.piles[seat]) if pile and pile[0] == card)
            new.piles[seat][number].pop(0)
            new.closed.append((seat, number))
        new.plays.append((seat, card))
        new.turn = new.right_of(seat)
        if len(new.plays) == len(new.seats):
            new.take_trick()
        return new

    def right_of(self, seat: int) -> int:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def take_trick(self) -> None:
        winner = trick_winner(self.plays, self.trump)
        self.captured.setdefault(winner, []).extend(card for _, card in self.plays)
        self.winners.append(winner)
        self.plays, self.closed = [], []
        self.turn = self.last_winner = winner
        drawer = winner
        for _ in self.seats if self.stock else ():
            self.hands[drawer].add(self.stock.pop(0))
            drawer = self.right_of(drawer)

    def thirds(self, sides: list[list[int]], left_over: int = 0) -> list[int]:
        """What each side has when the hand is over, the last trick's three thirds and the monte with it."""
        totals = []
        for side in sides:
            cards = [card for seat in side for card in self.captured.get(seat, [])]
            totals.append(worth(cards) + (3 + left_over if self.last_winner in side else 0))
        return totals


def lines(hand: NaiveHand, depth: int) -> int:
    """How many ways *depth* cards can be played (fewer when the hand ends)."""
    if depth == 0 or hand.is_over():
        return 1
    return sum(lines(hand.after(card), depth - 1) for card in sorted(hand.legal()))
