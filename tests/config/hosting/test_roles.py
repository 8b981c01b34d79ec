"""Roles: the processes are started as their programs expect, and the queues are those the settings name."""

import pytest
from django.conf import settings

from config.hosting import roles


@pytest.mark.parametrize(
    ("proxies", "words"),
    [("", ["--no-proxy-headers"]), ("10.0.0.1,10.0.0.2", ["--forwarded-allow-ips", "10.0.0.1,10.0.0.2"])],
)
def test_only_the_proxies_of_the_settings_are_believed(proxies: str, words: list[str]) -> None:
    command = list(map(str, roles.web("127.0.0.1", 8000, proxies=proxies).command))
    start = command.index(words[0])
    assert command[start : start + len(words)] == words
    assert ("--no-proxy-headers" in command) != ("--forwarded-allow-ips" in command)


def test_the_worker_serves_every_queue_tasks_are_sent_to() -> None:
    sent_to = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()} | {settings.CELERY_TASK_DEFAULT_QUEUE}
    assert set(roles.QUEUES) == sent_to


def test_beat_is_never_part_of_a_worker() -> None:
    assert not {"-B", "--beat"} & set(map(str, roles.worker().command))
    assert "django_celery_beat.schedulers:DatabaseScheduler" in roles.beat().command
