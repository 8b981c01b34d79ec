"""Simulate: a tournament of bots through the services, beside the same bots in a bare match of the engine.

`python -m bench.simulate [--pairs 16] [--format swiss]` prints a JSON line: cards a second of one process by the clock,
and a second of its processor, for the machine is shared. The reference keeps nothing and tells nobody: it deals, asks
the same players and applies what they choose.
"""

import argparse
import json
import random
import time

from bench.rig import rig
from games.engine.actions import parse_action
from games.engine.deal import deal_cards
from games.engine.match import Match
from games.engine.rulesets import resolve
from games.engine.visibility import public_view, seat_view
from games.solver.rule_player import choose

MUST_REACH = 500
TARGET = 31
PRESET = "torneo"


def bare(matches: int) -> float:
    """Return how many cards bare matches of the same bots play in a second of the processor."""
    rng, cards, start = random.Random(1), 0, time.process_time()
    for _ in range(matches):
        cards += _play(Match(resolve(PRESET, {"target": TARGET})), rng)
    return cards / (time.process_time() - start)


def _play(match: Match, rng: random.Random) -> int:
    cards = 0
    while not match.finished:
        deck = list(range(40))
        rng.shuffle(deck)
        dealer = match.next_dealer if match.next_dealer is not None else 0
        match.start_hand(dealer, deal_cards(match.ruleset, dealer, tuple(deck)))
        history: list[dict[str, object]] = []
        while match.next is not None and match.next[0] != "deal":
            seat = match.next[1] or 0
            public, private = public_view(match), seat_view(match, seat)
            for act in choose(ruleset=match.ruleset, public=public, private=private, history=history):
                match.apply(parse_action(dict(act), seats=match.ruleset.seats, scores=match.ruleset.scores))
                history.append(dict(act))
                cards += act["do"] == "play"
    return cards


def simulated(name: str, pairs: int) -> tuple[int, float, float]:
    """Play a tournament and return its cards, its seconds, and those of the processor."""
    from django.utils import timezone

    from tournaments.services import simulation

    options = {"rounds": 5} if name in {"swiss", "danish"} else {"groups": 2, "qualify": 2} if name == "groups" else {}
    tournament_id = simulation.prepare(
        club_id=simulation.club_for(None),
        entrants=pairs,
        now=timezone.now(),
        name=name,
        format=name,
        format_options=options,
        plan={"legs": [{"preset": PRESET, "target": TARGET}]},
    )
    start, worked = time.perf_counter(), time.process_time()
    simulation.run(tournament_id=tournament_id, told=lambda _reached: None)
    seconds, worked = time.perf_counter() - start, time.process_time() - worked
    return simulation.cards_played(tournament_id=tournament_id), seconds, worked


def main() -> None:
    """Measure the reference, the tournament, and the reference again."""
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--pairs", type=int, default=16)
    words.add_argument("--format", default="swiss")
    asked = words.parse_args()
    with rig():
        simulated("knockout", 2)  # whatever is made or loaded once
        before = bare(40)
        cards, seconds, worked = simulated(asked.format, asked.pairs)
        reference = (before + bare(40)) / 2
    figures = {
        "bench": "simulate",
        "format": asked.format,
        "pairs": asked.pairs,
        "cards": cards,
        "cards_a_second": round(cards / seconds),
        "must_reach": MUST_REACH,
        "cards_a_cpu_second": round(cards / worked),
        "bare_cards_a_cpu_second": round(reference),
        "ratio": round(cards / worked / reference, 3),
    }
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main()
