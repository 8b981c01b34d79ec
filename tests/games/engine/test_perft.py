"""Legal lines counted twice: by the engine, and by naive play that shares no code with it."""

import random
from collections import Counter

import pytest

from games.engine.cards import CODES, SUIT_OF, SUITS
from games.engine.match import Match
from games.engine.rulesets import PRESETS
from tests.games.engine.naive import NaiveHand, lines
from tests.games.engine.tables import codes, deal_next, moves, new_match

TABLES = [(name, {}) for name in PRESETS if not PRESETS[name].contracts] + [
    (name, {"players": players}) for name in ("perdere", "traversone") for players in (3, 5, 6, 7)
]
AUCTIONS = [("terziglio", {})] + [("chiamare", {"players": players}) for players in (3, 4, 5, 6, 7)]


def naive_of(match: Match) -> NaiveHand:
    """The hand at the start of its tricks, said in strings."""
    hand = match.hand
    deal, dealer = hand.deal, hand.dealer
    seats = [seat for seat in range(match.ruleset.seats) if deal.hands[seat]]
    if hand.piles is None:
        hands = {seat: codes(hand.position.hands[seat]) for seat in seats}
    else:
        hands = {seat: {CODES[card] for card in deal.hands[seat]} for seat in seats}
    stock = [CODES[card] for card in deal.rest] if match.ruleset.shape.rest_use == "stock" else []
    piles = {seat: [[CODES[card] for card in pile] for pile in own] for seat, own in enumerate(deal.piles)}
    trump = None if deal.turned is None else SUITS[SUIT_OF[deal.turned]]
    assert deal.hands[dealer] or match.ruleset.shape.dealer_rests
    return NaiveHand(seats, hands, hand.turn, trump=trump, stock=stock, piles=piles)


def engine_lines(match: Match, depth: int) -> int:
    if depth == 0 or match.hand.ended:
        return 1
    total = 0
    for card in range(40):
        if match.legal_cards(match.hand.turn) >> card & 1:
            after = match.copy()
            after.play(match.hand.turn, card)
            total += engine_lines(after, depth - 1)
    return total


def test_the_naive_counter_counts_a_deal_known_by_hand() -> None:
    """Two seats with 3d 4c and 2d 5d: 3d leads and both denari may follow; 4c leads and anything may fall."""
    hand = NaiveHand([0, 1], {0: {"3d", "4c"}, 1: {"2d", "5d"}}, 0)
    assert [lines(hand, depth) for depth in (1, 2, 3, 4)] == [2, 4, 4, 4]


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_the_first_cards_of_a_deal_can_be_played_in_as_many_ways(preset: str, options: dict[str, int]) -> None:
    for seed in range(2):
        match = new_match(preset, **options)
        deal_next(match, random.Random(seed))
        naive = naive_of(match)
        for depth in range(1, 5 if match.ruleset.seats < 4 else 6):
            assert engine_lines(match, depth) == lines(naive, depth), (preset, options, seed, depth)


def play_until(match: Match, naive: NaiveHand, cards_left: int, rng: random.Random) -> NaiveHand:
    """Play both at random until every seat has *cards_left* cards or fewer to come."""
    while (match.hand.trick_count - len(match.hand.tricks)) > cards_left or match.hand.position.plays:
        legal = naive.legal()
        assert codes(match.legal_cards(match.hand.turn)) == legal
        card = rng.choice(sorted(legal))
        naive = naive.after(card)
        match.play(match.hand.turn, CODES.index(card))
    return naive


def naive_endings(naive: NaiveHand, sides: list[list[int]], left_over: int) -> Counter[tuple[int, ...]]:
    if naive.is_over():
        return Counter([tuple(naive.thirds(sides, left_over))])
    found: Counter[tuple[int, ...]] = Counter()
    for card in naive.legal():
        found += naive_endings(naive.after(card), sides, left_over)
    return found


def engine_endings(match: Match) -> Counter[tuple[int, ...]]:
    if match.hand.ended:
        return Counter([match.hands[-1].thirds])
    found: Counter[tuple[int, ...]] = Counter()
    for card in range(40):
        if match.legal_cards(match.hand.turn) >> card & 1:
            after = match.copy()
            after.play(match.hand.turn, card)
            found += engine_endings(after)
    return found


@pytest.mark.parametrize(("preset", "options"), TABLES)
def test_the_last_tricks_end_in_the_same_scores(preset: str, options: dict[str, int]) -> None:
    """Every way to play the last cards: the same number of lines, and the same thirds at the end of them."""
    rng = random.Random(f"{preset} {options}")
    match = new_match(preset, **options)
    deal_next(match, rng)
    naive = play_until(match, naive_of(match), 2 if match.ruleset.seats > 4 else 3, rng)
    sides = [list(side) for side in match.hand.sides]
    left_over = 0
    if match.ruleset.shape.rest_use == "monte":
        left_over = sum({"A": 3}.get(CODES[c][0], int(CODES[c][0] in "32RCF")) for c in match.hand.deal.rest)
    assert engine_endings(match) == naive_endings(naive, sides, left_over)


@pytest.mark.parametrize(("preset", "options"), AUCTIONS)
def test_games_with_an_auction_play_their_tricks_alike(preset: str, options: dict[str, int]) -> None:
    rng = random.Random(f"{preset} {options}")
    match, hands = new_match(preset, **options), 0
    while hands < 4:
        deal_next(match, rng)
        while match.hand.do not in ("play", "over"):
            match.apply(rng.choice(moves(match)))
        if match.hand.ended:
            continue
        hands += 1
        naive = naive_of(match)
        naive.hands = {seat: codes(cards) for seat, cards in enumerate(match.hand.position.hands) if cards}
        assert engine_lines(match, 4) == lines(naive, 4)
        play_until(match, naive, 0, rng)


@pytest.mark.parametrize("preset", [name for name in PRESETS if not PRESETS[name].contracts])
def test_what_naive_play_forbids_the_engine_refuses(preset: str) -> None:
    """Random hands card by card: exactly the naive legal cards are accepted, the others refused by their reason."""
    rng = random.Random(preset)
    match = new_match(preset, hands=100)
    for _ in range(2):
        deal_next(match, rng)
        naive = naive_of(match)
        while not match.hand.ended:
            seat, legal, held = naive.turn, naive.legal(), naive.playable(naive.turn)
            for card, code in enumerate(CODES):
                probe = match.copy()
                try:
                    probe.play(seat, card)
                    said = "played"
                except Exception as refusal:  # noqa: BLE001 - the code is what is compared
                    said = getattr(refusal, "code", repr(refusal))
                expected = "played" if code in legal else "must_follow_suit" if code in held else "card_not_held"
                assert said == expected, (code, said)
            card = rng.choice(sorted(legal))
            naive = naive.after(card)
            match.play(seat, CODES.index(card))
        assert naive.is_over()
