"""Live site: the real server over the test database, for browsers and clients that come through the network."""

import os
import socket
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from tests.private_servers import RUN_KEY


class LiveSite:
    """A running server, and the site's other processes on request; all see the database of this test process."""

    def __init__(self, directory: Path, environment: Mapping[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.ws_url = f"ws://127.0.0.1:{self.port}"
        self._directory = directory
        self._environment = {**environment, "SITE_URL": self.url, "ALLOWED_HOSTS": "127.0.0.1"}
        self._children = {}

    def start_server(self) -> None:
        """Start uvicorn as `make run` does and wait until it answers."""
        from config.hosting.roles import web

        self._start(web("127.0.0.1", self.port))
        deadline = time.monotonic() + 30
        while not self._answers():
            ending = self._children["web"].ending()
            assert ending is None, f"the server ended ({ending}):\n{self.log('web')}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.log('web')}"
            time.sleep(0.05)

    def start(self, name: str) -> None:
        """Start another process of the site: `clock`, `worker` or `beat`."""
        from config.hosting import roles

        self._start(getattr(roles, name)())

    def stop(self, name: str) -> None:
        self._children.pop(name).stop()

    def log(self, name: str) -> str:
        file = self._directory / f"{name}.log"
        return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""

    def _start(self, role) -> None:
        from config.hosting.children import Child

        self._children[role.name] = Child.start(
            role, log=self._directory / f"{role.name}.log", environment=self._environment
        )

    def _answers(self) -> bool:
        try:
            urlopen(f"{self.url}/healthz", timeout=1).close()
        except HTTPError as answer:
            answer.close()
        except (URLError, OSError):
            return False
        return True


@pytest.fixture(scope="session")
def live_server_process(pytestconfig: pytest.Config, django_db_setup: None) -> Iterator[LiveSite]:
    """The server of this test process, started once; tests ask for `live_site`."""
    from django.db import connection

    run = pytestconfig.stash[RUN_KEY]
    name = connection.settings_dict["NAME"]
    site = LiveSite(
        run.own.var, {**os.environ, "DATABASE_URL": run.shared.database_url.replace("/bongioco?", f"/{name}?")}
    )
    site.start_server()
    yield site
    site.stop("web")


@pytest.fixture
def live_site(live_server_process: LiveSite, transactional_db: None) -> Iterator[LiveSite]:
    """The running site; what the test commits is what it serves. A traceback in its log fails the test."""
    before = len(live_server_process.log("web"))
    yield live_server_process
    said = live_server_process.log("web")[before:]
    if "Traceback (most recent call last)" in said:
        pytest.fail(f"the server logged an exception:\n{said}")


@pytest.fixture
def live_clock(live_site: LiveSite) -> Iterator[None]:
    """The clock that plays for bots and ends turns, running beside the live site."""
    live_site.start("clock")
    yield
    live_site.stop("clock")


@pytest.fixture
def live_worker(live_site: LiveSite) -> Iterator[None]:
    """The worker of background tasks, running beside the live site."""
    live_site.start("worker")
    yield
    live_site.stop("worker")
