"""Engine: microseconds a decision of random hands of ``club``, beside a bare bitboard loop and other engines.

``python -m bench.engine`` prints a JSON line a row. Each row deals, plays random legal cards to the end and counts the
decisions; all draw from one seeded generator and one core. Rows whose package is not installed say so.
"""

import argparse
import json
import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from games.engine.cards import THIRDS, cards_in, hand_of
from games.engine.deal import deal_cards
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.tricks import LED_MASK, Position

SEED: Final = 20250101
BESIDE: Final = ("floor", "position", "match")  # ours, beside which every later row is put
MUST_REACH: Final = {  # row: the row it is compared with, the ratio, whether that is the least or the most
    "match": ("floor", 3.0, "most"),
    "openspiel_hearts": ("position", 2.0, "least"),
    "openspiel_spades": ("position", 2.0, "least"),
    "rlcard_bridge": ("match", 3.0, "least"),
}


def floor(hands: int, rng: random.Random) -> int:
    """Play with nothing but ints: no object, no check, no record."""
    rand, led_mask, thirds = rng.random, LED_MASK, THIRDS
    for _ in range(hands):
        deck = list(range(40))
        rng.shuffle(deck)
        held = [hand_of(deck[seat * 10 : seat * 10 + 10]) for seat in range(4)]
        turn, taken = 0, [0, 0]
        for _ in range(10):
            cards = cards_in(held[turn])
            best = cards[int(rand() * len(cards))]
            held[turn] ^= 1 << best
            led, winner, value = led_mask[best], turn, thirds[best]
            for _ in range(3):
                turn = (turn + 1) & 3
                cards = cards_in(held[turn] & led or held[turn])
                card = cards[int(rand() * len(cards))]
                held[turn] ^= 1 << card
                value += thirds[card]
                if card > best and led >> card & 1:
                    best, winner = card, turn
            turn = winner
            taken[winner & 1] += value
    return hands * 40


def position(hands: int, rng: random.Random) -> int:
    """Play the trick core alone."""
    rand = rng.random
    for _ in range(hands):
        deck = list(range(40))
        rng.shuffle(deck)
        core = Position([hand_of(deck[seat * 10 : seat * 10 + 10]) for seat in range(4)], 0)
        for _ in range(40):
            cards = cards_in(core.legal())
            core.play(cards[int(rand() * len(cards))])
    return hands * 40


def match(hands: int, rng: random.Random) -> int:
    """Play the full match layer: every check, scoring, dealers, totals."""
    rand, ruleset = rng.random, resolve("club", {"hands": 100})
    table, dealer = Match(ruleset), 0
    for _ in range(hands):
        if table.finished:
            table, dealer = Match(ruleset), 0
        deck = list(range(40))
        rng.shuffle(deck)
        table.start_hand(dealer, deal_cards(ruleset, dealer, tuple(deck)))
        hand = table.hand
        for _ in range(40):
            seat = hand.position.turn if hand is not None else 0
            cards = cards_in(table.legal_cards(seat))
            table.play(seat, cards[int(rand() * len(cards))])
        dealer = table.next_dealer or 0
    return hands * 40


def openspiel(name: str) -> Callable[[int, random.Random], int]:
    """Return a player of OpenSpiel's *name*, driven from Python. Raises ImportError without the package."""
    game = import_module("pyspiel").load_game(name)

    def play(hands: int, rng: random.Random) -> int:
        decisions = 0
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    actions = state.legal_actions()
                    decisions += 1
                state.apply_action(actions[int(rng.random() * len(actions))])
        return decisions

    return play


def rlcard_bridge() -> Callable[[int, random.Random], int]:
    """Return a player of RLCard's bare bridge game. Raises ImportError without the package."""
    game_class: Any = import_module("rlcard.games.bridge").Game

    def play(hands: int, rng: random.Random) -> int:
        decisions = 0
        for _ in range(hands):
            game = game_class()
            game.init_game()
            while not game.is_over():
                actions = game.judger.get_legal_actions()
                game.step(actions[int(rng.random() * len(actions))])
                decisions += 1
        return decisions

    return play


def measured(play: Callable[[int, random.Random], int], hands: int, rounds: int) -> float:
    """Return the least CPU time of *rounds* runs, in microseconds a decision."""
    best = float("inf")
    for number in range(rounds):
        rng = random.Random(SEED + number)
        start = time.process_time()
        decisions = play(hands, rng)
        best = min(best, (time.process_time() - start) / decisions * 1e6)
    return best


def main() -> None:
    """Print a row an engine, with its ratio to the match layer and to the floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    rows: dict[str, tuple[Callable[[], Callable[[int, random.Random], int]], int]] = {
        "floor": (lambda: floor, args.hands),
        "position": (lambda: position, args.hands),
        "match": (lambda: match, args.hands),
        "openspiel_hearts": (lambda: openspiel("hearts"), args.hands // 10),
        "openspiel_spades": (lambda: openspiel("spades"), args.hands // 10),
        "rlcard_bridge": (rlcard_bridge, args.hands // 30),
    }
    figures: dict[str, float] = {}
    for name, (make, hands) in rows.items():
        try:
            play = make()
        except ImportError:
            print(json.dumps({"bench": "engine", "row": name, "note": "package not installed"}))
            continue
        figures[name] = measured(play, max(1, hands), args.rounds)
        row: dict[str, Any] = {"bench": "engine", "row": name, "us_per_decision": round(figures[name], 3)}
        row |= {f"ratio_to_{other}": round(figures[name] / us, 2) for other, us in figures.items() if other in BESIDE}
        if name in MUST_REACH:
            other, ratio, bound = MUST_REACH[name]
            row["must_reach"] = f"at {bound} {ratio} x {other}"
        print(json.dumps(row))


if __name__ == "__main__":
    main()
