"""Restart: kill -9 of every process under many live tables; how soon every client is right again.

    make bench NAME=restart [ARGS="--tables 200 --times 3"]

The site is that of `make run`: one of each process, which its supervisor starts again. Prints, for each time, the
seconds until the site answers again (`back_s`), and from there until every client is connected, shows what a fresh view
shows, and has seen its table move on (`right_s`); nothing may be lost or doubled.
"""

import argparse
import asyncio
import json
import sys

from bench.chaos import run, seat_clients
from bench.fragile_site import fragile_site
from bench.rig import rig


def main() -> int:
    """Measure as the command line says; return the exit status."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=200)
    words.add_argument("--times", type=int, default=3)
    words.add_argument("--pace", type=float, default=4.0, help="seconds a player thinks")
    said = words.parse_args()
    with rig() as house, fragile_site(house, each=1) as site:
        clients = seat_clients(site.urls, said.tables, said.pace)
        faults = asyncio.run(run("restart", site, clients, [site.names] * said.times, rest=10.0))
    for fault in faults:
        print(fault, file=sys.stderr)
    print(json.dumps({"bench": "restart", "tables": said.tables, "clients": len(clients), "faults": len(faults)}))
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
