"""Invariants: what holds of every hand, whatever was played; for the tests and for `make soak`."""

import random

from games.engine.cards import NO_CARDS, Hand, hand_of, thirds_in
from games.engine.match import Match
from games.engine.scoring import HandResult
from tests.games.engine.tables import moves

LEAST_POINTS = {2: 11, 3: 10, 4: 9, 5: 9, 6: 8, 7: 7}  # of all sides together, by their number (rules 2.4)


def play_out(match: Match, rng: random.Random) -> HandResult:
    """Play the hand in play to its end, picking each card straight from the legal ones."""
    while match.hand.do not in ("play", "over"):
        match.apply(rng.choice(moves(match)))
    rand = rng.random
    while not match.hand.ended:
        seat = match.hand.turn
        legal = match.legal_cards(seat)
        for _ in range(int(rand() * legal.bit_count())):
            legal &= legal - 1
        match.play(seat, (legal & -legal).bit_length() - 1)
    return match.hands[-1]


def check_hand(match: Match, result: HandResult) -> None:
    """Check the hand just played: cards unique, thirds and points add up, payments cancel out."""
    hand, shape = match.hand, match.ruleset.shape
    played: Hand = NO_CARDS
    for trick in hand.tricks:
        assert len(trick.cards) == shape.size
        assert not played & hand_of(trick.cards)
        played |= hand_of(trick.cards)
    if match.ruleset.scored_by_seat:
        assert sum(result.score) == 0
    if result.ended == "passed":
        assert not hand.tricks
        return
    assert len(hand.tricks) == shape.tricks
    assert played | hand.exchange.left_over == shape.pack
    assert [trick.leader for trick in hand.tricks[1:]] == [trick.winner for trick in hand.tricks[:-1]]
    counted = thirds_in(shape.pack) if match.ruleset.monte == "last_trick" else thirds_in(played)
    assert sum(result.thirds) == counted + 3
    points = sum(result.card_points)
    assert points == 11 if match.ruleset.rounding != "floor" else LEAST_POINTS[len(result.thirds)] <= points <= 11
