"""Bench: how strong the rule player is, and how long it thinks.

    python -m bench.bots [--preset club] [--players 4] [--deals 50] [--target 21] [--seed 1]

On each set of deals one match is played for every side, or every seat where none has a partner: there sits the rule
player, everywhere else one that plays a random legal card. Beside them, on the same deals, random players alone say
what chance is. Prints one JSON line: the share of matches won with its standard error, what chance wins, and
microseconds a decision; for games with contracts also how many the rule player, among its like, undertakes and makes.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Mapping
from statistics import fmean, pstdev
from typing import Any

from games.engine.actions import parse_action
from games.engine.cards import card_code
from games.engine.deal import deal_cards
from games.engine.match import Match
from games.engine.rulesets import PRESETS, Ruleset, resolve
from games.engine.visibility import public_view, seat_view
from games.solver import rule_player

Act = Mapping[str, Any]
Player = Callable[[Match, int, list[Act]], list[Act]]


def rule(match: Match, seat: int, history: list[Act]) -> list[Act]:
    """Ask the rule player, which gets its seat's view and nothing else."""
    return list(
        rule_player.choose(
            ruleset=match.ruleset, public=public_view(match), private=seat_view(match, seat), history=history
        )
    )


def random_legal(rng: random.Random) -> Player:
    """Return a player that does anything the rules allow, one thing as likely as another."""

    def player(match: Match, seat: int, history: list[Act]) -> list[Act]:
        view = seat_view(match, seat)
        may = view["may"]
        do = next(act for act in ("play", "bid", "call", "give", "take", "discard") if act in may)
        match do:
            case "discard":
                fields = {"cards": " ".join(rng.sample(view["hand"], may["discard"]))}
            case "bid":
                fields = {"bid": rng.choice(may["bid"])}
            case "take":
                fields = {"count": rng.choice(may["take"])}
            case _:
                fields = {"card": rng.choice(may[do])}
        return [{"seat": seat, "do": do, **fields}]

    return player


def play_match(preset: str, options: Act, players: Mapping[int, Player], deals: random.Random) -> tuple[Match, int]:
    """Play one match to its end; return it and the number of decisions made."""
    match = Match(resolve(preset, options))
    decisions = 0
    history: list[Act] = []
    while (due := match.next) is not None:
        do, seat = due
        if do == "deal":
            deck = list(range(40))
            deals.shuffle(deck)
            dealer = seat if seat is not None else deals.randrange(match.ruleset.seats)
            match.start_hand(dealer, deal_cards(match.ruleset, dealer, tuple(deck)))
            history = []
            continue
        assert seat is not None
        for act in players[seat](match, seat, history):
            match.apply(parse_action(act))
            history.append(act)
            if match.hand is not None and not match.hand.position.plays and act["do"] == "play":
                history += [{"seat": who, "do": "draw", "card": card_code(card)} for who, card in match.hand.drawn]
        decisions += 1
    return match, decisions


def groups_of(ruleset: Ruleset) -> list[tuple[int, ...]]:
    """Return the seats that one player takes together: the sides, or each seat alone where sides come and go."""
    return list(ruleset.sides or ((seat,) for seat in range(ruleset.seats)))


def share_won(match: Match, group: tuple[int, ...]) -> float:
    """Return how much of the victory fell to *group*; winners share it."""
    if match.ruleset.scored_by_seat:
        winners = set(match.winners)
    else:
        winners = {seat for side in match.winners for seat in (match.sides or ())[side]}
    return len(winners & set(group)) / len(winners)


def contracts_of(preset: str, options: Act, matches: int, seed: int) -> Mapping[str, float]:
    """Return how often rule players among themselves undertake a contract, and make it; by bid."""
    made: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    hands = 0
    for number in range(matches):
        players = dict.fromkeys(range(resolve(preset, options).seats), rule)
        match, _ = play_match(preset, options, players, random.Random(f"{seed}-{number}"))
        hands += len(match.hands)
        for contract in (hand.contract for hand in match.hands):
            if contract is not None:
                tried[contract.bid] += 1
                made[contract.bid] += bool(contract.made)
    facts = {"undertaken": tried.total() / hands, "made": made.total() / max(1, tried.total())}
    facts |= {f"{bid}_made": made[bid] / count for bid, count in sorted(tried.items())}
    facts |= {f"{bid}_hands": count / hands for bid, count in sorted(tried.items())}
    return {name: round(value, 3) for name, value in facts.items()}


def main() -> None:
    """Print one row for the preset asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", default="club", choices=PRESETS)
    parser.add_argument("--players", type=int, help="how many sit down, where that may be chosen")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--target", type=int, default=21)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    options = {"target": args.target} | ({"players": args.players} if args.players else {})
    ruleset = resolve(args.preset, options)
    groups = groups_of(ruleset)
    won: list[float] = []
    chance: list[float] = []
    decisions, spent = 0, 0.0
    for number in range(args.deals):
        for group in groups:
            weak = random_legal(random.Random(f"{args.seed}-{number}-{group}"))
            players = {seat: rule if seat in group else weak for seat in range(ruleset.seats)}
            start = time.perf_counter()
            match, count = play_match(args.preset, options, players, random.Random(f"{args.seed}-{number}"))
            spent += time.perf_counter() - start
            decisions += count
            won.append(share_won(match, group))
            match, _ = play_match(
                args.preset, options, dict.fromkeys(range(ruleset.seats), weak), random.Random(f"{args.seed}-{number}")
            )
            chance.append(share_won(match, group))
    row = {
        "bench": "bots",
        "preset": args.preset,
        "players": ruleset.people,
        "matches": len(won),
        "won": round(fmean(won), 4),
        "standard_error": round(pstdev(won) / math.sqrt(len(won)), 4),
        "chance": round(fmean(chance), 4),
        "us_a_decision": round(spent / decisions * 1e6, 1),
    }
    if ruleset.contracts:
        row |= contracts_of(args.preset, options, args.deals, args.seed)
    print(json.dumps(row))


if __name__ == "__main__":
    main()
