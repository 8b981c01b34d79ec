"""Children: processes that never outlive the one that started them.

On Linux the kernel sees to it; elsewhere a small guard process does. Start children from the main thread only: the
kernel sends its signal when the starting *thread* ends.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from signal import Signals
from typing import Self

PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class Account:
    """The user a child runs as."""

    uid: int
    gid: int


class Guard:
    """A process that waits for its parent's end and then signals the children it was told of."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", __file__], stdin=subprocess.PIPE, start_new_session=True, text=True, bufsize=1
        )

    def watch(self, pid: int, death_signal: Signals) -> None:
        """Have *pid* sent *death_signal* when this process ends, however it ends."""
        self._write(f"{pid} {death_signal.value}")

    def forget(self, pid: int) -> None:
        """Leave *pid* alone from now on: it has ended, and its number may come back."""
        self._write(f"{pid} 0")

    def close(self) -> None:
        """End the guard; what it still watches gets its signal."""
        self._process.communicate()

    def _write(self, line: str) -> None:
        if self._process.stdin is not None:
            self._process.stdin.write(line + "\n")


def keep_watch() -> None:
    """Read what to guard from standard input until it closes, then signal all that is left (the guard's own main)."""
    watched: dict[int, int] = {}
    for line in sys.stdin:
        pid, number = map(int, line.split())
        watched[pid] = number
        if not number:
            del watched[pid]
    for pid, number in watched.items():
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def die_with_parent(death_signal: Signals) -> Callable[[], None]:
    """Return what a child runs between fork and exec so that the kernel sends it *death_signal* at its parent's end."""
    libc = ctypes.CDLL(None, use_errno=True)  # loaded here: after the fork is too late for the loader's locks
    parent = os.getpid()

    def ask_kernel() -> None:
        libc.prctl(PR_SET_PDEATHSIG, death_signal.value)
        if os.getppid() != parent:  # it ended in between
            os._exit(1)

    return ask_kernel


@dataclass(frozen=True, slots=True)
class Role:
    """What a child is for, and how it is ended."""

    name: str
    command: Sequence[str | Path]
    stop_signal: Signals = signal.SIGTERM
    death_signal: Signals = signal.SIGKILL
    """Sent when the parent vanishes: the site's own processes may be killed any time, servers close their files."""
    grace: float = 10.0
    """Seconds between the stop signal and SIGKILL."""
    account: Account | None = None
    directory: Path | None = None
    is_server: bool = False
    """Others use it: it is ended after them."""


class Child:
    """One running process, its output appended to a log."""

    def __init__(self, role: Role, process: subprocess.Popen[bytes], guard: Guard | None) -> None:
        self.role = role
        self.started = time.monotonic()
        self._process = process
        self._guard = guard

    @classmethod
    def start(
        cls, role: Role, *, log: Path | None, environment: Mapping[str, str] | None = None, guard: Guard | None = None
    ) -> Self:
        """Start *role*, watched by *guard* or, without one, by the kernel; its output goes to *log*, else to ours.

        Raises OSError.
        """
        with log.open("ab") if log else nullcontext() as out:
            process = subprocess.Popen(
                [os.fspath(word) for word in role.command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT if log else None,
                cwd=role.directory,
                env=environment,
                process_group=0,  # a Ctrl-C reaches the parent alone, which then ends its children in good order
                user=role.account.uid if role.account else None,
                group=role.account.gid if role.account else None,
                extra_groups=[] if role.account else None,
                # The kernel forgets this wish when a process changes its user; preexec_fn runs after that.
                preexec_fn=None if guard else die_with_parent(role.death_signal),  # noqa: PLW1509 -- single-threaded
            )
        if guard:
            guard.watch(process.pid, role.death_signal)
        return cls(role, process, guard)

    @property
    def pid(self) -> int:
        """Return the process's number."""
        return self._process.pid

    def ending(self) -> str | None:
        """Return how the process ended ("exit status 1", "SIGKILL"), None while it runs."""
        status = self._process.poll()
        if status is None:
            return None
        if self._guard:
            self._guard.forget(self.pid)
        return Signals(-status).name if status < 0 else f"exit status {status}"

    def ask_to_stop(self) -> None:
        """Send the stop signal."""
        self._process.send_signal(self.role.stop_signal)

    def wait(self, until: float) -> bool:
        """Wait for the end until the monotonic time *until*, then kill. Return whether it ended by itself."""
        try:
            self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.kill()
            return False
        self.ending()
        return True

    def stop(self) -> bool:
        """Ask the process to stop and wait for it, killing it after its grace. Return whether it stopped by itself."""
        self.ask_to_stop()
        return self.wait(time.monotonic() + self.role.grace)

    def kill(self) -> None:
        """Kill the process and wait for its end."""
        self._process.kill()
        self._process.wait()
        self.ending()


def new_guard() -> Guard | None:
    """Return a guard where the kernel cannot watch over children, None on Linux where it can."""
    return None if sys.platform == "linux" else Guard()


if __name__ == "__main__":
    keep_watch()
