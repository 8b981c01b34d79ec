"""Storms: random events in tournaments of every format, each followed by a look at what must hold; in `make soak`.

    python -m bench.storms [--events 1000] [--format swiss] [--from 3]

First by the formats alone (tests/tournaments/formats/storms.py), then, fewer, through the services and a database
(tests/tournaments/storms.py). Events come in batches of a hundred, each from a seed of its own: what stopped in batch
3 goes on with `--from 3`, and a fault is found again by its format and batch alone.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Collection

from bench.rig import rig
from tests.tournaments.formats.storms import FORMATS, rage

BATCH = 100
SHARE = 10
"""Of so many events of the formats, one is through the services."""

Rage = Callable[[str, int, int], int]


def soak(events: int, names: Collection[str] = tuple(FORMATS), first: int = 0) -> None:
    """Let so many things happen in each format, and a share of them through the services. Raises what is found."""
    for name in names:
        _storm("formats", rage, name, events, first)
    with rig():
        from tests.tournaments.storms import rage as rage_through_services

        for name in names:
            _storm("services", rage_through_services, name, max(BATCH, events // SHARE), first)


def _storm(where: str, strike: Rage, name: str, events: int, first: int) -> None:
    """Go through the batches from *first* on; a line says how far it is."""
    batches = -(-events // BATCH)
    start = time.perf_counter()
    tournaments = 0
    for batch in range(first, batches):
        try:
            tournaments += strike(name, batch, BATCH)
        except BaseException:
            print(f"\nstopped; go on with: python -m bench.storms --format {name} --from {batch}", file=sys.stderr)
            raise
        told = f"{where}, {name}: {(batch + 1) * BATCH:,} of {batches * BATCH:,} events"
        print(f"\r{told:60}", end="", file=sys.stderr)
    print(file=sys.stderr)
    seconds = time.perf_counter() - start
    done = (batches - first) * BATCH
    figures = {"format": name, "events": done, "tournaments": tournaments, "events_a_second": round(done / seconds)}
    print(json.dumps({"bench": "storms", "through": where, **figures}), flush=True)


def main() -> None:
    """Run as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--events", type=int, default=1_000, help="in each format")
    words.add_argument("--format", action="append", choices=FORMATS, help="several may be given; all without any")
    words.add_argument("--from", type=int, default=0, dest="first", metavar="BATCH")
    said = words.parse_args()
    soak(said.events, said.format or tuple(FORMATS), said.first)


if __name__ == "__main__":
    main()
