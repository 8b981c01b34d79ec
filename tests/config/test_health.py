"""Health: 200 while both servers answer, 503 and the name of the one that does not."""

import pytest
from django.core.cache import caches
from django.db import DatabaseError
from django.test import RequestFactory
from redis.exceptions import ConnectionError as ValkeyGone

from config import health


def ask(factory: RequestFactory) -> tuple[int, bytes]:
    answer = health.show(factory.get("/healthz"))
    return answer.status_code, answer.content


@pytest.mark.django_db
def test_all_is_well(rf: RequestFactory) -> None:
    assert ask(rf) == (200, b'{"database": true, "valkey": true}')


@pytest.mark.django_db
def test_a_server_that_is_gone_is_named(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_args: object, **_options: object) -> None:
        raise ValkeyGone

    monkeypatch.setattr(type(caches["default"]), "get", gone)
    assert ask(rf) == (503, b'{"database": true, "valkey": false}')


def test_a_database_that_is_gone_is_named(rf: RequestFactory, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone:
        def cursor(self) -> None:
            raise DatabaseError

    monkeypatch.setattr(health, "connection", Gone())
    assert ask(rf) == (503, b'{"database": false, "valkey": true}')
