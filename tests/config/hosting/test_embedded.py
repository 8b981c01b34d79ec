"""Embedded: where a site keeps its data, by whom it is run and how its path looks; and its secret."""

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote

import environ
import pytest

from config.hosting import embedded
from config.hosting.embedded import Place


@pytest.fixture
def place_of(monkeypatch: pytest.MonkeyPatch, new_place: None) -> Callable[..., Place]:
    """Work out the place of a site kept in a directory, as a given user would."""

    def work_out(directory: Path, *, uid: int = 1000) -> Place:
        monkeypatch.setenv("DATA_DIR", str(directory))
        monkeypatch.setattr(os, "geteuid", lambda: uid)
        embedded.place.cache_clear()
        return embedded.place()

    return work_out


def test_all_is_kept_in_one_directory(place_of: Callable[..., Place], tmp_path: Path) -> None:
    var = tmp_path / "var"
    assert place_of(var) == Place(var=var, home=var, sockets=var / "run")


@pytest.mark.parametrize("name", ["with space", "perché", "a" * 60, "comma,", "quo'te", "per%20cent"])
def test_sockets_get_a_short_plain_path_whatever_the_checkout_s_is(
    place_of: Callable[..., Place], tmp_path: Path, name: str
) -> None:
    place = place_of(tmp_path / name / "var")
    assert place.home == tmp_path / name / "var"
    assert not place.sockets.is_relative_to(place.home)
    assert len(os.fsencode(place.sockets / ".s.PGSQL.5432.lock")) < 100
    assert embedded.PLAIN_PATH.fullmatch(str(place.sockets))


def test_a_long_temporary_directory_is_not_used_either(
    place_of: Callable[..., Place], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / ("t" * 80)))
    assert len(os.fsencode(place_of(tmp_path / "a b" / "var").sockets)) < 80


def test_two_checkouts_never_share_sockets(place_of: Callable[..., Place], tmp_path: Path) -> None:
    assert place_of(tmp_path / "a b" / "var").sockets != place_of(tmp_path / "b a" / "var").sockets


def test_root_s_servers_live_where_their_user_can_go(
    place_of: Callable[..., Place], open_directory: Path, tmp_path: Path
) -> None:
    (tmp_path / "home").mkdir(mode=0o700)
    behind_closed_doors = tmp_path / "home" / "clone" / "var"
    assert place_of(open_directory / "var", uid=0).home == open_directory / "var"
    assert place_of(behind_closed_doors, uid=0).home.parent == embedded.ROOTS_HOME
    assert place_of(behind_closed_doors, uid=1000).home == behind_closed_doors


def test_the_place_chosen_first_is_kept_when_rights_change(place_of: Callable[..., Place], tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    (var / "servers-home").write_text("/srv/elsewhere\n", encoding="utf-8")
    assert place_of(var).home == Path("/srv/elsewhere")


def test_settings_understand_the_addresses(place_of: Callable[..., Place], tmp_path: Path) -> None:
    place = place_of(tmp_path / "a b" / "var")
    database = environ.Env.db_url_config(embedded.database_url())
    assert (database["NAME"], database["USER"], database["HOST"]) == ("bongioco", "bongioco", "")
    assert database["OPTIONS"] == {"host": str(place.sockets)}
    assert embedded.redis_url() == f"unix://{place.sockets}/valkey.sock"
    mail = environ.Env.email_url_config(embedded.mail_url())
    assert Path("/", unquote(mail["EMAIL_FILE_PATH"])) == place.var / "mail"


def test_the_secret_is_made_once_and_for_its_owner_alone(place_of: Callable[..., Place], tmp_path: Path) -> None:
    place_of(tmp_path / "var")
    secret = embedded.secret_key()
    assert len(secret) > 50
    assert embedded.secret_key() == secret
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "var" / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700


def test_processes_that_start_at_once_agree_on_the_secret(tmp_path: Path) -> None:
    program = "from config.hosting.embedded import secret_key; print(secret_key())"
    starts = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, "DATA_DIR": str(tmp_path / "var")},
            cwd=embedded.CHECKOUT,
            stdout=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    assert len({start.communicate(timeout=30)[0] for start in starts}) == 1
