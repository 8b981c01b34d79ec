"""Tables: a thousand live tables, each with a card every four seconds: how soon all four see it, and the memory.

`python -m bench.tables [--tables 1000] [--minutes 10] [--processes 1]` prints a JSON line. Every socket checks that no
event is missing. With more processes the four players of a table sit at different ones.
"""

import argparse
import asyncio
import json
import random
import time
from contextlib import ExitStack
from typing import Any

import uvloop

from bench.move import LiveTable, live_tables
from bench.rig import Server, rig

EVERY_SECONDS = 4.0
AT_ONCE = 20
"""Tables whose sockets are opened at one time."""
P95_MS, P99_MS = 150, 400


async def play(table: LiveTable, until: float, times: list[float]) -> None:
    """Play a card every four seconds, beginning at a moment of the table's own."""
    loop = asyncio.get_running_loop()
    moment = loop.time() + random.uniform(0, EVERY_SECONDS)
    while moment < until:
        while (left := moment - loop.time()) > 0:
            table.stay()
            await asyncio.sleep(min(left, 2.0))
        times.append(await table.round())
        moment += EVERY_SECONDS


async def measure(
    servers: list[Server], tables: list[LiveTable], seconds: float
) -> tuple[list[float], list[list[int]]]:
    """Return the seconds each card took, and the megabytes of each server at the start and at the end."""
    gate = asyncio.Semaphore(AT_ONCE)
    urls = [server.url for server in servers]

    async def enter(table: LiveTable) -> None:
        async with gate:
            await table.open(*urls)

    staying = asyncio.create_task(stay(tables))
    await asyncio.gather(*map(enter, tables))
    staying.cancel()
    memory = [[server.memory_mb() for server in servers]]
    times: list[float] = []
    until = asyncio.get_running_loop().time() + seconds
    await asyncio.gather(*(play(table, until, times) for table in tables))
    memory.append([server.memory_mb() for server in servers])
    await asyncio.gather(*(socket.close() for table in tables for socket in table.sockets))
    return times, memory


async def stay(tables: list[LiveTable]) -> None:
    """Give signs of life for tables whose game has not begun."""
    while True:
        for table in tables:
            table.stay()
        await asyncio.sleep(2)


def figures(times: list[float], memory: list[list[int]], tables: int, seconds: float) -> dict[str, Any]:
    """Return what is printed."""
    times.sort()
    return {
        "bench": "tables",
        "tables": tables,
        "processes": len(memory[0]),
        "sockets": 4 * tables,
        "cards": len(times),
        "cards_per_second": round(len(times) / seconds, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 1),
        "p95_ms": round(1000 * times[int(len(times) * 0.95)], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
        "events_lost": 0,  # a socket that misses one ends the bench
        "server_mb": memory,
        "must": {"p95_ms": P95_MS, "p99_ms": P99_MS},
    }


def main() -> None:
    """Measure as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=1000)
    words.add_argument("--minutes", type=float, default=10)
    words.add_argument("--processes", type=int, default=1)
    said = words.parse_args()
    with rig() as house, ExitStack() as stack:
        servers = [stack.enter_context(house.server()) for _ in range(said.processes)]
        start = time.perf_counter()
        tables = live_tables(said.tables)
        print(json.dumps({"bench": "tables", "seated_in_s": round(time.perf_counter() - start, 1)}), flush=True)
        times, memory = uvloop.run(measure(servers, tables, said.minutes * 60))
        print(json.dumps(figures(times, memory, said.tables, said.minutes * 60)), flush=True)


if __name__ == "__main__":
    main()
