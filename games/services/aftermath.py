"""Aftermath: starts the tasks that follow what has happened to a match; services know them by the settings' lists."""

from collections.abc import Callable, Iterable
from uuid import UUID

from django.db import transaction
from django.utils.module_loading import import_string


def start_tasks(names: Iterable[str], match_id: UUID) -> None:
    """Start each task named, with the match, once the transaction commits; what fails to start is logged."""
    for name in names:
        transaction.on_commit(_starting(name, str(match_id)), robust=True)


def _starting(name: str, match_id: str) -> Callable[[], None]:
    """Return what starts a task; Django names it by its own name should it fail."""

    def start() -> None:
        import_string(name).delay(match_id=match_id)

    return start
