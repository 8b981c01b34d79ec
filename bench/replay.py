"""Replay: ten thousand records through ``manage.py replay``, beside ``json.loads`` of the same file.

``python -m bench.replay`` prints a JSON line a figure. The records are random whole matches of ``club`` from one seed;
both figures are CPU seconds of a process of their own work, the command with its start and its output counted in.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from games.engine.actions import Action, Play
from games.engine.cards import cards_in
from games.engine.deal import deal_cards
from games.engine.match import Match
from games.engine.record import hand_record, record_of
from games.engine.rulesets import resolve

SEED: Final = 20250101
MOST: Final = 15.0


def random_record(rng: random.Random, preset: str = "club") -> dict[str, Any]:
    """Return the record of a match of random legal cards."""
    ruleset = resolve(preset, {})
    match, hands = Match(ruleset), []
    dealer = rng.randrange(ruleset.seats)
    while not match.finished:
        deck = list(range(40))
        rng.shuffle(deck)
        deal = deal_cards(ruleset, dealer, tuple(deck))
        match.start_hand(dealer, deal)
        done: list[Action] = []
        while (due := match.next) is not None and due[0] == "play":
            seat = due[1] or 0
            done.append(Play(seat, rng.choice(cards_in(match.legal_cards(seat)))))
            match.apply(done[-1])
        hands.append(hand_record(dealer, deal, done))
        dealer = match.next_dealer or 0
    return record_of(ruleset, ["nord", "est", "sud", "ovest"], hands)


def child_seconds() -> float:
    """Return the CPU seconds used by the processes started here and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Write the file, measure both, print the ratio and the command's memory."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=2)
    args = parser.parse_args()
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        with path.open("w", encoding="utf-8") as out:
            for _ in range(args.records):
                out.write(json.dumps(random_record(rng)) + "\n")
        loads = replays = float("inf")
        for _ in range(args.rounds):
            start = time.process_time()
            with path.open(encoding="utf-8") as lines:
                for line in lines:
                    json.loads(line)
            loads = min(loads, time.process_time() - start)
            before = child_seconds()
            with (Path(folder) / "results.jsonl").open("w", encoding="utf-8") as results:
                subprocess.run([sys.executable, "manage.py", "replay", str(path)], stdout=results, check=True)
            replays = min(replays, child_seconds() - before)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        size = path.stat().st_size
    print(json.dumps({"bench": "replay", "row": "json.loads", "records": args.records, "cpu_s": round(loads, 3)}))
    print(
        json.dumps(
            {
                "bench": "replay",
                "row": "manage.py replay",
                "records": args.records,
                "file_mb": round(size / 1e6, 1),
                "cpu_s": round(replays, 3),
                "ratio_to_json_loads": round(replays / loads, 2),
                "must_reach": MOST,
                "peak_mb": round(peak / 1024, 1),
            }
        )
    )


if __name__ == "__main__":
    main()
