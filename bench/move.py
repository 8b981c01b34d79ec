"""Move: one card, from the command on one socket to the event at all four, beside bare references in the same run.

`python -m bench.move [--tables 1 25] [--moves 2000]` prints a JSON line a figure. References (bench/bare.py): a bare
Channels consumer that only sends to its group, the same with one lock, update, insert and commit by the ORM, and the
latter in raw SQL. Tables play at once, each in a closed loop: a card goes out when the one before has reached all four.
"""

import argparse
import asyncio
import json
import time
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.rig import Rig, Server, rig

SEATS = 4
WARM_UP = 80
TURNS = 5
"""Parts in which each row is measured, one after another."""
MUST_REACH = 0.6
P99_AT_MOST = 2.0
EVENT_BYTES = 600
"""About what one of our events takes, so that the references carry as much."""

decode = msgspec.json.decode


class LiveTable:
    """Four players of the product at one table."""

    def __init__(self, code: str, tokens: list[str]) -> None:
        self.code = code
        self.tokens = tokens
        self.sockets: list[ClientConnection] = []
        self.seq = 0
        self.match = ""
        self.phase = "play"
        self.seen: list[int] = []
        self.you: list[dict[str, Any]] = []
        self.pings: set[asyncio.Future[None]] = set()

    async def open(self, *urls: str) -> None:
        """Sit down, each player at the next of the processes."""
        for seat, token in enumerate(self.tokens):
            headers = {"Authorization": f"Bearer {token}"}
            address = f"ws{urls[seat % len(urls)].removeprefix('http')}/ws/v1/tables/{self.code}/"
            socket = await connect(address, additional_headers=headers, compression=None, ping_interval=None)
            self.sockets.append(socket)
            while (frame := decode(await socket.recv()))["type"] != "match":
                pass
            self.match, self.seq = frame["match"], frame["seq"]
            self.seen.append(frame["seq"])
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
                if frame["seq"] != self.seen[seat] + 1:
                    raise RuntimeError(f"event {self.seen[seat] + 1} is missing")
                self.seen[seat] += 1
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

    def stay(self) -> None:
        """Nobody asks a bare socket for signs of life."""

    async def round(self) -> float:
        """Send one text; return the seconds until all four have it."""
        self.turn = (self.turn + 1) % SEATS
        start = time.perf_counter()
        await self.sockets[self.turn].send(self.text)
        for socket in self.sockets:
            decode(await socket.recv())
        return time.perf_counter() - start


class Row:
    """One row of the bench: tables at one server, and what was measured of them so far."""

    def __init__(self, name: str, server: Server, tables: Sequence[LiveTable | BareTable]) -> None:
        self.name = name
        self.server = server
        self.tables = tables
        self.times: list[float] = []
        self.elapsed = 0.0
        self.cpu = 0.0
        self._staying: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Sit down at every table and play a little."""
        self._staying = asyncio.create_task(self._stay())
        for table in self.tables:
            await table.open(self.server.url)
        await self._play(WARM_UP)

    async def measure(self, moves: int) -> None:
        """Play *moves*, spread over the tables."""
        cpu, start = self.server.cpu_seconds(), time.perf_counter()
        self.times += await self._play(moves)
        self.elapsed += time.perf_counter() - start
        self.cpu += self.server.cpu_seconds() - cpu

    async def close(self) -> None:
        """Leave."""
        if self._staying is not None:
            self._staying.cancel()
        await asyncio.gather(*(socket.close() for table in self.tables for socket in table.sockets))

    async def _play(self, moves: int) -> list[float]:
        left = [moves]

        async def play(table: LiveTable | BareTable) -> list[float]:
            times = []
            while left[0] > 0:
                left[0] -= 1
                times.append(await table.round())
            return times

        return [seconds for times in await asyncio.gather(*map(play, self.tables)) for seconds in times]

    async def _stay(self) -> None:
        """Give signs of life, also while another row is measured."""
        while True:
            for table in self.tables:
                table.stay()
            await asyncio.sleep(3)

    def figures(self) -> dict[str, Any]:
        """Return what is printed."""
        times = sorted(self.times)
        return {
            "bench": "move",
            "row": self.name,
            "tables": len(self.tables),
            "moves_per_second": round(len(times) / self.elapsed, 1),
            "p50_ms": round(1000 * times[len(times) // 2], 2),
            "p99_ms": round(1000 * times[int(len(times) * 0.99)], 2),
            "server_cpu_us": round(1e6 * self.cpu / len(times)),
        }


def live_tables(count: int) -> list[LiveTable]:
    """Return *count* tables at which a match has just begun, each with four people of its own."""
    from bench.company import seat_company

    return [LiveTable(code, tokens) for code, tokens in seat_company(count, options={"hands": 100})]


async def play_in_turn(rows: list[Row], moves: int) -> None:
    """Measure the rows by turns, so that whatever else the machine does meets all of them."""
    for row in rows:
        await row.open()
    for _ in range(TURNS):
        for row in rows:
            await row.measure(moves // TURNS)
    for row in rows:
        await row.close()


def run(house: Rig, counts: list[int], moves: int) -> None:
    """Print every row, and how the product stands beside (b)."""
    from django.db import connection

    from bench import bare

    with connection.cursor() as cursor:
        cursor.execute(bare.TABLES)
        cursor.execute("INSERT INTO bare_table SELECT n, 0, '{}' FROM generate_series(0, 2000) n")
    for count in counts:
        with house.server("bench.bare:application") as bare_server, house.server() as server:
            rows = [
                Row(kind, bare_server, [BareTable(kind, number) for number in range(count)])
                for kind in ("send", "orm", "sql")
            ]
            rows.append(Row("live", server, live_tables(count)))
            uvloop.run(play_in_turn(rows, moves))
        _, orm, _, live = figures = [row.figures() for row in rows]
        live["of_orm"] = round(live["moves_per_second"] / orm["moves_per_second"], 2)
        live["p99_of_orm"] = round(live["p99_ms"] / orm["p99_ms"], 2)
        live["must"] = {"of_orm": MUST_REACH, "p99_of_orm": P99_AT_MOST}
        for figure in figures:
            print(json.dumps(figure), flush=True)


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
