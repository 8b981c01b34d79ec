"""Backup: saves a site's database into one file, and brings one back: `make backup`, `make restore FILE=…`.

A site that is open is saved while people play. One is brought back only while the site is closed: its processes keep
positions in memory that would no longer be true.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.sql import SQL, Composed, Identifier

from config.hosting import freshness, postgres
from config.hosting.children import new_guard
from config.hosting.embedded import Place, place
from config.hosting.premises import ServerError
from config.hosting.run import env, read_env_file, say, sole_run
from config.hosting.servers import start_servers


def main() -> int:
    """Do what the command line asks; return the exit status."""
    os.umask(0o077)
    read_env_file()
    here = place()
    try:
        match sys.argv[1:]:
            case ["save"]:
                say(f"Saved: {save(here, given=env.str('DATABASE_URL', ''))}")
            case ["restore", name] if name:
                restore(here, Path(name).resolve(), given=env.str("DATABASE_URL", ""))
                say("Restored. Open the site with: make run")
            case _:
                say("Name the file: make restore FILE=var/backups/….dump")
                return 2
    except ServerError as error:
        say(f"No: {error}")
        return 1
    return 0


def save(here: Place, *, given: str) -> Path:
    """Write the database *given*, else the embedded one, into a new file and return it. Raises ServerError."""
    directory = here.var / "backups"
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = directory / f"bongioco-{datetime.now(UTC):%Y%m%d-%H%M%S}.dump"
    with database(here, given) as url:
        call(tool("pg_dump", here, given), "--format=custom", "--no-owner", f"--dbname={url}", f"--file={file}")
    return file


def restore(here: Place, file: Path, *, given: str) -> None:
    """Put *file* in the place of all that the database holds. Raises ServerError, leaving what was there."""
    if not file.is_file():
        raise ServerError(f"there is no file {file}.")
    with sole_run(here, "(a backup is being restored)"), database(here, given) as url:
        name = str(conninfo_to_dict(url)["dbname"])
        draft = f"{name}_restoring"
        with psycopg.connect(make_conninfo(url, dbname="postgres"), autocommit=True) as server:
            server.execute(statement_of("DROP DATABASE IF EXISTS {}", draft))
            server.execute(statement_of("CREATE DATABASE {} TEMPLATE template0", draft))
            options = ("--no-owner", "--single-transaction", "--exit-on-error")
            try:
                call(
                    tool("pg_restore", here, given), *options, f"--dbname={make_conninfo(url, dbname=draft)}", str(file)
                )
            except ServerError:
                server.execute(statement_of("DROP DATABASE {}", draft))
                raise
            freshness.forget(here)
            server.execute(statement_of("DROP DATABASE {} WITH (FORCE)", name))
            server.execute(statement_of("ALTER DATABASE {} RENAME TO {}", draft, name))


def statement_of(template: LiteralString, *names: str) -> Composed:
    """Return a statement with *names* put in, quoted."""
    return SQL(template).format(*map(Identifier, names))


@contextmanager
def database(here: Place, given: str) -> Iterator[str]:
    """Yield the address of the database, starting the embedded server for the time where the site is closed."""
    url = given or here.database_url
    if given or postgres.does_answer(url):
        yield url
        return
    logs = here.var / "log"
    logs.mkdir(mode=0o700, parents=True, exist_ok=True)
    guard = new_guard()
    (server,) = start_servers(here, postgres=True, valkey=False, logs=logs, guard=guard)
    try:
        yield url
    finally:
        server.stop()
        if guard:
            guard.close()


def tool(name: str, here: Place, given: str) -> Path:
    """Return PostgreSQL's program *name*, of a version no older than the server. Raises ServerError."""
    if given:
        with psycopg.connect(given) as connection:
            wanted = connection.info.server_version // 10_000
        fitting = [found for found in postgres.installations() if found.major >= wanted and (found.bin / name).exists()]
        if not fitting:
            raise ServerError(f"{name} of PostgreSQL {wanted} or newer is needed: install postgresql-client-{wanted}.")
        return min(fitting, key=lambda found: found.major).bin / name
    program = postgres.choose(here.postgres).bin / name
    if not program.exists():
        raise ServerError(f"{program} is missing: install PostgreSQL's client programs.")
    return program


def call(program: Path, *options: str) -> None:
    """Run one of PostgreSQL's programs. Raises ServerError with what it said where it fails."""
    done = subprocess.run([program, *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ServerError(f"{program.name} failed:\n{done.stderr.strip()}")


if __name__ == "__main__":
    sys.exit(main())
