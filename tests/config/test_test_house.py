"""The tests' own house: that a test finds what its fixtures promise, and nothing of the test before."""

import os

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_starts_with_an_empty_database_and_an_empty_cache(turn: int) -> None:
    users = get_user_model().objects
    assert (users.count(), cache.get("left_behind")) == (0, None)
    users.create_user(username="left_behind")
    cache.set("left_behind", turn)


@pytest.mark.django_db
def test_the_database_is_the_run_s_own_and_not_durable() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW unix_socket_directories")
        assert cursor.fetchone()[0].startswith(os.environ["BONGIOCO_TEST_RUN"])
        cursor.execute("SHOW fsync")
        assert cursor.fetchone()[0] == "off"
