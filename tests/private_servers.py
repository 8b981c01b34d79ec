"""Private servers: the PostgreSQL and the Valkey of one test run, in a directory that goes when it ends.

One process runs the tests: it starts both when the first test asks for them. xdist: the controller starts PostgreSQL
before its workers, each of which has its own database there (tests/database.py) and a Valkey of its own.
"""

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from redis import Redis

    from config.hosting.children import Role

CHECKOUT = Path(__file__).resolve().parent.parent
PURE = tuple(CHECKOUT / "tests" / path for path in ("games/engine", "games/solver", "tournaments/formats"))
RUN = "BONGIOCO_TEST_RUN"  # how the workers know the directory of their run
SETTING = re.compile(r'\benv\.\w+\(\s*"([A-Z_]+)"')


class Run:
    """The directory of this run, the addresses in it, and what this process has started there."""

    def __init__(self, directory: Path, worker: str | None) -> None:
        from config.hosting.embedded import Place

        self.directory = directory
        self.is_worker = worker is not None
        self.shared = Place(directory / "all", directory / "all", directory / "all")
        own = directory / (worker or "one")
        self.own = Place(own, own, own)
        self._children = []

    def start(self, *, postgres: bool = False, valkey: bool = False) -> None:
        from config.hosting.servers import start_servers

        place = self.shared if postgres else self.own
        place.var.mkdir(exist_ok=True)
        self._children += start_servers(
            place, postgres=postgres, valkey=valkey, logs=place.var, guard=None, durable=False
        )

    def start_beside(self, role: "Role", environment: Mapping[str, str]) -> None:
        """Start *role*, one more process that ends with this one at the latest."""
        from config.hosting.children import Child

        log = self.shared.var / f"{role.name}.log"
        self._children.append(Child.start(role, log=log, environment=environment))

    def stop(self) -> None:
        while self._children:
            self._children.pop().stop()
        if not self.is_worker:
            shutil.rmtree(self.directory, ignore_errors=True)


RUN_KEY = pytest.StashKey[Run]()


def choose(config: pytest.Config) -> None:
    """Decide where this run's servers will answer, and say so in the environment settings are read from."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        sweep()
        directory = Path(tempfile.mkdtemp(prefix=f"bongioco-test-{os.getpid()}-"))
        directory.chmod(0o711)  # the servers' user passes through, nobody looks around
        os.environ[RUN] = str(directory)
    run = config.stash[RUN_KEY] = Run(Path(os.environ[RUN]), worker)
    for name in SETTING.findall((CHECKOUT / "config" / "settings.py").read_text(encoding="utf-8")):
        os.environ.pop(name, None)  # the settings of whoever runs the tests are not the tests'
    os.environ |= {
        "DATABASE_URL": run.shared.database_url,
        "REDIS_URL": run.own.redis_url,
        "DATA_DIR": str(run.own.var),
        "SECRET_KEY": "only-for-tests",
        "STATIC_ROOT": str(CHECKOUT / "build" / "test-static"),
        "EMAIL_URL": "memorymail://",
        "ENV_FILE": os.devnull,
    }


def sweep() -> None:
    """Remove what runs that were killed have left: their servers went with them, their directories did not."""
    for left in Path(tempfile.gettempdir()).glob("bongioco-test-*-*"):
        try:
            os.kill(int(left.name.split("-")[2]), 0)
        except ProcessLookupError:
            shutil.rmtree(left, ignore_errors=True)
        except PermissionError:
            continue  # somebody else's


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose the servers, then load Django where tests will run, unless only those of pure code were asked for."""
    if "django" in sys.modules and django_is_configured():
        raise pytest.UsageError("Django was set up before the tests chose its servers: unset DJANGO_SETTINGS_MODULE")
    choose(config)
    # Naming the settings in the environment of the workers would have them read before they have chosen, too.
    os.environ.pop("DJANGO_SETTINGS_MODULE", None)
    if is_pure(config):
        return
    if not config.stash[RUN_KEY].is_worker:
        from config.catalogues import compile_stale

        compile_stale(CHECKOUT / "locale")
    if not is_controller(config):
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()


def is_pure(config: pytest.Config) -> bool:
    """Tell whether only tests of pure code were asked for."""
    wanted = [(config.invocation_params.dir / argument.split("::")[0]).resolve() for argument in config.args]
    return all(any(path.is_relative_to(pure) for pure in PURE) for path in wanted)


def django_is_configured() -> bool:
    from django.conf import settings

    return settings.configured


def is_controller(config: pytest.Config) -> bool:
    return bool(getattr(config.option, "numprocesses", None)) and "PYTEST_XDIST_WORKER" not in os.environ


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    if is_controller(session.config) and not session.config.option.collectonly:
        session.config.stash[RUN_KEY].start(postgres=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    if RUN_KEY in config.stash:
        config.stash[RUN_KEY].stop()


@pytest.fixture(scope="session")
def redis_url(pytestconfig: pytest.Config) -> str:
    """The address of this process's Valkey, running."""
    run = pytestconfig.stash[RUN_KEY]
    run.start(valkey=True)
    return run.own.redis_url


@pytest.fixture(scope="session")
def collected_static() -> None:
    """The static files under the hashed names pages refer to."""
    import fcntl

    from django.contrib.staticfiles.storage import staticfiles_storage

    from config.preparation import collect_static

    (CHECKOUT / "build").mkdir(exist_ok=True)
    with (CHECKOUT / "build" / "test-static.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        collect_static()
    # Another worker may have collected them after this process had read the list of names, which was empty then.
    staticfiles_storage.hashed_files, staticfiles_storage.manifest_hash = staticfiles_storage.load_manifest()


@pytest.fixture(scope="session")
def valkey(redis_url: str) -> Iterator["Redis"]:
    """A connection to this process's Valkey."""
    from redis import Redis

    with Redis.from_url(redis_url) as client:
        yield client


@pytest.fixture(autouse=True)
def _empty_valkey(request: pytest.FixtureRequest) -> None:
    """Each test with a database finds no session, cache entry or queued task of the one before."""
    if request.node.get_closest_marker("django_db") or {"db", "transactional_db"} & set(request.fixturenames):
        request.getfixturevalue("valkey").flushall()
