"""Watchers: one table, thousands of watchers: cards a second that reach all of them, beside a bare group send.

`python -m bench.watchers [--watchers 5000] [--cards 40]` prints a JSON line a row. The reference is a bare Channels
consumer that sends as long a text to a group of as many sockets (bench/bare.py). One card goes out when the one before
has reached everybody. Our watchers ping as the protocol asks; the reference's say nothing.
"""

import argparse
import json
import time
from typing import Any

import uvloop
from websockets.asyncio.client import connect

from bench.crowd import Crowd
from bench.move import EVENT_BYTES, LiveTable, live_tables
from bench.rig import Server, rig

MUST_REACH = 0.7
WARM_UP = 3


async def bare_cards(url: str, watchers: int, cards: int) -> tuple[list[float], int]:
    """Return the seconds each text took to reach all sockets of a group, and how many sockets were lost."""
    crowd = Crowd(url, "/send/1", b'"card"', speaks=False)
    await crowd.gather(watchers)
    text = json.dumps({"card": "3d", "state": "x" * (EVENT_BYTES - 30)})
    times = []
    async with connect(f"ws{url.removeprefix('http')}/send/1", compression=None, ping_interval=None) as sender:
        for card in range(1, WARM_UP + cards + 1):
            start = time.perf_counter()
            await sender.send(text)
            await sender.recv()
            await crowd.reach(card)
            times.append(time.perf_counter() - start)
    await crowd.leave()
    return times[WARM_UP:], crowd.lost


async def live_cards(url: str, table: LiveTable, watchers: int, cards: int) -> tuple[list[float], int]:
    """Return the seconds each card took to reach players and watchers, and how many sockets were lost."""
    crowd = Crowd(url, f"/ws/v1/tables/{table.code}/", b'"kind":"played"', speaks=True)
    await crowd.gather(watchers)
    await table.open(url)
    times = []
    for card in range(1, WARM_UP + cards + 1):
        start = time.perf_counter()
        await table.round()
        await crowd.reach(card)
        times.append(time.perf_counter() - start)
        table.stay()
    await crowd.leave()
    return times[WARM_UP:], crowd.lost


def figure(server: Server, row: str, watchers: int, measured: tuple[list[float], int]) -> dict[str, Any]:
    """Return what one row prints."""
    times, lost = sorted(measured[0]), measured[1]
    return {
        "bench": "watchers",
        "row": row,
        "watchers": watchers,
        "cards_per_second": round(len(times) / sum(times), 2),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "lost_sockets": lost,
        "server_mb": server.memory_mb(),
    }


def main() -> None:
    """Measure as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--watchers", type=int, default=5000)
    words.add_argument("--cards", type=int, default=35)
    said = words.parse_args()
    with rig(WATCHER_CAP=str(said.watchers)) as house:
        with house.server("bench.bare:application") as server:
            bare = figure(server, "bare", said.watchers, uvloop.run(bare_cards(server.url, said.watchers, said.cards)))
        print(json.dumps(bare), flush=True)
        [table] = live_tables(1)
        with house.server() as server:
            measured = uvloop.run(live_cards(server.url, table, said.watchers, said.cards))
            live = figure(server, "live", said.watchers, measured)
        live["of_bare"] = round(live["cards_per_second"] / bare["cards_per_second"], 2)
        live["must"] = {"of_bare": MUST_REACH}
        print(json.dumps(live), flush=True)


if __name__ == "__main__":
    main()
