"""Rig: private servers and web processes for a bench, in a directory that goes when it ends."""

import gc
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from config.hosting.children import Child, Role
from config.hosting.embedded import CHECKOUT, Place
from config.hosting.roles import web
from config.hosting.servers import start_servers


class Rig(NamedTuple):
    """Where the private servers are; the environment of every process that is to use them."""

    directory: Path
    environment: dict[str, str]
    place: Place
    servers: list[Child]

    @contextmanager
    def server(self, application: str = "config.asgi:application") -> Iterator["Server"]:
        """Run one web process of *application*, as the site runs its own."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        role = web("127.0.0.1", port)
        words = [application if word == "config.asgi:application" else word for word in role.command]
        log = self.directory / f"web-{port}.log"
        child = Child.start(Role("web", words, directory=CHECKOUT), log=log, environment=self.environment)
        try:
            _wait_until_up(child, port, log)
            yield Server(f"http://127.0.0.1:{port}", child.pid, log)
        finally:
            child.stop()


class Server(NamedTuple):
    """A web process."""

    url: str
    pid: int
    log: Path

    def cpu_seconds(self) -> float:
        """Return the processor time it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self) -> int:
        """Return the memory it has to itself or shares, in megabytes."""
        rows = Path(f"/proc/{self.pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
        return next(int(row.split()[1]) for row in rows if row.startswith("Pss:")) // 1024


@contextmanager
def rig(**settings: str) -> Iterator[Rig]:
    """Start private servers, point this process at them, and lay the tables; *settings* go to every process."""
    directory = Path(tempfile.mkdtemp(prefix="bongioco-bench-"))
    directory.chmod(0o711)
    place = Place(var=directory, home=directory, sockets=directory)
    environment = {
        **os.environ,
        "DATABASE_URL": place.database_url,
        "REDIS_URL": place.redis_url,
        "DATA_DIR": str(directory),
        "ENV_FILE": os.devnull,
        "SECRET_KEY": "only-for-benches",
        "ALLOWED_HOSTS": "127.0.0.1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        **settings,
        "SOCKET_PLAYER_MESSAGES": "1000000",
        "SOCKET_WATCHER_MESSAGES": "1000000",
        "SOCKET_PERSON_COMMANDS": "1000000",
    }
    servers = start_servers(place, postgres=True, valkey=True, logs=directory, guard=None)
    try:
        os.environ.update(environment)
        import django
        from django.core.management import call_command

        django.setup()
        gc.disable()  # a quarter faster
        call_command("migrate", verbosity=0)
        gc.enable()
        yield Rig(directory, environment, place, servers)
    finally:
        if "django.db" in sys.modules:
            from django.db import connection

            connection.close()
            connection.close_pool()  # type: ignore[attr-defined] # PostgreSQL's own
        for server in reversed(servers):
            if server.ending() is None:
                server.stop()
        shutil.rmtree(directory, ignore_errors=True)


def _wait_until_up(child: Child, port: int, log: Path) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2).close()
        except URLError as error:
            if hasattr(error, "code"):
                return
        except OSError:
            pass
        else:
            return
        if child.ending() or time.monotonic() > deadline:
            raise RuntimeError(f"the server did not come up:\n{log.read_text(encoding='utf-8', errors='replace')}")
        time.sleep(0.05)
