"""Children: they stop when asked, are killed when they do not, and never outlive their parent."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from config.hosting.children import Child, Guard, Role
from config.hosting.embedded import CHECKOUT

SLEEP = [sys.executable, "-c", "print('here', flush=True); import time; time.sleep(60)"]
STUBBORN = [
    sys.executable,
    "-c",
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(60)",
]
# A parent that starts one child, says its number, and waits to be killed.
PARENT = """
import sys, time
from pathlib import Path
from signal import SIGTERM
from config.hosting.children import Child, Guard, Role
guard = Guard() if sys.argv[2] == "guard" else None
role = Role("child", [sys.executable, "-c", "import time; time.sleep(60)"])
child = Child.start(role, log=Path(sys.argv[1]), guard=guard)
print(child.pid, flush=True)
time.sleep(60)
"""


def eventually(is_so: Callable[[], bool], *, seconds: float = 10.0) -> bool:
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def is_here(log: Path) -> Callable[[], bool]:
    return lambda: log.exists() and "here" in log.read_text(encoding="utf-8")


def test_a_child_stops_when_asked_and_says_how_it_ended(tmp_path: Path) -> None:
    child = Child.start(Role("child", SLEEP), log=tmp_path / "log")
    assert child.ending() is None
    assert eventually(is_here(tmp_path / "log"))
    assert child.stop()
    assert child.ending() == "SIGTERM"


def test_a_child_that_will_not_stop_is_killed_after_its_grace(tmp_path: Path) -> None:
    child = Child.start(Role("child", STUBBORN, grace=0.2), log=tmp_path / "log")
    assert eventually(is_here(tmp_path / "log"))
    assert not child.stop()
    assert child.ending() == "SIGKILL"


def test_a_failed_child_tells_its_status(tmp_path: Path) -> None:
    child = Child.start(Role("child", [sys.executable, "-c", "raise SystemExit(3)"]), log=tmp_path / "log")
    assert eventually(lambda: child.ending() is not None)
    assert child.ending() == "exit status 3"


def test_a_ctrl_c_in_the_terminal_reaches_no_child(tmp_path: Path) -> None:
    child = Child.start(Role("child", SLEEP), log=tmp_path / "log")
    assert os.getpgid(child.pid) == child.pid != os.getpgid(0)
    child.kill()


@pytest.mark.parametrize("watcher", ["kernel", "guard"])
def test_no_child_outlives_a_killed_parent(tmp_path: Path, watcher: str) -> None:
    if watcher == "kernel" and sys.platform != "linux":
        watcher = "guard"
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, tmp_path / "log", watcher], stdout=subprocess.PIPE, text=True, cwd=CHECKOUT
    )
    assert parent.stdout
    with parent.stdout:
        pid = int(parent.stdout.readline())
        assert is_alive(pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert eventually(lambda: not is_alive(pid))


def test_the_guard_leaves_those_alone_that_it_was_told_to_forget(tmp_path: Path) -> None:
    guard = Guard()
    spared, watched = (Child.start(Role("child", SLEEP), log=tmp_path / "log") for _ in range(2))
    guard.watch(spared.pid, signal.SIGKILL)
    guard.watch(watched.pid, signal.SIGTERM)
    guard.forget(spared.pid)
    guard.close()
    assert eventually(lambda: watched.ending() is not None)
    assert (watched.ending(), spared.ending()) == ("SIGTERM", None)
    spared.kill()
