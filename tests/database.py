"""Database: migrated once in a run, copied for every worker, and emptied after each test that commits (ADR 0064).

Django alone would have every worker migrate its own, and after each test that commits it would truncate every table and
make every content type and permission anew: a tenth of a second, most of it for tables nobody has written to.
"""

import gc
import os
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.private_servers import CHECKOUT, RUN_KEY, Run, is_controller, is_pure

FILLED_BY_MIGRATING = ("auth_permission", "django_content_type", "django_migrations")
"""The tables that hold something when migrating ends. No test writes to them: they stay as they are."""
LARGE = 256 * 1024
"""Bytes from which on a table is made anew: deleted rows, and those rolled back, are still in the way of readers."""
MIGRATED_WITHIN = 180.0


# --- migrating ---------------------------------------------------------------------------------
@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Of a spread run: migrate beside the start of the workers, which wait for it when they come to need it."""
    config = session.config
    if is_controller(config) and not config.option.collectonly and not is_pure(config):
        from config.hosting.children import Role

        run = config.stash[RUN_KEY]
        command = [sys.executable, "-m", "tests.database", outcome_of(run)]
        run.start_beside(
            Role("migrating", command, directory=CHECKOUT), {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
        )


def outcome_of(run: Run) -> Path:
    """Return the file that says how the migrating has ended: empty, or with what went wrong."""
    return run.shared.var / "migrating.ended"


def wait_until_migrated(run: Run) -> None:
    outcome = outcome_of(run)
    deadline = time.monotonic() + MIGRATED_WITHIN
    while not outcome.exists():
        assert time.monotonic() < deadline, f"the database was not migrated within {MIGRATED_WITHIN:.0f} s"
        time.sleep(0.05)
    if said := outcome.read_text(encoding="utf-8"):
        pytest.exit(f"The database could not be migrated:\n{said}", returncode=3)


def main(outcome: Path) -> None:
    """Migrate the database the settings name, and say how it ended."""
    import django

    said = ""
    try:
        django.setup()
        migrate()
    except BaseException:
        said = traceback.format_exc()
        raise
    finally:
        draft = outcome.with_suffix(".draft")
        draft.write_text(said, encoding="utf-8")
        draft.rename(outcome)


def migrate() -> None:
    from django.core.management import call_command
    from django.db import connection

    gc.disable()  # models of every state on the way are made: looking for what is gone takes a quarter of the time
    try:
        call_command("migrate", interactive=False, verbosity=0)
    finally:
        gc.enable()
    connection.close()
    connection.close_pool()


# --- a database for each process that runs tests -----------------------------------------------
@pytest.fixture(scope="session")
def django_db_setup(
    pytestconfig: pytest.Config,
    django_test_environment: None,
    django_db_blocker,
    redis_url: str,
    collected_static: None,
) -> Iterator[None]:
    """The migrated database, or this worker's copy of it, and what pages need besides."""
    from django.db import connection
    from django.test import TransactionTestCase

    run = pytestconfig.stash[RUN_KEY]
    with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
        if run.is_worker:
            wait_until_migrated(run)
            patch.setitem(connection.settings_dict, "NAME", copy_for(run))
        else:
            run.start(postgres=True)
            migrate()
        tables = tables_to_empty()
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty(tables))
        yield
        connection.close()
        connection.close_pool()  # before the server goes


def copy_for(run: Run) -> str:
    """Copy the migrated database for this worker; return the copy's name."""
    import psycopg

    from config.hosting.embedded import DATABASE
    from config.hosting.postgres import maintenance_url

    name = f"{DATABASE}_{run.own.var.name}"
    with psycopg.connect(maintenance_url(run.shared), autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name} TEMPLATE {DATABASE}")
    return name


# --- emptied after each test that commits ------------------------------------------------------
def tables_to_empty() -> list[str]:
    """Return every table tests may write to, quoted."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
            " AND relname <> ALL (%s) ORDER BY 1",
            [list(FILLED_BY_MIGRATING)],
        )
        return [name for (name,) in cursor.fetchall()]


def empty(tables: list[str]) -> None:
    """Leave no row in *tables*, in the place of Django's flush; sequences go on.

    Like a flush this locks them all first: who still writes, in another process, is waited for and leaves nothing.
    Afterwards only those that have held anything are touched, and no reference between them is looked at.
    """
    from django.db import connection, transaction

    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
        cursor.execute(
            "SELECT oid::regclass::text, pg_relation_size(oid) FROM pg_class"
            " WHERE oid = ANY (%s::regclass[]) AND pg_relation_size(oid) > 0",
            [tables],
        )
        statements = [
            f"DELETE FROM {name}" if size < LARGE else f"TRUNCATE {name} CASCADE"  # noqa: S608 -- names of tables
            for name, size in cursor.fetchall()
        ]
        if statements:
            # A replica fires no triggers, so it looks at no reference either.
            cursor.execute("; ".join(["SET LOCAL session_replication_role = replica", *statements]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
