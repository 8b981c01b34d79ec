"""Move: one card, from the command on one socket to the event at all four, beside bare references in the same run.

`python -m bench.move [--tables 1 25] [--moves 2000]` prints a JSON line a figure. References (bench/bare.py): a bare
Channels consumer that only sends to its group, the same with one lock, update, insert and commit by the ORM, and the
latter in raw SQL. Tables play at once, each in a closed loop: a card goes out when the one before has reached all four.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.rig import Rig, Server, rig

SEATS = 4
WARM_UP = 80
MUST_REACH = 0.6
P99_AT_MOST = 2.0
EVENT_BYTES = 600
"""About what one of our events takes, so that the references carry as much."""

decode = msgspec.json.decode
Round = Callable[[], Awaitable[float]]


class LiveTable:
    """Four players of the product at one table."""

    def __init__(self, code: str, tokens: list[str]) -> None:
        self.code = code
        self.tokens = tokens
        self.sockets: list[ClientConnection] = []
        self.seq = 0
        self.match = ""
        self.phase = "play"
        self.you: list[dict[str, Any]] = []
        self.pings: set[asyncio.Future[None]] = set()

    async def open(self, url: str) -> None:
        """Sit down."""
        for token in self.tokens:
            headers = {"Authorization": f"Bearer {token}"}
            address = f"ws{url.removeprefix('http')}/ws/v1/tables/{self.code}/"
            socket = await connect(address, additional_headers=headers, compression=None, ping_interval=None)
            self.sockets.append(socket)
            while (frame := decode(await socket.recv()))["type"] != "match":
                pass
            self.match, self.seq = frame["match"], frame["seq"]
            self.you.append(frame["you"])

    async def round(self) -> float:
        """Play one card; return the seconds until all four have seen it. Deals in between are not counted."""
        if self.phase == "deal":
            await self.deal()
        seat = next(seat for seat, you in enumerate(self.you) if you["may"].get("play"))
        start = time.perf_counter()
        await self.say(seat, {"type": "play", "card": self.you[seat]["may"]["play"][0]})
        self.seq += 1
        for socket in self.sockets:
            await self.read(socket, seq=self.seq)
        return time.perf_counter() - start

    async def deal(self) -> None:
        """Go on to the next hand, which begins as soon as all four are ready."""
        for seat in range(SEATS):
            await self.say(seat, {"type": "ready"})
        for socket in self.sockets:
            await self.read(socket, kind="dealt")

    def stay(self) -> None:
        """Give a sign of life for all four, without waiting for its answer."""
        for socket in self.sockets:
            self.pings.add(ping := asyncio.ensure_future(socket.send('{"type": "ping"}')))
            ping.add_done_callback(self.pings.discard)

    async def say(self, seat: int, fields: dict[str, Any]) -> None:
        """Send a command."""
        command = {"match": self.match, "seq": self.seq, "command_id": str(uuid4()), **fields}
        await self.sockets[seat].send(json.dumps(command))

    async def read(self, socket: ClientConnection, **wanted: Any) -> None:
        """Read one seat's frames up to the event with the facts *wanted*."""
        seat = self.sockets.index(socket)
        while True:
            frame = decode(await socket.recv())
            if frame["type"] == "refused":
                raise RuntimeError(f"{frame['code']}: {frame['detail']}")
            if frame["type"] == "event":
                self.you[seat] = frame.get("you", self.you[seat])
                self.phase = frame["state"].get("phase", self.phase)
                self.seq = max(self.seq, frame["seq"])
                if all(frame[key] == value for key, value in wanted.items()):
                    break


class BareTable:
    """Four sockets of a reference."""

    def __init__(self, kind: str, number: int) -> None:
        self.path = f"/{kind}/{number}"
        self.sockets: list[ClientConnection] = []
        self.text = json.dumps({"card": "3d", "state": "x" * (EVENT_BYTES - 30)})
        self.turn = 0

    async def open(self, url: str) -> None:
        """Sit down."""
        for _ in range(SEATS):
            address = f"ws{url.removeprefix('http')}{self.path}"
            self.sockets.append(await connect(address, compression=None, ping_interval=None))

    async def round(self) -> float:
        """Send one text; return the seconds until all four have it."""
        self.turn = (self.turn + 1) % SEATS
        start = time.perf_counter()
        await self.sockets[self.turn].send(self.text)
        for socket in self.sockets:
            decode(await socket.recv())
        return time.perf_counter() - start


async def measure(url: str, tables: list[LiveTable] | list[BareTable], moves: int) -> tuple[list[float], float]:
    """Return the seconds of each of *moves* and of all together."""
    for table in tables:
        await table.open(url)
    left = [0]

    async def play(table: LiveTable | BareTable) -> list[float]:
        times = []
        while left[0] > 0:
            left[0] -= 1
            times.append(await table.round())
        return times

    left[0] = WARM_UP
    await asyncio.gather(*map(play, tables))
    left[0] = moves
    start = time.perf_counter()
    played = await asyncio.gather(*map(play, tables))
    elapsed = time.perf_counter() - start
    await asyncio.gather(*(socket.close() for table in tables for socket in table.sockets))
    return sorted(seconds for times in played for seconds in times), elapsed


def figure(server: Server, row: str, tables: list[LiveTable] | list[BareTable], moves: int) -> dict[str, Any]:
    """Measure one row."""
    before = server.cpu_seconds()
    times, elapsed = uvloop.run(measure(server.url, tables, moves))
    return {
        "bench": "move",
        "row": row,
        "tables": len(tables),
        "moves_per_second": round(len(times) / elapsed, 1),
        "p50_ms": round(1000 * times[len(times) // 2], 2),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 2),
        "server_cpu_us": round(1e6 * (server.cpu_seconds() - before) / (len(times) + WARM_UP)),
    }


def live_tables(count: int) -> list[LiveTable]:
    """Return *count* tables at which a match has just begun, each with four people of its own."""
    from bench.company import seat_company

    return [LiveTable(code, tokens) for code, tokens in seat_company(count, options={"hands": 100})]


def run(house: Rig, counts: list[int], moves: int) -> None:
    """Print every row, and how the product stands beside (b)."""
    from django.db import connection

    from bench import bare

    with connection.cursor() as cursor:
        cursor.execute(bare.TABLES)
        cursor.execute("INSERT INTO bare_table SELECT n, 0, '{}' FROM generate_series(0, 2000) n")
    for count in counts:
        rows = {}
        with house.server("bench.bare:application") as server:
            for kind in ("send", "orm", "sql"):
                rows[kind] = figure(server, kind, [BareTable(kind, number) for number in range(count)], moves)
                print(json.dumps(rows[kind]), flush=True)
        with house.server() as server:
            live = figure(server, "live", live_tables(count), moves)
        live["of_orm"] = round(live["moves_per_second"] / rows["orm"]["moves_per_second"], 2)
        live["p99_of_orm"] = round(live["p99_ms"] / rows["orm"]["p99_ms"], 2)
        live["must"] = {"of_orm": MUST_REACH, "p99_of_orm": P99_AT_MOST}
        print(json.dumps(live), flush=True)


def main() -> None:
    """Measure as the command line says."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--tables", type=int, nargs="+", default=[1, 25])
    words.add_argument("--moves", type=int, default=2000)
    said = words.parse_args()
    with rig() as house:
        run(house, said.tables, said.moves)


if __name__ == "__main__":
    main()
