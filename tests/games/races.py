"""Races: the same moment for several threads, each with a database connection of its own."""

from collections.abc import Callable, Sequence
from threading import Barrier, Thread

from django.db import connection


def at_once(deeds: Sequence[Callable[[], object]]) -> list[object]:
    """Let every deed begin at one moment in a thread of its own; return what each gave, or the exception it raised."""
    outcomes: list[object] = [None] * len(deeds)
    start = Barrier(len(deeds))

    def run(number: int) -> None:
        try:
            connection.ensure_connection()
            start.wait(timeout=20)
            outcomes[number] = deeds[number]()
        except Exception as error:  # noqa: BLE001 - the outcome is what the test looks at
            outcomes[number] = error
        finally:
            connection.close()

    threads = [Thread(target=run, args=(number,)) for number in range(len(deeds))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return outcomes
