"""Socket client: a program that plays a whole match over the documented protocol (docs/protocol.md), and an example.

    python -m bench.socket_client --url http://localhost:8000 --token bongioco_… [--preset club] [--hands 1]

It opens a table, sits down, fills the other chairs with bots and plays the first thing it may until the match, or the
number of hands asked for, is over. Needs the package `websockets` and nothing of this site.
"""

import argparse
import asyncio
import json
import secrets
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

Frame = dict[str, Any]
ACTS = ("bid", "call", "give", "take", "discard", "play")


class Site:
    """The REST side of the protocol, spoken with a token whose scopes are `tables` and `play`."""

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self.headers = {"Authorization": f"Bearer {token}"}

    def call(self, verb: str, path: str, body: Frame | None = None) -> Any:
        """Return the answer to one call; raises HTTPError with the problem for what is refused."""
        headers = self.headers | {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self.url}/api/v1{path}", data, headers, method=verb)  # noqa: S310 - the address is the caller's own
        with urlopen(request, timeout=10) as answer:  # noqa: S310
            return json.loads(answer.read() or b"null")

    def open_table(self, **wishes: Any) -> str:
        """Open a table, sit down in its first chair, put bots into the others and return its code."""
        table = self.call("POST", "/tables/", wishes)
        first, *others = [seat["seat"] for seat in table["seats"]]
        self.call("PUT", f"/tables/{table['code']}/seats/{first}/")
        for number in others:
            self.call("PUT", f"/tables/{table['code']}/seats/{number}/bot/")
        return str(table["code"])

    @asynccontextmanager
    async def socket(self, code: str, query: str = "") -> AsyncIterator["Client"]:
        """Open the socket of a table."""
        address = f"ws{self.url.removeprefix('http')}/ws/v1/tables/{code}/{query}"
        async with connect(address, additional_headers=self.headers) as connection:
            client = Client(connection)
            alive = asyncio.create_task(client.keep_alive())
            try:
                yield client
            finally:
                alive.cancel()


class Client:
    """One socket: what it has been shown of the match, and what it says."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.match = ""
        self.seq = 0
        self.view: Frame = {}
        self.you: Frame | None = None
        self.entropy = b""
        self.acted_at = 0

    async def say(self, kind: str, **fields: Any) -> None:
        """Send one message."""
        await self.connection.send(json.dumps({"type": kind, **fields}))

    async def command(self, kind: str, **fields: Any) -> str:
        """Send a command for the state last seen, and return the id by which its answer is known."""
        command_id = str(uuid.uuid4())
        await self.say(kind, match=self.match, seq=self.seq, command_id=command_id, **fields)
        return command_id

    async def hear(self) -> Frame:
        """Return the next frame, once what it tells is taken in."""
        frame: Frame = json.loads(await self.connection.recv())
        match frame["type"]:
            case "match":
                self.match, self.seq = frame["match"], frame["seq"]
                self.view, self.you = frame["view"], frame.get("you")
            case "event" if frame["match"] == self.match and frame["seq"] == self.seq + 1:
                self.seq = frame["seq"]
                self.view = {**self.view, **frame["state"]}
                self.you = frame.get("you", self.you)
            case "event" if frame["match"] == self.match and frame["seq"] > self.seq + 1:
                await self.say("resync", since=self.seq)
            case "pong":
                await self.say("echo", n=frame["n"])
        return frame

    async def keep_alive(self) -> None:
        """Say something every three seconds; who is silent for nine is taken for gone."""
        while True:
            await asyncio.sleep(3)
            await self.say("ping")

    async def act(self) -> None:
        """Do the first thing that is open to this seat, once a state."""
        if self.you is None or self.acted_at == self.seq:
            return
        may = self.you["may"]
        self.acted_at = self.seq
        if may.get("commit_entropy"):
            self.entropy = secrets.token_bytes(32)
            facts = self.match.encode() + self.view["entropy"]["hand"].to_bytes(4, "big") + bytes([self.you["seat"]])
            await self.command("commit_entropy", commitment=sha256(self.entropy + facts).hexdigest())
        elif may.get("reveal_entropy"):
            await self.command("reveal_entropy", entropy=self.entropy.hex())
        elif may.get("take_back"):
            await self.command("take_back")
        elif may.get("ready"):
            await self.command("ready")
        elif (do := next((act for act in ACTS if may.get(act) is not None), None)) is not None:
            await self.command(do, **self._choice(do, self.you))

    def _choice(self, do: str, you: Frame) -> Frame:
        """Return the fields of the first choice there is."""
        may = you["may"]
        match do:
            case "bid":
                return {"bid": may["bid"][0]}
            case "take":
                return {"count": may["take"][0]}
            case "discard":
                return {"cards": " ".join(you["hand"][: may["discard"]])}
            case _:
                return {"card": may[do][0]}


async def play(site: Site, code: str, hands: int = 0) -> Frame:
    """Play the match of a table until it is over, or so many hands are; return the last view."""
    async with site.socket(code) as client:
        while True:
            frame = await client.hear()
            if frame["type"] == "refused" and frame["code"] not in {"stale", "not_your_turn", "entropy_not_wanted"}:
                raise RuntimeError(f"{frame['code']}: {frame['detail']}")
            played = len(client.view.get("hands", ()))
            if client.view.get("result") or (hands and played >= hands):
                return client.view
            await client.act()


def main() -> None:
    """Play as the command line says, and print how it ended."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--url", default="http://localhost:8000")
    words.add_argument("--token", required=True)
    words.add_argument("--preset", default="club")
    words.add_argument("--hands", type=int, default=0)
    said = words.parse_args()
    site = Site(said.url, said.token)
    code = site.open_table(preset=said.preset)
    view = asyncio.run(play(site, code, said.hands))
    print(json.dumps({"table": code, "totals": view["totals"], "hands": len(view["hands"]), "result": view["result"]}))


if __name__ == "__main__":
    main()
