"""Servers: starts the PostgreSQL and the Valkey a site was not given, and waits until they answer."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from config.hosting import postgres as database
from config.hosting import valkey as messages
from config.hosting.children import Child, Guard
from config.hosting.embedded import DATABASE, Place
from config.hosting.premises import ServerError, check_space, explain, prepare

PREDECESSOR_SECONDS = 15.0
"""How long servers of a killed site may take to close their files before we start our own."""


def start_servers(
    place: Place, *, postgres: bool, valkey: bool, logs: Path, guard: Guard | None, durable: bool = True
) -> list[Child]:
    """Start the servers asked for and wait until they answer. Raises ServerError, leaving none behind."""
    account = prepare(place)
    check_space(place)
    waiting: list[tuple[Child, Callable[[], bool]]] = []
    try:
        if valkey:
            answers: Callable[[], bool] = partial(messages.does_answer, place.valkey_socket)
            outwait(answers, f"Another Valkey still answers at {place.valkey_socket}: stop it first.")
            role = messages.role(messages.choose(), place, account, durable=durable)
            waiting.append((Child.start(role, log=logs / "valkey.log", guard=guard), answers))
        if postgres:
            binaries = database.within_reach(database.choose(place.postgres), place.home, account)
            outwait(partial(database.is_open, place.postgres), f"Another PostgreSQL has {place.postgres} open.")
            if not (place.postgres / "PG_VERSION").exists():
                database.create_cluster(binaries, place.postgres, account, log=logs / "postgres.log", durable=durable)
            role = database.role(binaries, place, account, durable=durable)
            answers = partial(database.does_answer, database.maintenance_url(place))
            waiting.append((Child.start(role, log=logs / "postgres.log", guard=guard), answers))
        for child, answers in waiting:
            wait_until_up(child, answers, logs / f"{child.role.name}.log")
        if postgres:
            database.ensure_database(database.maintenance_url(place), DATABASE)
    except BaseException:
        for child, _ in waiting:
            child.stop()
        raise
    return [child for child, _ in waiting]


def outwait(is_there: Callable[[], bool], complaint: str) -> None:
    """Wait until a server of an earlier run is gone. Raises ServerError with *complaint* if it stays."""
    deadline = time.monotonic() + PREDECESSOR_SECONDS
    while is_there():
        if time.monotonic() > deadline:
            raise ServerError(complaint)
        time.sleep(0.05)


def wait_until_up(child: Child, answers: Callable[[], bool], log: Path, *, seconds: float = 60.0) -> None:
    """Wait until *child*, a server, answers. Raises ServerError if it ends or stays silent."""
    deadline = time.monotonic() + seconds
    while not answers():
        if ending := child.ending():
            raise ServerError(f"{child.role.name} did not start ({ending}).\n{explain(log)}")
        if time.monotonic() > deadline:
            raise ServerError(f"{child.role.name} does not answer after {seconds:.0f} s.\n{explain(log)}")
        time.sleep(0.02)
