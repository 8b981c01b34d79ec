"""Tables: matches set up for a test, and what may happen at them."""

import random
from collections.abc import Callable, Iterable, Mapping

from games.engine.actions import Action, parse_action
from games.engine.cards import CODES, parse_cards
from games.engine.deal import Deal, deal_cards
from games.engine.hand import HandInPlay
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.scoring import HandResult
from games.engine.visibility import seat_view

PAIRS = ("club", "biska", "centrosud", "nord", "partner", "ventuno", "torneo", "treseta", "bolognese", "briscola")


def new_match(preset: str = "club", **options: object) -> Match:
    return Match(resolve(preset, options))


def random_deck(rng: random.Random) -> tuple[int, ...]:
    deck = list(range(40))
    rng.shuffle(deck)
    return tuple(deck)


def deal_next(match: Match, rng: random.Random, dealer: int | None = None) -> None:
    """Deal the next hand at random; the first dealer is seat 0 unless told."""
    if match.next_dealer is not None:
        dealer = match.next_dealer
    dealer = dealer or 0
    match.start_hand(dealer, deal_cards(match.ruleset, dealer, random_deck(rng)))


def dealt(preset: str, hands: Mapping[int, str], *, dealer: int = 3, rest: str = "", **options: object) -> Match:
    """A match whose first hand gives each seat the cards named, filled up with the lowest cards left."""
    match = new_match(preset, **options)
    match.start_hand(dealer, filled(match, hands, dealer=dealer, rest=rest))
    return match


def filled(match: Match, hands: Mapping[int, str], *, dealer: int = 3, rest: str = "") -> Deal:
    shape = match.ruleset.shape
    given = {seat: list(parse_cards(text)) for seat, text in hands.items()}
    left_over = list(parse_cards(rest))
    named = {card for cards in given.values() for card in cards} | set(left_over)
    spare = [card for card in sorted(range(40), key=lambda card: (card % 10, card)) if card not in named]
    spare = [card for card in spare if not shape.removed >> card & 1]
    dealt_hands = []
    for seat in range(shape.seats):
        cards = given.get(seat, [])
        size = 0 if shape.dealer_rests and seat == dealer else shape.hand_size
        while len(cards) < size:
            cards.append(spare.pop(0))
        dealt_hands.append(tuple(cards))
    while len(left_over) < shape.rest:
        left_over.append(spare.pop(0))
    assert not spare, "the cards named fit the game"
    turned = dealt_hands[dealer][-1] if match.ruleset.trump_turned else None
    return Deal(tuple(dealt_hands), tuple(left_over), turned=turned)


def act(match: Match, do: str, seat: int | None = None, **fields: object) -> None:
    """Do one thing as a record says it; the seat on turn does it unless told."""
    who = {} if do == "award" else {"seat": match.hand.turn if seat is None else seat}
    match.apply(parse_action({**who, "do": do, **fields}))


def bids(match: Match, *words: str) -> None:
    """Bid *words* one after another, each by the seat on turn."""
    for word in words:
        act(match, "bid", bid=word)


def play(match: Match, cards: str) -> None:
    """Play *cards* one after another, each by the seat on turn."""
    for code in cards.split():
        act(match, "play", card=code)


def moves(match: Match, *, acts: Iterable[str] = ()) -> list[Action]:
    """Every move the seat on turn is offered: its cards or bids, and those of the *acts* named."""
    seat = match.hand.turn
    may = seat_view(match, seat)["may"]
    found = [{"do": "play", "card": card} for card in may.get("play", [])]
    found += [{"do": "bid", "bid": bid} for bid in may.get("bid", [])]
    found += [{"do": "call", "card": card} for card in may.get("call", [])]
    found += [{"do": "give", "card": card} for card in may.get("give", [])]
    found += [{"do": "take", "count": count} for count in may.get("take", [])]
    if "discard" in may:
        cards = seat_view(match, seat)["hand"]
        found += [
            {"do": "discard", "cards": " ".join(cards[at : at + may["discard"]])}
            for at in range(len(cards) - may["discard"] + 1)
        ]
    if "declare" in acts:
        found += [{"do": "declare", "sets": offer["sets"]} for offer in may.get("declare", [])]
    if "signal" in acts:
        found += [
            {"do": "play", "card": card, "signal": word}
            for card, words in may.get("signals", {}).items()
            for word in words
        ]
    if "say" in acts:
        found += [
            {"do": "play", "card": card, "say": word} for card, words in may.get("say", {}).items() for word in words
        ]
    found += [{"do": do} for do in ("a_monte", "call_out") if do in acts and may.get(do)]
    return [parse_action({"seat": seat, **move}) for move in found]


def finish_hand(match: Match, rng: random.Random, *, acts: Iterable[str] = ()) -> HandResult:
    """Play the hand out with random moves and return its result."""
    while not match.hand.ended:
        match.apply(rng.choice(moves(match, acts=acts)))
    return match.hands[-1]


def hand_where(match: Match, wanted: Callable[[HandResult], bool], seed: int = 1, tries: int = 4000) -> Match:
    """The match after one more random hand whose result is *wanted*; found by trying, the same every time."""
    rng = random.Random(seed)
    for _ in range(tries):
        attempt = match.copy()
        deal_next(attempt, rng)
        if wanted(finish_hand(attempt, rng)):
            return attempt
    raise AssertionError("no such hand among those tried")


def paper(match: Match, *points: int, dealer: int = 0) -> Match:
    """The match after a hand played with real cards, with these points a side."""
    match.start_paper_hand(dealer if match.next_dealer is None else match.next_dealer)
    for side, worth in enumerate(points):
        act(match, "award", side=side, points=worth, reason="a hand with real cards")
    return match


def codes(hand: int) -> set[str]:
    return {CODES[card] for card in range(40) if hand >> card & 1}


def hand_under(preset: str, **options: object) -> HandInPlay:
    """A hand just dealt under these rules."""
    match = new_match(preset, **options)
    deal_next(match, random.Random(1))
    return match.hand


WHITEWASH = {  # seat 0 declares the napoletana of denari, then seat 1 takes every trick
    0: "Ad 2d 3d 4d 4c 5c 4s 5s 4b 5b",
    1: "3c 2c Ac Rc 3s 2s As 3b 2b Ab",
    2: "6c 7c Fc 6s 7s Fs 6b 7b Fb 5d",
    3: "Cc Cs Cb Rs Rb 6d 7d Fd Cd Rd",
}


def play_whitewash(match: Match) -> Match:
    """The match after the hand above."""
    match.start_hand(3, filled(match, WHITEWASH, dealer=3))
    act(match, "declare", 0, sets=["Ad 2d 3d"])
    play(match, "4c 3c 6c Cc")
    for card in WHITEWASH[1].split()[1:]:
        play(match, card)
        while match.hand.position.plays:
            play(match, seat_view(match, match.hand.turn)["may"]["play"][-1])
    return match
