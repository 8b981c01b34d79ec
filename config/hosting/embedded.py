"""Embedded: where a site that was given no servers keeps its own, and the addresses they answer at.

Settings ask here for what the environment leaves out, so `manage.py` reaches the servers of a running `make run` too.
Nothing here starts anything (config/hosting/servers.py does); only `secret_key` writes, once.
"""

import os
import re
import secrets
import tempfile
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

CHECKOUT = Path(__file__).resolve().parents[2]
ROOTS_HOME = Path("/var/lib/bongioco")
"""Where root keeps the servers' data when the unprivileged user they run as cannot reach the checkout."""

DATABASE = "bongioco"
# A unix socket's address holds 107 bytes on Linux and 103 on macOS, its file's name included.
LONGEST_SOCKET_DIR = 80
PLAIN_PATH = re.compile(r"[A-Za-z0-9_./-]+")


@dataclass(frozen=True, slots=True)
class Place:
    """Directories of one site."""

    var: Path
    """What the site's own processes write: secret, lock, logs, mail, collected files."""
    home: Path
    """What the embedded servers write: `postgres` and `valkey`."""
    sockets: Path
    """Where the embedded servers answer; 0700, short, and free of characters an address would have to escape."""

    @property
    def postgres(self) -> Path:
        """Return the data directory of PostgreSQL."""
        return self.home / "postgres"

    @property
    def valkey(self) -> Path:
        """Return the data directory of Valkey."""
        return self.home / "valkey"

    @property
    def valkey_socket(self) -> Path:
        """Return the socket Valkey answers at."""
        return self.sockets / "valkey.sock"

    @property
    def database_url(self) -> str:
        """Return the address of the embedded database, in libpq's form."""
        return f"postgresql://{DATABASE}@/{DATABASE}?host={quote(str(self.sockets))}"

    @property
    def redis_url(self) -> str:
        """Return the address of the embedded Valkey."""
        return f"unix://{self.valkey_socket}"


def is_open_to_others(path: Path) -> bool:
    """Tell whether a user with no rights of their own may pass through *path* (as far as it exists) and its parents."""
    return all(step.stat().st_mode & 0o001 for step in (path, *path.parents) if step.exists())


@cache
def place() -> Place:
    """Return where this site lives: under `DATA_DIR`, else in `var/` of the checkout.

    Root's servers run as somebody else, who may not be able to pass through root's home: their data then live under
    /var/lib/bongioco. The choice is noted in `var/servers-home` at the first start, and the note is what counts later.
    """
    var = Path(os.environ.get("DATA_DIR") or CHECKOUT / "var").absolute()
    note = var / "servers-home"
    tag = sha256(os.fsencode(var)).hexdigest()[:10]
    if note.exists():
        home = Path(note.read_text(encoding="utf-8").strip())
    elif os.geteuid() == 0 and not is_open_to_others(var.parent):
        home = ROOTS_HOME / tag
    else:
        home = var
    name = f"bongioco-{os.geteuid()}-{tag}"
    candidates = (home / "run", Path(tempfile.gettempdir(), name))
    sockets = next(filter(is_fit_for_sockets, candidates), Path("/tmp", name))  # noqa: S108 -- premises.py sees whose it is
    return Place(var=var, home=home, sockets=sockets)


def is_fit_for_sockets(directory: Path) -> bool:
    """Tell whether the addresses of sockets in *directory* are short enough, and need no escaping."""
    return len(os.fsencode(directory)) <= LONGEST_SOCKET_DIR and bool(PLAIN_PATH.fullmatch(str(directory)))


def env_file() -> Path:
    """Return the file of settings read beside the environment, which wins: `.env` of the checkout."""
    return Path(os.environ.get("ENV_FILE") or CHECKOUT / ".env")


def database_url() -> str:
    """Return the address of the embedded database."""
    return place().database_url


def redis_url() -> str:
    """Return the address of the embedded Valkey."""
    return place().redis_url


def mail_url() -> str:
    """Return the address of the mail box a site without a mail server writes to: a directory of files."""
    return f"filemail:///{quote(str(place().var / 'mail'))}"


def static_root() -> Path:
    """Return where collected static files go."""
    return place().var / "static"


def secret_key() -> str:
    """Return the site's secret, made once and readable by its owner alone. Raises OSError where `var/` is read-only."""
    file = place().var / "secret-key"
    try:
        return file.read_text(encoding="ascii")
    except FileNotFoundError:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # Written aside and linked into place: of two processes that start at once, both read the one that won.
    descriptor, draft = tempfile.mkstemp(dir=file.parent, prefix="secret-key.")
    with os.fdopen(descriptor, "w", encoding="ascii") as out:
        out.write(secrets.token_urlsafe(50))
    try:
        os.link(draft, file)
    except FileExistsError:
        pass
    finally:
        Path(draft).unlink()
    return file.read_text(encoding="ascii")
