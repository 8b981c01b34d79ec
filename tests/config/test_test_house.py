"""The tests' own house: that a test finds what its fixtures promise, and nothing of the test before."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection

from tests import private_servers


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_starts_with_an_empty_database_and_an_empty_cache(turn: int) -> None:
    users = get_user_model().objects
    assert (users.count(), cache.get("left_behind")) == (0, None)
    users.create_user(username="left_behind")
    cache.set("left_behind", turn)


@pytest.mark.browser
@pytest.mark.usefixtures("live_site", "browser")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_browser_leaves_no_connection_behind(turn: int) -> None:
    """Beside its loop this thread has another connection than without one, which no flush between tests closes."""
    assert connection.connection is None
    assert not get_user_model().objects.exists()
    assert connection.connection is not None


@pytest.mark.django_db
def test_the_database_is_the_run_s_own_and_not_durable() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW unix_socket_directories")
        assert cursor.fetchone()[0].startswith(os.environ["BONGIOCO_TEST_RUN"])
        cursor.execute("SHOW fsync")
        assert cursor.fetchone()[0] == "off"


def test_what_a_killed_run_left_is_removed_and_a_running_one_s_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    for pid in (ended.pid, os.getpid()):
        (tmp_path / f"bongioco-test-{pid}-abc" / "all").mkdir(parents=True)
    private_servers.sweep()
    assert [left.name for left in tmp_path.iterdir()] == [f"bongioco-test-{os.getpid()}-abc"]
