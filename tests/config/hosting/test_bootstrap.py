"""Bootstrap: it does nothing when nothing changed, and says in plain words what a machine lacks."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.hosting import bootstrap
from config.hosting.embedded import CHECKOUT


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with locks and an environment that works, and nothing installed in it."""
    shutil.copytree(CHECKOUT / "requirements", tmp_path / "requirements")
    (tmp_path / ".venv").mkdir()
    monkeypatch.setattr(bootstrap, "CHECKOUT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "PYTHON", Path(sys.executable))
    return tmp_path


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been run."""
    seen: list[list[str]] = []
    monkeypatch.setattr(bootstrap, "run", lambda command, *_args, **_options: seen.append(command))
    return seen


def complaint_of(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_an_old_python_is_refused_with_advice(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2 && exit\nexit 1\n', encoding="ascii")
    old.chmod(0o755)
    (tmp_path / "cat").symlink_to(shutil.which("cat") or "/bin/cat")
    done = subprocess.run(
        ["/bin/sh", CHECKOUT / "config" / "hosting" / "bootstrap.sh", "run"],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Bongioco needs Python 3.11 or newer (found: Python 3.9.2)." in done.stderr
    assert "PYTHON=/path/to/python3.12 make run" in done.stderr


def test_a_named_python_comes_first(tmp_path: Path) -> None:
    chosen = tmp_path / "mine"
    chosen.write_text('#!/bin/sh\n[ "$1" = -P ] && echo "chosen $2 $3"\nexit 0\n', encoding="ascii")
    chosen.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", "config/hosting/bootstrap.sh", "dev"],
        env={**os.environ, "PYTHON": str(chosen)},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "chosen config/hosting/bootstrap.py dev\n"


def test_a_python_without_venv_names_the_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checkout: Path
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SystemExit):
        bootstrap.make_venv()
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"apt install python{version}-venv (or python3-venv)" in complaint_of(capsys)


@pytest.mark.parametrize(
    ("there", "tool"),
    [(("ensurepip", "venv"), "venv"), (("venv", "virtualenv"), "virtualenv"), (("venv",), "--seed")],
)
def test_whatever_makes_environments_is_used(
    monkeypatch: pytest.MonkeyPatch, checkout: Path, commands: list[list[str]], there: tuple[str, ...], tool: str
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name if name in there else None)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    bootstrap.make_venv()
    assert tool in commands[0]


def test_a_read_only_checkout_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checkout: Path
) -> None:
    monkeypatch.setattr(sys, "argv", ["bootstrap.py", "run"])
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SystemExit):
        bootstrap.main()
    assert f"{checkout} is read-only for this user.\nMake it writable, or clone" in complaint_of(capsys)


def test_a_full_disk_is_noticed_before_the_download(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], checkout: Path, commands: list[list[str]]
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: shutil._ntuple_diskusage(10**9, 10**9 - 2**20, 2**20))
    with pytest.raises(SystemExit):
        bootstrap.install("runtime.txt", "run")
    assert "has only 1 MB left; 500 MB are needed." in complaint_of(capsys)
    assert not commands


def test_an_unchanged_lock_is_not_installed_again(checkout: Path, commands: list[list[str]]) -> None:
    bootstrap.install("runtime.txt", "run")
    bootstrap.install("runtime.txt", "run")
    assert len(commands) == 1
    assert {"--require-hashes", "--no-deps", "--only-binary"} <= set(commands[0])
    lock = checkout / "requirements" / "runtime.txt"
    lock.write_text(lock.read_text(encoding="utf-8") + "# renewed\n", encoding="utf-8")
    bootstrap.install("runtime.txt", "run")
    assert len(commands) == 2


def test_the_packages_for_development_hold_those_of_a_club(checkout: Path, commands: list[list[str]]) -> None:
    dev = (checkout / "requirements" / "dev.txt").read_bytes()
    (checkout / ".venv" / "installed-dev.txt").write_text(hashlib.sha256(dev).hexdigest(), encoding="ascii")
    bootstrap.install("runtime.txt", "run")
    assert not commands


@pytest.mark.parametrize("name", ["runtime", "servers"])
def test_all_locks_pin_the_same_versions(name: str) -> None:
    def pins(lock: str) -> set[str]:
        lines = (CHECKOUT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8").splitlines()
        return {line.split()[0] for line in lines if "==" in line and not line.startswith(("#", " "))}

    assert pins(name)
    assert pins(name) <= pins("dev")


def test_a_failed_installation_shows_the_reason_and_what_to_do(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    failing = [sys.executable, "-c", "raise SystemExit('ERROR: [Errno 28] No space left on device')"]
    with pytest.raises(SystemExit):
        bootstrap.run(failing, "The packages could not be installed.")
    assert complaint_of(capsys) == (
        "The packages could not be installed.\n"
        "    ERROR: [Errno 28] No space left on device\n"
        "The disk is full: free some space, then run make again.\n"
    )


def test_servers_that_come_as_no_wheel_here_stop_nothing(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    failing = [sys.executable, "-c", "raise SystemExit('ERROR: No matching distribution found')"]
    bootstrap.run(failing, "No servers.", is_needed=False)
    assert "No ready-made package fits this machine" in capsys.readouterr().out
