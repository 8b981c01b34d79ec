"""Run: opens a site on this machine: `make run`, or `python -m config.hosting.run`."""

import errno
import fcntl
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

import environ

from config.hosting import freshness, roles
from config.hosting.children import Child, new_guard
from config.hosting.embedded import CHECKOUT, Place, env_file, place
from config.hosting.premises import ServerError, advice_on_rights, explain
from config.hosting.servers import start_servers
from config.hosting.supervisor import StopRequest, Supervisor, listen_for_requests

env = environ.Env()


def say(text: str) -> None:
    """Tell the person at the keyboard."""
    print(text, flush=True)


def main() -> int:
    """Open the site and keep it open until asked to stop; return the exit status."""
    os.umask(0o077)
    listen_for_requests()
    read_env_file()
    host, port = env.str("HOST", "127.0.0.1"), env.int("PORT", 8000)
    here = place()
    try:
        with sole_run(here, f"http://{shown(host)}:{port}/"):
            check_port(host, port)
            return open_site(here, host, port)
    except ServerError as error:
        say(f"\nBongioco cannot open: {error}")
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        say(f"\nBongioco cannot open: the disk is full ({error.filename}).\nFree some space, then start again.")
    except StopRequest:
        say("\nStopped before it had opened.")
    return 1


def read_env_file() -> None:
    """Take from `.env` what the environment leaves out, as the settings do."""
    if env_file().exists():
        env.read_env(str(env_file()))


def open_site(here: Place, host: str, port: int) -> int:
    """Start everything, in the order each needs the other, and tend it. Raises ServerError, StopRequest."""
    begun = time.monotonic()
    logs = here.var / "log"
    logs.mkdir(exist_ok=True)
    environment = site_environment(host, port)
    supervisor = Supervisor(logs=logs, environment=environment, guard=new_guard(), say=say)
    try:
        is_embedded = not env.str("DATABASE_URL", "")
        needs_valkey = not env.str("REDIS_URL", "")
        for child in start_servers(here, postgres=is_embedded, valkey=needs_valkey, logs=logs, guard=supervisor.guard):
            supervisor.adopt(child)
            say(f"{child.role.name} is up.")
        if not (is_embedded and freshness.is_fresh(here)):
            prepare(supervisor, with_demo=env.bool("DEMO", is_embedded))
            freshness.note(here)
        web = roles.web(host, port, proxies=env.str("TRUSTED_PROXIES", ""))
        wait_for_page(supervisor.start(web), supervisor.log("web"), host, port)
        for role in (roles.clock(), roles.worker(), roles.beat()):
            supervisor.start(role)
        say(welcome(here, host, port, seconds=time.monotonic() - begun))
        supervisor.tend()
    except StopRequest:
        say("\nClosing …")
        supervisor.close()
        say("Closed.")
        return 0
    except BaseException:
        supervisor.close()
        raise


# --- before anything starts --------------------------------------------------------------------
@contextmanager
def sole_run(here: Place, address: str) -> Iterator[None]:
    """Hold the site's lock. Raises ServerError where another run holds it, or nothing can be written."""
    try:
        here.var.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (here.var / "running").open("a+", encoding="utf-8")
    except OSError as error:
        raise ServerError(f"cannot write to {here.var}: {error.strerror}.\n{advice_on_rights(here)}") from error
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            pid, _, where = lock.read().partition(" ")
            raise ServerError(
                f"it is already open from here, at {where.strip()} (process {pid}).\n"
                f"Close it with Ctrl-C in its window, or: kill {pid}"
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()} {address}\n")
        lock.flush()
        yield


def check_port(host: str, port: int) -> None:
    """Raise ServerError unless *host* and *port* can be listened at."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise ServerError(
                f"port {port} is taken by another program.\nChoose another: make run PORT={port + 1}"
            ) from error
        if error.errno == errno.EACCES:
            raise ServerError(f"port {port} is kept for root.\nChoose one above 1023: make run PORT=8000") from error
        raise ServerError(
            f"this machine has no address {host} ({error.strerror}).\n"
            "Use HOST=127.0.0.1 for this machine alone, HOST=0.0.0.0 for the whole network."
        ) from error


# --- what the processes are told ---------------------------------------------------------------
def site_environment(host: str, port: int) -> dict[str, str]:
    """Return the environment of the site's processes: ours, and the names it is reached by unless they were given."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    public = shown(host)
    if is_any(host):
        names += [*lan_addresses(), socket.gethostname(), f"{socket.gethostname()}.local"]
        public = next(iter(lan_addresses()), public)
    elif host not in names:
        names.append(host)
    defaults = {"ALLOWED_HOSTS": ",".join(names), "SITE_URL": f"http://{public}:{port}", "PYTHONUNBUFFERED": "1"}
    return defaults | os.environ


def is_any(host: str) -> bool:
    """Tell whether *host* stands for all addresses of the machine."""
    return host in {"0.0.0.0", "::"}  # noqa: S104 -- compared, not bound


def shown(host: str) -> str:
    """Return how *host* is written in an address to open on this machine."""
    return "127.0.0.1" if is_any(host) else f"[{host}]" if ":" in host else host


def lan_addresses() -> list[str]:
    """Return the addresses other devices in the room reach this machine at, the likeliest first; sends nothing."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # reserved for documentation: only the route is looked up
        found.append(probe.getsockname()[0])
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


# --- the steps ---------------------------------------------------------------------------------
def prepare(supervisor: Supervisor, *, with_demo: bool) -> None:
    """Run `manage.py prepare` with its lines on the terminal. Raises ServerError if it fails."""
    step = Child.start(roles.preparation(with_demo=with_demo), log=None, environment=supervisor.environment)
    try:
        while (ending := step.ending()) is None:
            time.sleep(0.02)
    except BaseException:
        step.kill()
        raise
    if ending != "exit status 0":
        raise ServerError(f"preparing the database failed ({ending}); the reason stands above.")


def wait_for_page(web: Child, log: Path, host: str, port: int, *, seconds: float = 60.0) -> None:
    """Wait until the site answers. Raises ServerError if its server ends or stays silent."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if ending := web.ending():
            raise ServerError(f"the web server did not start ({ending}).\n{explain(log)}")
        connection = HTTPConnection(shown(host).strip("[]"), port, timeout=5)
        try:
            connection.request("GET", "/healthz")
            if connection.getresponse().status < HTTPStatus.INTERNAL_SERVER_ERROR:  # 400: it goes by other names only
                return
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.05)
    raise ServerError(f"the web server does not answer after {seconds:.0f} s.\n{explain(log)}")


def welcome(here: Place, host: str, port: int, *, seconds: float) -> str:
    """Return what is printed once the site is open: where, for whom, how to log in, how to close."""
    lines = [f"\nBongioco is open ({seconds:.1f} s):  http://{shown(host)}:{port}/"]
    if is_any(host):
        rooms = [f"http://{address}:{port}/" for address in lan_addresses()]
        lines.append(f"  on the phones in this room:  {'  '.join(rooms) or 'no network was found'}")
    log_in = here.var / "demo-log-in"
    if log_in.exists():
        lines.append(f"  {log_in.read_text(encoding='utf-8').strip()}")
    var = here.var.relative_to(CHECKOUT) if here.var.is_relative_to(CHECKOUT) else here.var
    return "\n".join([*lines, f"  Ctrl-C closes it. Logs: {var}/log"])


if __name__ == "__main__":
    sys.exit(main())
