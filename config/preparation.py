"""Preparation: what a site needs before its first page: tables, static files, catalogues, and somebody to play with."""

import io
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.catalogues import compile_stale


def migrate() -> int:
    """Bring the database's tables up to date; return how many migrations were run."""
    executor = MigrationExecutor(connection)
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        call_command("migrate", interactive=False, verbosity=0)
    return len(pending)


def collect_static() -> bool:
    """Collect the static files unless the ones collected before are still right; return whether it had to."""
    target = Path(settings.STATIC_ROOT)
    note = target / ".sources"
    sources = static_sources()
    if note.exists() and note.read_text(encoding="ascii") == sources:
        return False
    call_command("collectstatic", interactive=False, clear=True, verbosity=0)
    note.write_text(sources, encoding="ascii")
    return True


def static_sources() -> str:
    """Return a digest of what there is to collect, and of what collects it."""
    digest = sha256(f"{settings.STORAGES['staticfiles']} {version('django')} {version('whitenoise')}".encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            facts = Path(storage.path(path)).stat()
            digest.update(f"{path} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def compile_catalogues() -> list[Path]:
    """Compile the translations that are newer than what was compiled before; return those."""
    return compile_stale(Path(settings.LOCALE_PATHS[0]))


def load_demo() -> str | None:
    """Fill an empty site with people, tables and a club; return how to log in, None where there is no demo."""
    if "demo" not in get_commands():
        return None
    out = io.StringIO()
    call_command("demo", stdout=out)
    call_command("demo_club", stdout=io.StringIO())
    return out.getvalue().strip() or None
