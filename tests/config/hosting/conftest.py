"""Places for the tests of hosting: directories the servers' user can pass through, whoever runs the tests."""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.hosting import embedded
from config.hosting.embedded import Place
from config.hosting.servers import start_servers


@pytest.fixture
def open_directory() -> Iterator[Path]:
    """A directory others may pass through, as pytest's own is not."""
    directory = Path(tempfile.mkdtemp(prefix="bongioco-"))
    directory.chmod(0o711)
    yield directory
    shutil.rmtree(directory)


@pytest.fixture
def site_place(open_directory: Path) -> Place:
    """A place for a site with servers of its own."""
    var = open_directory / "var"
    return Place(var=var, home=var, sockets=var / "run")


@pytest.fixture(scope="session")
def made_cluster() -> Iterator[Path]:
    """The directory of a site whose servers have run once: making a cluster takes a second, copying one no time."""
    directory = Path(tempfile.mkdtemp(prefix="bongioco-"))
    directory.chmod(0o711)
    var = directory / "var"
    place = Place(var=var, home=var, sockets=var / "run")
    (server,) = start_servers(place, postgres=True, valkey=False, logs=directory, guard=None, durable=False)
    server.stop()
    yield var
    shutil.rmtree(directory)


@pytest.fixture
def run_place(made_cluster: Path, site_place: Place) -> Place:
    """A place for a site whose servers have run before."""
    subprocess.run(["cp", "-a", made_cluster, site_place.var], check=True)  # with owners and rights
    return site_place


@pytest.fixture
def new_place(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let `place()` be worked out afresh within the test, and again after it."""
    embedded.place.cache_clear()
    yield
    monkeypatch.undo()
    embedded.place.cache_clear()
