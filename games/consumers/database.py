"""Database: how code on the event loop asks the database, without holding the loop or another socket up."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, close_old_connections, connection
from psycopg_pool import PoolTimeout

logger = logging.getLogger(__name__)

OUTAGES = (Error, OSError)
"""What work raises when the database does not answer; it is tried again when there is a next occasion."""

_CUT = ("08", "57P")
"""How the SQLSTATEs of a lost connection, and of a server that is going, begin."""

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what *work* returns, called in one of this process's database threads; raises what it raises.

    The threads are the process's own: neither the one thread Django's asynchronous code shares nor a slow page can hold
    a card up. *work* must be safe to repeat, for it is, once, if the connection turns out to be dead. Cancelling the
    caller does not stop *work*: a transaction is done or undone by itself, and its thread is free again.
    """
    return await asyncio.get_running_loop().run_in_executor(_threads(), _run, partial(work, *args, **kwargs))


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(settings.DATABASE_THREADS, thread_name_prefix="database")


def _run(work: Callable[[], T]) -> T:
    """Do *work* and give the connection back to the pool."""
    try:
        return work()
    except (InterfaceError, OperationalError) as error:
        if not _was_cut(error):
            raise
        logger.warning("A database connection was dead (%s); its work is done on another.", error)
        renew()
        return work()
    finally:
        close_old_connections()


def renew() -> None:
    """Give up this thread's connection, and all in the pool that have died: after an outage those are many."""
    connection.close()
    connection.pool.check()  # type: ignore[attr-defined] # PostgreSQL's own


def _was_cut(error: Exception) -> bool:
    """Tell whether *error* means that the connection died; a statement the database refused would fail again."""
    if isinstance(error.__cause__, PoolTimeout):
        return False
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_CUT)
