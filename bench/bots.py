"""Bench: how strong the rule player is, and how long it thinks.

    python -m bench.bots [--preset club] [--matches 200] [--seed 1]

Each match is played twice, with the sides exchanged on the same deals: the rule player against a player that plays a
random legal card.
Prints one JSON line: the share of matches won with its standard error, and microseconds a decision.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Callable, Mapping
from typing import Any

from games.engine.actions import action_dict, parse_action
from games.engine.deal import deal_cards
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.timeouts import default_action
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
    """Return a player that plays any legal card, and bids and exchanges as the server does on a time-out."""

    def player(match: Match, seat: int, history: list[Act]) -> list[Act]:
        may = seat_view(match, seat)["may"]
        if may.get("play"):
            return [{"seat": seat, "do": "play", "card": rng.choice(may["play"])}]
        return [server_act(match)]

    return player


def server_act(match: Match) -> Act:
    """Return what the server does on a time-out."""
    assert match.hand is not None
    action = default_action(match.hand)
    assert action is not None
    return action_dict(action)


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
        decisions += 1
    return match, decisions


def main() -> None:
    """Print one row for the preset asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", default="club")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--target", type=int, default=21)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    won, played, decisions, spent = 0.0, 0, 0, 0.0
    for number in range(args.matches // 2):
        for swapped in (False, True):
            rng = random.Random(f"{args.seed}-{number}-{swapped}")
            seats = resolve(args.preset, {"target": args.target}).seats
            weak = random_legal(rng)
            players = {seat: weak if (seat % 2 == 0) == swapped else rule for seat in range(seats)}
            start = time.perf_counter()
            match, count = play_match(
                args.preset, {"target": args.target}, players, random.Random(f"{args.seed}-{number}")
            )
            spent += time.perf_counter() - start
            decisions += count
            played += 1
            won += sum(winner % 2 == int(swapped) for winner in match.winners) / len(match.winners)
    share = won / played
    row = {
        "bench": "bots",
        "preset": args.preset,
        "matches": played,
        "won": round(share, 4),
        "standard_error": round(math.sqrt(share * (1 - share) / played), 4),
        "us_a_decision": round(spent / decisions * 1e6, 1),
    }
    print(json.dumps(row))


if __name__ == "__main__":
    main()
