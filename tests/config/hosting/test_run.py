"""Run: one site a checkout, at an address that is free, known by the names people reach it by."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from config.hosting import run
from config.hosting.embedded import CHECKOUT, Place
from config.hosting.premises import ServerError

ANY = "0.0.0.0"  # noqa: S104 -- as a person writes it; nothing is bound here


def test_a_second_run_says_where_the_first_one_is(site_place: Place) -> None:
    with run.sole_run(site_place, "http://127.0.0.1:8000/"):
        program = (
            "import sys; from pathlib import Path; from config.hosting import run, premises; "
            "from config.hosting.embedded import Place; var = Path(sys.argv[1])\n"
            "try:\n    run.sole_run(Place(var, var, var), '').__enter__()\n"
            "except premises.ServerError as error: print(error)"
        )
        second = subprocess.run(
            [sys.executable, "-c", program, site_place.var], cwd=CHECKOUT, capture_output=True, text=True, check=True
        )
        assert second.stdout == (
            f"it is already open from here, at http://127.0.0.1:8000/ (process {os.getpid()}).\n"
            f"Close it with Ctrl-C in its window, or: kill {os.getpid()}\n"
        )
    with run.sole_run(site_place, "http://127.0.0.1:8001/"):
        assert "8001" in (site_place.var / "running").read_text(encoding="utf-8")


def test_a_directory_that_cannot_be_written_is_named_with_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    var = tmp_path / "file" / "var"
    with (
        pytest.raises(ServerError, match=r"cannot write to .*\n.*set DATA_DIR"),
        run.sole_run(Place(var, var, var), ""),
    ):
        pass


def test_a_taken_port_is_noticed_and_another_proposed() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServerError, match=rf"port {port} is taken by another program.\n.*make run PORT={port + 1}"):
            run.check_port("127.0.0.1", port)
    run.check_port("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused_with_advice() -> None:
    with pytest.raises(ServerError, match=r"this machine has no address 192\.0\.2\.7(.|\n)*HOST=0\.0\.0\.0"):
        run.check_port("192.0.2.7", 0)


def test_a_port_kept_for_root_is_refused_with_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(ServerError, match="port 80 is kept for root"):
        run.check_port("127.0.0.1", 80)


@pytest.mark.parametrize(
    ("host", "names", "address"),
    [
        ("127.0.0.1", ["localhost", "127.0.0.1", "[::1]"], "http://127.0.0.1:8000"),
        ("192.168.7.9", ["localhost", "127.0.0.1", "[::1]", "192.168.7.9"], "http://192.168.7.9:8000"),
    ],
)
def test_the_site_knows_the_names_it_is_reached_by(
    monkeypatch: pytest.MonkeyPatch, host: str, names: list[str], address: str
) -> None:
    for setting in ("ALLOWED_HOSTS", "SITE_URL"):
        monkeypatch.delenv(setting, raising=False)
    environment = run.site_environment(host, 8000)
    assert environment["ALLOWED_HOSTS"].split(",") == names
    assert environment["SITE_URL"] == address


def test_on_all_addresses_the_phones_in_the_room_are_told_where(
    monkeypatch: pytest.MonkeyPatch, site_place: Place
) -> None:
    monkeypatch.setattr(run, "lan_addresses", lambda: ["192.168.7.9", "10.0.0.4"])
    for setting in ("ALLOWED_HOSTS", "SITE_URL"):
        monkeypatch.delenv(setting, raising=False)
    environment = run.site_environment(ANY, 8000)
    assert {"192.168.7.9", "10.0.0.4", socket.gethostname()} <= set(environment["ALLOWED_HOSTS"].split(","))
    assert environment["SITE_URL"] == "http://192.168.7.9:8000"
    text = run.welcome(site_place, ANY, 8000, seconds=2.0)
    assert "http://127.0.0.1:8000/" in text
    assert "on the phones in this room:  http://192.168.7.9:8000/  http://10.0.0.4:8000/" in text


def test_what_the_club_has_set_itself_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "club.example")
    monkeypatch.setenv("SITE_URL", "https://club.example")
    environment = run.site_environment(ANY, 8000)
    assert (environment["ALLOWED_HOSTS"], environment["SITE_URL"]) == ("club.example", "https://club.example")


def test_the_lan_address_is_none_of_this_machine_s_own() -> None:
    assert not [address for address in run.lan_addresses() if address.startswith("127.")]
