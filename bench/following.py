"""Following: old view + events == fresh view, ten thousand times; a part of `make soak`.

    python -m bench.following [--runs 10000] [--from 37]

Each run plays a match while messages are lost, doubled and late and clients come, go and come back
(tests/games/sockets/following.py). Runs come in batches of a hundred, each from a seed of its own: what stopped in
batch 37 goes on with `--from 37`, and a fault is found again by its batch alone.
"""

import argparse
import json
import sys
import time

from bench.rig import rig

BATCH = 100


def soak(runs: int, first: int = 0) -> None:
    """Run the batches from *first* on; a line says how far it is. Raises what a run finds."""
    batches = -(-runs // BATCH)
    start = time.perf_counter()
    with rig():
        from tests.games.sockets.following import follow

        for batch in range(first, batches):
            try:
                follow(BATCH, seed=batch)
            except BaseException:
                print(f"\nstopped; go on with: python -m bench.following --from {batch}", file=sys.stderr)
                raise
            print(f"\rfollowing: {(batch + 1) * BATCH:,} of {batches * BATCH:,} runs", end="", file=sys.stderr)
    print(file=sys.stderr)
    done = (batches - first) * BATCH
    rate = round(done / (time.perf_counter() - start), 1)
    print(json.dumps({"bench": "following", "runs": done, "runs_a_second": rate}), flush=True)


def main() -> None:
    """Run as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--runs", type=int, default=10_000)
    words.add_argument("--from", type=int, default=0, dest="first", metavar="BATCH")
    said = words.parse_args()
    soak(said.runs, said.first)


if __name__ == "__main__":
    main()
