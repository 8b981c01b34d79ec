"""Premises: the directories embedded servers live in, whose they are, and which binaries there are to run."""

import importlib.util
import os
import pwd
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from config.hosting.children import Account
from config.hosting.embedded import Place

SPACE_NEEDED = 300 * 2**20
"""Bytes that must be free before a server is started: a new cluster (40 MB), its log of writes, and room to play."""

# Explanations for the lines a failing server leaves in its log.
KNOWN_TROUBLES = (
    ("No space left on device", "The disk is full: free some space, then start again."),
    ("Address already in use", "Another server answers at the same socket: is a second site using this DATA_DIR?"),
    ("database files are incompatible", "These data were made by another version of PostgreSQL."),
    ('lock file "postmaster.pid" already exists', "Another PostgreSQL still has these data open: stop it first."),
    ("Permission denied", "The server's user may not reach its files."),
)


class ServerError(Exception):
    """What keeps a server from working, in words for the person at the keyboard."""


def server_account(data: Path) -> Account | None:
    """Return the account the servers run as: None for our own; root lends them the data's owner, postgres or nobody."""
    if os.geteuid() != 0:
        return None
    if data.exists() and (owner := data.stat()).st_uid != 0:
        return Account(owner.st_uid, owner.st_gid)
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_uid, entry.pw_gid)
    raise ServerError(
        "PostgreSQL refuses to run as root, and this machine has neither a user `postgres` nor a user `nobody`.\n"
        "Start as an ordinary user, or give DATABASE_URL."
    )


def prepare(place: Place) -> Account | None:
    """Make the servers' directories, readable by nobody else, and return whose they are. Raises ServerError."""
    account = server_account(place.postgres)
    try:
        make_private(place.var, None, passable=account is not None)
        (place.var / "servers-home").write_text(f"{place.home}\n", encoding="utf-8")
        for step in (place.home.parent, place.home):
            if not step.exists():
                make_private(step, None, passable=account is not None)
        for directory in (place.sockets, place.valkey):
            make_private(directory, account)
    except OSError as error:
        raise ServerError(f"Cannot write to {error.filename}: {error.strerror}.\n{advice_on_rights(place)}") from error
    return account


def advice_on_rights(place: Place) -> str:
    """Return advice for a directory that cannot be written."""
    return (
        f"Give {name_of(os.geteuid())} the right to write there, work in a clone of your own, "
        f"or set DATA_DIR to a directory you may write to (now {place.var})."
    )


def name_of(uid: int) -> str:
    """Return a user's name, or the number where it has none."""
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"user {uid}"


def make_private(directory: Path, account: Account | None, *, passable: bool = False) -> None:
    """Make *directory* (or take one that is there) for *account* alone; *passable* lets others through, not look."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    owner = account.uid if account else os.geteuid()
    if directory.is_symlink() and directory.parent == Path(tempfile.gettempdir()):
        raise ServerError(f"{directory} is a link somebody put there: remove it, then start again.")
    if directory.stat().st_uid not in {owner, os.geteuid()}:
        raise ServerError(f"{directory} belongs to {name_of(directory.stat().st_uid)}: start as that user.")
    if account:
        os.chown(directory, account.uid, account.gid)
    directory.chmod(0o711 if passable else 0o700)


def check_space(place: Place) -> None:
    """Raise ServerError where the disk has no room to work."""
    free = shutil.disk_usage(place.home).free
    if free < SPACE_NEEDED:
        raise ServerError(
            f"The disk holding {place.home} has only {free // 2**20} MB left; {SPACE_NEEDED // 2**20} MB are needed.\n"
            "Free some space, or set DATA_DIR to a directory on another disk."
        )


def version_of(binary: Path) -> int | None:
    """Return the major version a server binary reports, None where it cannot be run."""
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"(?:PostgreSQL\)|v=)\s*(\d+)", said)
    return int(found[1]) if found else None


def wheel_directory(package: str) -> Path | None:
    """Return where an installed *package* keeps its files, None where it is not installed; does not import it."""
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def explain(log: Path) -> str:
    """Return the end of a server's log, with what is known about such an end in front."""
    tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-8:] if log.exists() else []
    advice = [text for sign, text in KNOWN_TROUBLES if any(sign in line for line in tail)]
    return "\n".join([*advice[:1], f"The end of {log}:", *(f"    {line}" for line in tail)])
