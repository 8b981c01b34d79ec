"""Bootstrap: makes .venv and installs the locked packages into it, by plain pip, with hashes.

Runs on the machine's Python with the standard library alone, started by bootstrap.sh. What was installed is noted in
.venv; while the lock is the same, this takes a few hundredths of a second.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
VENV = CHECKOUT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = {"run": ["runtime.txt", "servers.txt"], "dev": ["dev.txt"]}
SPACE_NEEDED = {"run": 500, "dev": 1000}
"""Megabytes of disk the packages and their download take, with room to spare."""

HINTS = (
    ("No space left on device", "The disk is full: free some space, then run make again."),
    ("Could not find a version", "No ready-made package fits this machine; Python 3.11 to 3.13 on Linux or macOS do."),
    ("No matching distribution", "No ready-made package fits this machine; Python 3.11 to 3.13 on Linux or macOS do."),
    ("DO NOT MATCH THE HASHES", "A downloaded package is not the one that was locked: do not install it; try again."),
    ("Failed to establish a new connection", "The package index cannot be reached: is the network up?"),
    ("Temporary failure in name resolution", "The package index cannot be reached: is the network up?"),
)


def main() -> None:
    """Leave a .venv that has what *kind* ("run" or "dev") needs, or say what is missing and exit with status 1."""
    kind = sys.argv[1]
    if not os.access(CHECKOUT, os.W_OK):
        stop(
            f"{CHECKOUT} is read-only for this user.\n"
            "Make it writable, or clone the project into a directory of yours: it keeps .venv/ and var/ inside."
        )
    with (CHECKOUT / "config" / "hosting" / "bootstrap.py").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # two makes at once: the second waits
        if not works(PYTHON):
            make_venv()
        for name in LOCKS[kind]:
            install(name, kind)


def works(python: Path) -> bool:
    """Tell whether the environment's interpreter runs: the machine's Python may have been replaced under it."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True, check=False, timeout=30).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    """Make .venv anew, with whichever tool this machine has."""
    version = ".".join(map(str, sys.version_info[:3]))
    say(f"Making .venv with Python {version} …")
    if importlib.util.find_spec("ensurepip") and importlib.util.find_spec("venv"):
        command = [sys.executable, "-m", "venv", "--clear", str(VENV)]
    elif importlib.util.find_spec("virtualenv"):
        command = [sys.executable, "-m", "virtualenv", "--clear", str(VENV)]
    elif uv := shutil.which("uv"):
        command = [uv, "venv", "--quiet", "--clear", "--seed", "--python", sys.executable, str(VENV)]
    else:
        short = ".".join(map(str, sys.version_info[:2]))
        stop(
            f"This Python {version} cannot make environments: its venv package is missing.\n"
            f"Debian, Ubuntu: apt install python{short}-venv (or python3-venv)    Fedora: dnf install python3\n"
            "Having virtualenv or uv does as well. Or name another Python: PYTHON=/path/to/python3 make run"
        )
    run(command, f"Python {version} could not make {VENV}.")


def install(name: str, kind: str) -> None:
    """Install the lock *name* unless it is what was installed last."""
    lock = CHECKOUT / "requirements" / name
    content = lock.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    note = VENV / f"installed-{name}"
    full = VENV / "installed-dev.txt"  # the lock for development holds the others, at the same versions
    for known, source in ((note, lock), (full, CHECKOUT / "requirements" / "dev.txt")):
        if known.exists() and known.read_text() == hashlib.sha256(source.read_bytes()).hexdigest():
            return
    free = shutil.disk_usage(VENV).free // 2**20
    if free < SPACE_NEEDED[kind]:
        stop(
            f"The disk holding {CHECKOUT} has only {free} MB left; {SPACE_NEEDED[kind]} MB are needed. Free some space."
        )
    count = content.count(b"==")
    say(f"Installing {count} packages from requirements/{name} (once) …")
    begun = time.monotonic()
    run(
        [
            *(str(PYTHON), "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"),
            *("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", str(lock)),
        ],
        f"The packages in requirements/{name} could not be installed.",
        is_needed=name != "servers.txt",
    )
    note.write_text(digest)
    say(f"Installed in {time.monotonic() - begun:.0f} s.")


def run(command: list[str], complaint: str, *, is_needed: bool = True) -> None:
    """Run *command* quietly; where it fails, say *complaint* with its last lines and, if it *is_needed*, exit."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return
    output = done.stdout + done.stderr
    tail = [f"    {line}" for line in output.strip().splitlines()[-6:]]
    hint = next((advice for sign, advice in HINTS if sign in output), "The reason stands above.")
    report = "\n".join([complaint, *tail, hint])
    if is_needed:
        stop(report)
    # Without the servers' wheels the machine's own PostgreSQL and Valkey do; `run` says so if they are missing too.
    say(report)


def say(text: str) -> None:
    """Tell the person at the keyboard."""
    print(text, flush=True)


def stop(text: str) -> None:
    """Say what is wrong and exit."""
    print(text, file=sys.stderr, flush=True)
    sys.exit(1)


if __name__ == "__main__":
    main()
