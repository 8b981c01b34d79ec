"""Backup: what was saved comes back, whole or not at all, and never under an open site."""

import stat
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.hosting import backup
from config.hosting.children import Child
from config.hosting.embedded import Place
from config.hosting.premises import ServerError
from config.hosting.run import sole_run
from config.hosting.servers import start_servers


@pytest.fixture
def server(run_place: Place) -> Iterator[Child]:
    (running,) = start_servers(run_place, postgres=True, valkey=False, logs=run_place.var, guard=None, durable=False)
    yield running
    running.stop()


def names(url: str) -> list[str]:
    with psycopg.connect(url) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM people ORDER BY name")]


def write(url: str, *statements: str) -> None:
    with psycopg.connect(url) as connection:
        for statement in statements:
            connection.execute(statement)


def test_what_was_saved_comes_back(site_place: Place, server: Child) -> None:
    url = site_place.database_url
    write(url, "CREATE TABLE people (name text)", "INSERT INTO people VALUES ('Anna'), ('Berto')")
    file = backup.save(site_place, given="")
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    write(url, "INSERT INTO people VALUES ('Carla')", "CREATE TABLE later (name text)")
    backup.restore(site_place, file, given="")
    assert names(url) == ["Anna", "Berto"]
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('later')").fetchone() == (None,)

    server.stop()  # a closed site: the server is started for the time
    again = backup.save(site_place, given="")
    backup.restore(site_place, again, given="")
    assert not list(site_place.sockets.iterdir())


def test_a_broken_file_changes_nothing(site_place: Place, server: Child, tmp_path: Path) -> None:
    url = site_place.database_url
    write(url, "CREATE TABLE people (name text)", "INSERT INTO people VALUES ('Anna')")
    saved = backup.save(site_place, given="").read_bytes()
    for name, content in (("text", b"no dump at all"), ("cut", saved[: len(saved) - 200])):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(ServerError, match="pg_restore failed"):
            backup.restore(site_place, tmp_path / name, given="")
        assert names(url) == ["Anna"]


def test_a_database_given_by_url_is_saved_too(site_place: Place, server: Child, tmp_path: Path) -> None:
    write(site_place.database_url, "CREATE TABLE people (name text)")
    other = Place(var=tmp_path, home=tmp_path, sockets=tmp_path / "run")
    assert backup.save(other, given=site_place.database_url).parent == tmp_path / "backups"


def test_an_open_site_is_not_restored_over(site_place: Place, tmp_path: Path) -> None:
    (file := tmp_path / "saved.dump").write_bytes(b"whatever was saved: it is not even read")
    with sole_run(site_place, "http://127.0.0.1:8000/"), pytest.raises(ServerError, match="already open"):
        backup.restore(site_place, file, given="")


def test_a_file_that_is_not_there_is_named(site_place: Place, tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"there is no file .*/nothing\.dump"):
        backup.restore(site_place, tmp_path / "nothing.dump", given="")
