"""Freshness: whether a site is still as its last preparation left it, told from files alone, without loading Django.

Preparing takes as long as starting the web server does: a site prepared before starts in half the time without it.
"""

import os
import sys
from hashlib import sha256
from pathlib import Path

from config.hosting.embedded import CHECKOUT, Place

# What preparation reads or makes, and what decides how. Packages are represented by the locks they came from.
FILES = (
    "*/migrations/*.py",
    "locale/*/LC_MESSAGES/*.[pm]o",
    "static/**/*",
    "requirements/*.txt",
    "config/*.py",
    "config/management/commands/*.py",
    "*/management/commands/demo*.py",
)


def is_fresh(here: Place) -> bool:
    """Tell whether nothing changed since `note` was called for this site's own database."""
    file = noted(here)
    return file.exists() and file.read_text(encoding="ascii") == state(here)


def note(here: Place) -> None:
    """Remember the state that the preparation which has just ended leaves behind."""
    noted(here).write_text(state(here), encoding="ascii")


def forget(here: Place) -> None:
    """Have the next start prepare the site again: its database is another one now."""
    noted(here).unlink(missing_ok=True)


def noted(here: Place) -> Path:
    """Return where the state is kept."""
    return here.var / "prepared"


def state(here: Place) -> str:
    """Return a digest of all that preparation depends on."""
    static_root = Path(os.environ.get("STATIC_ROOT") or here.var / "static")
    files = [file for pattern in FILES for file in CHECKOUT.glob(pattern)]
    # A new cluster has a new PG_VERSION; `.sources` goes with the collected files.
    files += [here.postgres / "PG_VERSION", static_root / ".sources"]
    digest = sha256(f"{sys.version} {static_root} {os.environ.get('DEMO')}".encode())
    for file in sorted(files):
        if file.is_dir():
            continue
        facts = file.stat() if file.exists() else None
        digest.update(f"{file} {facts.st_size} {facts.st_mtime_ns}\n".encode() if facts else f"{file} -\n".encode())
    return digest.hexdigest()
