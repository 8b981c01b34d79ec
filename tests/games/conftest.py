"""What tests of the games may ask for."""

from collections.abc import Callable, Iterator

import pytest
from django.db import connection


@pytest.fixture
def kill_connections(transactional_db: None) -> Iterator[Callable[[], int]]:
    """A way to end every connection to the test's database but the caller's; it returns how many there were.

    Afterwards this process gets new ones: a later test would be handed what is dead in the pool, or in its own thread.
    """
    from games.consumers.database import renew  # pure tests of this folder know no Django

    def kill() -> int:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            return int(cursor.fetchone()[0])

    yield kill
    renew()
