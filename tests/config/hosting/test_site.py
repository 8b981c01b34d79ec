"""A whole site, as `make run` opens it: what dies comes back, what was kept stays, and nothing is left behind."""

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import psycopg
import pytest

from config.hosting.embedded import CHECKOUT

pytestmark = pytest.mark.waits
PROCESSES = {"postgres", "valkey", "web", "clock", "worker", "beat"}
SECONDS = 90  # for anything to happen on a machine that is busy with other tests


def eventually(is_so: Callable[[], object]) -> bool:
    deadline = time.monotonic() + SECONDS
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


class Site:
    """One run of the site in a directory of its own."""

    def __init__(self, directory: Path) -> None:
        self.data = directory / "data"
        self.out = directory / "out"
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        given = {"DATABASE_URL", "REDIS_URL", "EMAIL_URL", "SITE_URL", "ALLOWED_HOSTS", "SECRET_KEY", "DEMO"}
        self.environment = {name: value for name, value in os.environ.items() if name not in given} | {
            "DATA_DIR": str(self.data),
            "PORT": str(self.port),
            "DEMO": "no",
        }
        self.process = self.run()

    def run(self) -> subprocess.Popen[bytes]:
        self.out.unlink(missing_ok=True)
        with self.out.open("wb") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "config.hosting.run"],
                cwd=CHECKOUT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )

    def said(self) -> str:
        return self.out.read_text(encoding="utf-8")

    def wait_until_open(self) -> None:
        assert eventually(lambda: "Bongioco is open" in self.said() or self.process.poll() is not None)
        assert "Bongioco is open" in self.said(), self.said()

    def children(self) -> dict[str, int]:
        """The site's processes by name, as the kernel knows them."""
        found = {}
        for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split():
            words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
            name = next(
                (name for name in ("uvicorn", "clock", "worker", "beat", "postgres", "valkey") if name in words), ""
            )
            found["web" if name == "uvicorn" else name] = int(pid)
        return found

    def answers(self) -> bool:
        try:
            urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5).close()
        except HTTPError as answer:
            answer.close()
            return False
        except (URLError, OSError):
            return False
        return True

    def database(self) -> psycopg.Connection:
        home = Path((self.data / "servers-home").read_text(encoding="utf-8").strip())
        return psycopg.connect(f"postgresql://bongioco@/bongioco?host={home / 'run'}", autocommit=True)

    def stop(self) -> None:
        """End it in good order, whatever became of the test: its directory is to be removed."""
        self.process.terminate()
        self.process.wait(SECONDS)


def are_gone(pids: list[int]) -> bool:
    def is_gone(pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "Z"
        except FileNotFoundError:
            return True

    return all(map(is_gone, pids))


@pytest.fixture
def site(open_directory: Path, collected_static: None) -> Iterator[Site]:
    running = Site(open_directory)
    try:
        running.wait_until_open()
        yield running
    finally:
        running.stop()


def test_it_opens_once_none_outlives_it_whoever_dies_comes_back_and_it_closes_with_none(site: Site) -> None:
    """One site for all of this: every start of one is six processes."""
    opened(site)
    refuses_a_second_run(site)
    outlived_by_none_and_found_by_the_next_run(site)
    starts_again_whoever_dies(site)
    closes_with_none(site, signal.SIGINT)  # Ctrl-C
    site.process = site.run()
    assert eventually(lambda: "postgres is up." in site.said())
    closes_with_none(site, signal.SIGTERM)


def opened(site: Site) -> None:
    assert re.search(rf"Bongioco is open \(\d+\.\d s\):  http://127\.0\.0\.1:{site.port}/\n", site.said())
    assert eventually(lambda: set(site.children()) == PROCESSES)
    for private in ("secret-key", "log", "running"):
        assert stat.S_IMODE((site.data / private).stat().st_mode) & 0o077 == 0


def refuses_a_second_run(site: Site) -> None:
    second = subprocess.run(
        [sys.executable, "-m", "config.hosting.run"],
        cwd=CHECKOUT,
        env=site.environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
    )
    assert second.returncode == 1
    assert f"it is already open from here, at http://127.0.0.1:{site.port}/" in second.stdout
    assert site.answers()


def outlived_by_none_and_found_by_the_next_run(site: Site) -> None:
    with site.database() as connection:
        connection.execute("CREATE TABLE kept (name text)")
        connection.execute("INSERT INTO kept VALUES ('tressette')")
    pids = list(site.children().values())
    secret = (site.data / "secret-key").read_bytes()
    site.process.kill()
    site.process.wait()
    site.process = site.run()  # at once, while PostgreSQL may still be closing its files
    site.wait_until_open()
    assert are_gone(pids)
    assert site.answers()
    assert (site.data / "secret-key").read_bytes() == secret
    with site.database() as connection:
        assert connection.execute("SELECT count(*) FROM django_migrations").fetchone() != (0,)
        assert connection.execute("SELECT name FROM kept").fetchone() == ("tressette",)


def starts_again_whoever_dies(site: Site) -> None:
    assert eventually(lambda: set(site.children()) == PROCESSES)
    before = site.children()
    for pid in before.values():
        os.kill(pid, signal.SIGKILL)
    assert eventually(
        lambda: set(site.children()) == PROCESSES and not set(site.children().values()) & set(before.values())
    )
    assert eventually(site.answers)
    for name in PROCESSES:
        assert f"{name} has stopped (SIGKILL); starting it again in 0.5 s." in site.said()
    with site.database() as connection:
        assert connection.execute("SELECT name FROM kept").fetchone() == ("tressette",)


def closes_with_none(site: Site, request: signal.Signals) -> None:
    pids = list(site.children().values())
    assert pids
    site.process.send_signal(request)
    assert site.process.wait(SECONDS) == 0
    assert site.said().endswith("Closing …\nClosed.\n")
    assert are_gone(pids)
