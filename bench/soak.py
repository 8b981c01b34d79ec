"""Soak: 100,000 random hands of every game, each checked against what holds of every hand; a line says how far it is.

    make soak [ARGS="--hands 100000 --preset due --from 37 --runs 10000 --events 1000"]

Hands come in batches of a thousand, each from a seed of its own: what stopped in batch 37 goes on with `--from 37`, and
a fault is found again by its preset and batch alone.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time

from bench import described, following, mutants, storms
from games.engine.rulesets import PRESETS
from tests.games.engine.invariants import check_hand, play_out
from tests.games.engine.tables import deal_next, new_match

BATCH = 1_000


def soak(preset: str, batch: int) -> None:
    """Play the hands of one batch, in matches of any number of players the game has."""
    rng = random.Random(f"{preset} {batch}")
    played = 0
    while played < BATCH:
        match = new_match(preset, players=rng.choice(list(PRESETS[preset].shapes)))
        while not match.finished and played < BATCH:
            deal_next(match, rng, dealer=rng.randrange(match.ruleset.seats))
            check_hand(match, play_out(match, rng))
            played += 1


def main() -> None:
    """Soak the presets asked for, then prove that the tests catch the mutants by name."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--preset", action="append", choices=PRESETS, help="several may be given; all without any")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="BATCH")
    parser.add_argument("--runs", type=int, default=10_000, help="of clients that follow a match (bench/following.py)")
    parser.add_argument("--events", type=int, default=1_000, help="in tournaments of each format (bench/storms.py)")
    parser.add_argument("--examples", type=int, default=60, help="of calls of each operation (bench/described.py)")
    args = parser.parse_args()
    batches = -(-args.hands // BATCH)
    for preset in args.preset or PRESETS:
        start = time.perf_counter()
        for batch in range(args.first, batches):
            try:
                soak(preset, batch)
            except BaseException:
                print(f"\nstopped; go on with ARGS='--preset {preset} --from {batch}'", file=sys.stderr)
                raise
            print(f"\r{preset}: {(batch + 1) * BATCH:,} of {batches * BATCH:,} hands", end="", file=sys.stderr)
        print(file=sys.stderr)
        played = (batches - args.first) * BATCH
        rate = round(played / (time.perf_counter() - start))
        print(json.dumps({"bench": "soak", "preset": preset, "hands": played, "hands_a_second": rate}), flush=True)
    if not args.preset:
        mutants.main()
        following.soak(args.runs)
        storms.soak(args.events)
        described.soak(args.examples)


if __name__ == "__main__":
    main()
