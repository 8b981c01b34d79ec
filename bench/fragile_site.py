"""Fragile site: a whole site of several processes each under its supervisor, for benches that kill them."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http import HTTPStatus
from http.client import HTTPConnection

from bench.rig import Rig
from config.hosting import postgres, roles, valkey
from config.hosting.children import Role
from config.hosting.supervisor import TICK, Supervisor


class FragileSite:
    """The processes of one site; each has a name, and comes back by itself when it is killed."""

    def __init__(self, rig: Rig, *, each: int) -> None:
        self.urls = [f"http://127.0.0.1:{port}" for port in _free_ports(each)]
        self._place = rig.place
        environment = {**rig.environment, "SITE_URL": self.urls[0]}
        self.notes: list[str] = []
        self._supervisor = Supervisor(logs=rig.directory, environment=environment, guard=None, say=self.notes.append)
        for server in rig.servers:
            self._supervisor.adopt(server)
        webs = [roles.web("127.0.0.1", int(url.rpartition(":")[2])) for url in self.urls]
        others = [role() for role in (roles.worker, roles.clock) for _ in range(each)]
        for role in (*_numbered(webs), *_numbered(others[:each]), *_numbered(others[each:]), roles.beat()):
            self._supervisor.start(role)

    @property
    def names(self) -> list[str]:
        """Return the names of all processes, servers first."""
        return [post.role.name for post in self._supervisor.posts]

    def log(self, name: str) -> str:
        """Return what a process has said so far."""
        return self._supervisor.log(name).read_text(encoding="utf-8", errors="replace")

    def kill(self, names: Iterable[str]) -> None:
        """Kill these processes at once, without a word."""
        wanted = set(names)
        for post in self._supervisor.posts:
            if post.role.name in wanted and post.child is not None and post.child.ending() is None:
                os.kill(post.child.pid, signal.SIGKILL)

    async def tend(self) -> None:
        """Start again whoever dies, until cancelled; to be run on the main thread, whose end ends the children."""
        while True:
            self._supervisor.look_round()
            await asyncio.sleep(TICK)

    async def stand(self, patience: float) -> bool:
        """Wait until every process runs and the servers answer; False if that takes longer than *patience* seconds."""
        deadline = time.monotonic() + patience
        while not (self._are_alive() and await asyncio.to_thread(self._do_answer)):
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.05)
        return True

    def close(self) -> None:
        """End everything in good order."""
        self._supervisor.close()

    def _are_alive(self) -> bool:
        return all(post.child is not None and post.child.ending() is None for post in self._supervisor.posts)

    def _do_answer(self) -> bool:
        are_served = valkey.does_answer(self._place.valkey_socket)
        return are_served and postgres.does_answer(self._place.database_url) and all(map(_is_well, self.urls))


@contextmanager
def fragile_site(rig: Rig, *, each: int) -> Iterator[FragileSite]:
    """Open a site with so many of each web, worker and clock process, and one beat; close it at the end."""
    site = FragileSite(rig, each=each)
    try:
        yield site
    finally:
        site.close()


def _numbered(found: list[Role]) -> list[Role]:
    return [replace(role, name=f"{role.name}-{number}") for number, role in enumerate(found, 1)]


def _is_well(url: str) -> bool:
    connection = HTTPConnection(url.removeprefix("http://"), timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def _free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [int(probe.getsockname()[1]) for probe in probes]
    for probe in probes:
        probe.close()
    return ports
