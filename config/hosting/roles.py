"""Roles: the site's own processes, as the supervisor and the live tests run them."""

import sys

from config.hosting.children import Role
from config.hosting.embedded import CHECKOUT

QUEUES = ("default", "bots", "ratings", "analysis", "mail")
WORKER_THREADS = 4


def preparation(*, with_demo: bool) -> Role:
    """Return the step before the first page; it ends."""
    return Role(
        "preparation", [sys.executable, "manage.py", "prepare", *(["--demo"] if with_demo else [])], directory=CHECKOUT
    )


def web(host: str, port: int, *, proxies: str = "") -> Role:
    """Return the server of pages, REST and live sockets; *proxies*, comma between, are believed in their headers."""
    return Role(
        "web",
        [
            *(sys.executable, "-m", "uvicorn", "config.asgi:application", "--host", host, "--port", str(port)),
            # Measured best of six servers (docs/adr/0012); compression costs each open socket 30 kB and saves nothing.
            *("--ws", "websockets-sansio", "--ws-per-message-deflate", "false"),
            *(("--forwarded-allow-ips", proxies) if proxies else ("--no-proxy-headers",)),
            # A frame above 64 kB ends its socket with a code of ours, and so does silence (docs/protocol.md 1.6).
            *("--ws-max-size", str(128 * 1024), "--ws-ping-interval", "0"),
            *("--lifespan", "off", "--no-access-log", "--timeout-graceful-shutdown", "5"),
        ],
        directory=CHECKOUT,
    )


def clock() -> Role:
    """Return the process that acts when a bot's or a deadline's time has come."""
    return Role("clock", [sys.executable, "manage.py", "clock"], directory=CHECKOUT)


def worker() -> Role:
    """Return the process that runs background tasks: ratings, reviews, mail, searching bots."""
    return Role(
        "worker",
        [
            *(sys.executable, "-m", "celery", "-A", "config", "worker", "--pool", "threads"),
            *("--concurrency", str(WORKER_THREADS), "--queues", ",".join(QUEUES), "--loglevel", "WARNING"),
            *("--without-gossip", "--without-mingle"),
        ],
        directory=CHECKOUT,
    )


def beat() -> Role:
    """Return the process that starts the slow sweeps; never inside the worker, whose death it would outlive."""
    return Role(
        "beat",
        [
            *(sys.executable, "-m", "celery", "-A", "config", "beat", "--loglevel", "WARNING", "--pidfile="),
            *("--scheduler", "django_celery_beat.schedulers:DatabaseScheduler"),
        ],
        directory=CHECKOUT,
    )
