"""The tests' own house: that a test finds what its fixtures promise, and nothing of the test before."""

import asyncio
import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, transaction

from config.hosting.postgres import FLEETING
from tests import database, order, private_servers
from tests.accounts.factories import UserFactory


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2])
def test_each_test_starts_with_an_empty_database_and_an_empty_cache(turn: int) -> None:
    users = get_user_model().objects
    assert (users.count(), cache.get("left_behind")) == (0, None)
    users.create_user(username="left_behind")
    cache.set("left_behind", turn)


@pytest.mark.django_db(transaction=True)
class TestWhatIsCommitted:
    @pytest.mark.parametrize("turn", [1, 2])
    def test_it_is_gone_when_the_next_test_begins(self, turn: int) -> None:
        assert filled_tables() == [*database.FILLED_BY_MIGRATING]
        assert {*ContentType.objects.values_list("app_label", "model")} == {
            (model._meta.app_label, model._meta.model_name) for model in apps.get_models()
        }
        user = UserFactory(username="left_behind")
        user.groups.add(Group.objects.create(name="left behind"))
        user.user_permissions.add(*Permission.objects.all())

    def test_rows_go_in_any_order_however_many_there_are_and_no_number_is_given_out_twice(self) -> None:
        tables = database.tables_to_empty()
        user = UserFactory()
        group = Group.objects.create(name="x" * 150)
        user.groups.add(group)
        rows = database.LARGE // len(group.name)
        Group.objects.bulk_create(Group(name=f"{number:0150}") for number in range(rows))
        database.empty(tables)
        assert filled_tables() == [*database.FILLED_BY_MIGRATING]
        assert table_size("auth_group") == 0  # made anew
        assert table_size("accounts_user") > 0  # its rows were deleted
        assert UserFactory().pk > user.pk
        assert Group.objects.create(name="next").pk > group.pk + rows

    def test_who_still_writes_elsewhere_is_waited_for(self) -> None:
        tables = database.tables_to_empty()
        has_written, may_commit = Event(), Event()

        def write() -> None:
            with transaction.atomic():
                Group.objects.create(name="late")
                has_written.set()
                may_commit.wait(10)
            connection.close()

        writer = Thread(target=write)
        writer.start()
        assert has_written.wait(10)
        emptying = Thread(target=lambda: (database.empty(tables), connection.close()))
        emptying.start()
        wait_until_somebody_waits_for_a_lock()
        may_commit.set()
        for thread in (writer, emptying):
            thread.join(10)
        assert not Group.objects.exists()


def filled_tables() -> list[str]:
    """Every table of the test's database that holds a row, Django's or not."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        names = sorted(name for (name,) in cursor.fetchall())
        cursor.execute(" UNION ALL ".join(f'SELECT EXISTS (SELECT FROM "{name}")' for name in names))  # noqa: S608 -- names of tables
        return [name for name, (is_filled,) in zip(names, cursor.fetchall(), strict=True) if is_filled]


def table_size(name: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_relation_size(%s::regclass)", [name])
        return cursor.fetchone()[0]


def wait_until_somebody_waits_for_a_lock() -> None:
    deadline = time.monotonic() + 10
    with connection.cursor() as cursor:
        while True:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            )
            if cursor.fetchone()[0]:
                return
            assert time.monotonic() < deadline, "nobody waits"
            time.sleep(0.01)


@pytest.mark.browser
@pytest.mark.usefixtures("live_site", "browser")
@pytest.mark.parametrize("turn", [1, 2])
def test_a_browser_leaves_no_connection_behind(turn: int) -> None:
    """Beside its loop this thread has another connection than without one, which no flush between tests closes."""
    assert connection.connection is None
    assert not get_user_model().objects.exists()
    assert connection.connection is not None


@pytest.mark.browser
@pytest.mark.parametrize("turn", [1, 2])
def test_a_window_begins_with_nothing_of_the_ones_before(browser, new_page, turn: int) -> None:
    assert not any(context.pages for context in browser.contexts)
    page = new_page()
    page.goto("/about/")
    kept = "[document.cookie.includes('left_behind'), localStorage.left_behind, sessionStorage.left_behind]"
    assert page.evaluate(kept) == [False, None, None]
    page.evaluate("document.cookie = 'left_behind=1'; localStorage.left_behind = sessionStorage.left_behind = 1")
    assert page.evaluate(kept) == [True, "1", "1"]


@pytest.mark.browser
@pytest.mark.usefixtures("chromium")
def test_a_browser_at_rest_leaves_no_event_loop_in_the_way() -> None:
    with pytest.raises(RuntimeError, match="no running event loop"):
        asyncio.get_running_loop()
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"


@pytest.mark.django_db
def test_the_database_is_the_run_s_own_and_not_durable() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW unix_socket_directories")
        assert cursor.fetchone()[0].startswith(os.environ["BONGIOCO_TEST_RUN"])
        for setting, value in FLEETING.items():
            cursor.execute(f"SHOW {setting}")
            assert cursor.fetchone()[0] == value


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


class Listed:
    """A test in a list, with the marks it has."""

    def __init__(self, *marks: str) -> None:
        self.marks = marks

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.marks else None


@pytest.mark.parametrize("workers", [2, 3, 4])
@pytest.mark.parametrize("count", [0, 1, 7, 90])
def test_what_waits_begins_the_first_workers_part_and_what_is_long_those_of_the_others(
    workers: int, count: int
) -> None:
    items = [Listed(*(("waits",) if at % 10 == 3 else ("long",) if at % 10 == 5 else ())) for at in range(count)]
    ordered = order.spread(items, workers)
    assert sorted(map(id, ordered)) == sorted(map(id, items))
    parts, begun = [], 0
    for worker in range(workers):  # as xdist does
        size = (count - begun) // (workers - worker)
        parts.append(ordered[begun : begun + size])
        begun += size
    for worker, part in enumerate(parts):
        own = "waits" if worker == 0 else "long"
        flags = [own in item.marks for item in part]
        assert flags == sorted(flags, reverse=True)
    if count == 90:
        assert all(any(item.marks for item in part) for part in parts)
