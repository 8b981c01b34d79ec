"""Chaos: kills the processes of a whole site under live tables, again and again, and looks for anything wrong.

    make chaos [ARGS="--tables 50 --each 2 --rest 8"]

Own PostgreSQL and Valkey, two web processes, two workers, two clocks and a beat under the supervisor of `make run`;
fifty tables of people, or of people and bots, each with a watcher, all on real sockets. Each strike kills one process
(`kill -9`), or all of a kind, or all there are. Then every client must be right again within ten seconds of the
return, and its table must have moved on. At the end the logs are held against what every client sent and was told, and
the engine replays each record. Anything wrong ends it with status 1.
"""

import argparse
import asyncio
import json
import re
import sys
import time
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from bench.fragile_site import FragileSite, fragile_site
from bench.rig import rig
from bench.steady_client import SteadyClient

RIGHT_WITHIN = 10.0
RETURN_WITHIN = 60.0
SETTLE_WITHIN = 60.0
SEATS = 4
ENDING = re.compile(r"^Traceback \(most recent call last\):\n(?:[ \n].*\n?|\n)*(\S.*)", re.MULTILINE)
OUTAGE = re.compile(r"(?i)connect|redis\.exceptions|kombu|OperationalError|InterfaceError|PoolTimeout|AdminShutdown")


class Chaos:
    """The clients of one site, and what has been found wrong."""

    def __init__(self, site: FragileSite, clients: list[SteadyClient]) -> None:
        self.site = site
        self.clients = clients
        self.faults: list[str] = []

    async def strike(self, names: Iterable[str]) -> dict[str, Any]:
        """Kill *names* and wait until everything is as it should be; return how long that took."""
        wanted = list(names)
        killed = time.monotonic()
        self.site.kill(wanted)
        await asyncio.sleep(0.3)  # until the supervisor can have noticed
        if not await self.site.stand(RETURN_WITHIN):
            self.faults.append(f"after {wanted} had been killed the site did not come back")
        back = time.monotonic()
        late = await self.wait_until_right(RIGHT_WITHIN)
        self.faults += [f"{fault}, {RIGHT_WITHIN:.0f} s after the return of {' '.join(wanted)}" for fault in late]
        right = time.monotonic()
        return {"killed": wanted, "back_s": round(back - killed, 1), "right_s": round(right - back, 1)}

    async def wait_until_right(self, patience: float) -> list[str]:
        """Wait until every client is connected, up to date and right, and every table has moved; return who is not."""
        from games.consumers.database import in_thread
        from games.selectors.standing import seqs_of

        matches = {UUID(client.match) for client in self.clients if client.match}
        start = await in_thread(seqs_of, matches)
        deadline = time.monotonic() + patience
        while True:
            missing = [self._lacks(client, start) for client in self.clients]
            late = [fault for fault in missing if fault]
            if not late or time.monotonic() > deadline:
                break
            await asyncio.sleep(0.1)
        return late + await in_thread(self._check_views)

    def _lacks(self, client: SteadyClient, start: dict[UUID, int]) -> str:
        """Return what a client still lacks, empty where nothing."""
        who = f"{client.code}: {'a watcher' if client.user_id is None else f'player {client.user_id}'}"
        if not client.is_connected or not client.match:
            return f"{who} is not connected"
        if client.seq <= start.get(UUID(client.match), 0):
            return f"{who} has heard of nothing new"
        return ""

    def _check_views(self) -> list[str]:
        from bench.verdict import check_view

        return [fault for client in self.clients for fault in check_view(client)]

    async def judge(self) -> dict[str, Any]:
        """Let the play stop, and hold the logs against what every client sent and was told."""
        from bench.verdict import check_log, check_record
        from games.consumers.database import in_thread

        for client in self.clients:
            client.is_acting = False
        for _ in range(100):  # cards under way are answered
            if any(client.is_waiting for client in self.clients):
                await asyncio.sleep(RIGHT_WITHIN / 100)
        self.faults += [f"{client.code}: a command was never answered" for client in self.clients if client.is_waiting]
        self.faults += [fault for client in self.clients for fault in client.faults]
        tables: dict[UUID, list[SteadyClient]] = {}
        for client in self.clients:
            tables.setdefault(UUID(client.match), []).append(client)
        for match_id, clients in tables.items():
            self.faults += await in_thread(check_log, match_id, clients)
            self.faults += await in_thread(check_record, match_id)
        return {
            "matches": len(tables),
            "cards_acknowledged": sum(len(client.done) for client in self.clients),
            "events_told": sum(len(client.told) for client in self.clients),
            "overtaken": sum(len(client.refused) for client in self.clients),
            "connections": sum(client.connections for client in self.clients),
        }


