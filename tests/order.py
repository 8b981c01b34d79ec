"""Order: where workers share the tests, what takes long begins first, and what mostly waits goes one after the other.

Workers begin with equal parts of the list and steal from the ends of one another's: a long test that comes late is
waited for by everybody. Tests that wait (for clocks, for processes) leave the processor to the other workers; side by
side they would leave it idle.
"""

import os

import pytest


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin the first worker's part with the tests marked `waits`, those of the others with the tests marked `long`."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers > 1:
        items[:] = spread(items, workers)


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return *items* so that *workers* (at least two) who get equal parts of them in turn begin with the right ones."""
    waiting = [item for item in items if item.get_closest_marker("waits")]
    long = [item for item in items if item.get_closest_marker("long") and item not in waiting]
    first = {*waiting, *long}
    rest = iter([item for item in items if item not in first])
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        part = (len(items) - len(ordered)) // (workers - worker)
        begin = waiting if worker == 0 else long[worker - 1 :: workers - 1]
        ordered += begin
        ordered += [item for _, item in zip(range(part - len(begin)), rest, strict=False)]
    return ordered + list(rest)