def strikes(names: list[str]) -> list[list[str]]:
    """Return who is killed, strike by strike: each alone, all of each kind, all but the servers, and all."""
    servers = ["postgres", "valkey"]
    own = [name for name in names if name not in servers]
    kinds = [[name for name in own if name.startswith(kind)] for kind in ("web", "worker", "clock")]
    together = [kind for kind in kinds if len(kind) > 1]
    return [*([name] for name in own), ["valkey"], ["postgres"], *together, servers, own, names]


def seat_clients(urls: list[str], tables: int, pace: float) -> list[SteadyClient]:
    """Return the clients of so many new tables: four people at every other, two and two bots at the rest, a watcher."""
    from bench.company import seat_company

    clients: list[SteadyClient] = []
    for number in range(tables):
        [(code, tokens)] = seat_company(1, people=SEATS if number % 2 == 0 else 2, options={"hands": 100})
        clients += [SteadyClient(urls=urls, code=code, token=token, pace=pace) for token in (*tokens, "")]
    for number, client in enumerate(clients):
        shift = number % len(urls)
        client.urls = urls[shift:] + urls[:shift]
    return clients


async def run(
    bench: str, site: FragileSite, clients: list[SteadyClient], plan: list[list[str]], *, rest: float
) -> list[str]:
    """Strike as *plan* says with so many seconds of rest between, print each strike, and return what was wrong."""
    chaos = Chaos(site, clients)
    tending = asyncio.create_task(site.tend())
    if not await site.stand(RETURN_WITHIN):
        return ["the site did not open", site.log("web-1")[-2000:]]
    lives = [asyncio.create_task(client.live()) for client in clients]
    try:
        chaos.faults += await chaos.wait_until_right(SETTLE_WITHIN)
        for number, names in enumerate(plan, 1):
            print(f"\r{number} of {len(plan)}: {' '.join(names)} …\033[K", end="", file=sys.stderr, flush=True)
            told = await chaos.strike(names)
            print("\r\033[K", end="", file=sys.stderr)
            print(json.dumps({"bench": bench, **told, "faults": len(chaos.faults)}), flush=True)
            await asyncio.sleep(rest)
        verdict = await chaos.judge()
        print(json.dumps({"bench": bench, "checked": verdict, "faults": len(chaos.faults)}), flush=True)
    finally:
        for task in (*lives, tending):
            task.cancel()
        await asyncio.wait({*lives, tending})
    surprises = [f"{name} logged: {ending}" for name in site.names for ending in surprises_in(site.log(name))]
    return chaos.faults + surprises


def surprises_in(log: str) -> list[str]:
    """Return how the tracebacks of a log end, those left out that tell of a server that was away."""
    endings = ENDING.findall(log)
    return [ending for ending in endings if not OUTAGE.search(ending)]


def main() -> int:
    """Strike as the command line says; return the exit status."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, default=50)
    words.add_argument("--each", type=int, default=2, help="web, worker and clock processes of each kind")
    words.add_argument("--rest", type=float, default=6.0, help="seconds of play between strikes")
    words.add_argument("--pace", type=float, default=1.5, help="seconds a player thinks")
    words.add_argument("--short", action="store_true", help="the servers once, then everything once")
    said = words.parse_args()
    with rig() as house, fragile_site(house, each=said.each) as site:
        clients = seat_clients(site.urls, said.tables, said.pace)
        plan = strikes(site.names)
        faults = asyncio.run(run("chaos", site, clients, plan[-3::2] if said.short else plan, rest=said.rest))
    for fault in faults:
        print(fault, file=sys.stderr)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
