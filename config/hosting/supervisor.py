"""Supervisor: keeps a site's processes running, and ends them in good order."""

import signal
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NoReturn

from config.hosting.children import Child, Guard, Role
from config.hosting.premises import explain

TICK = 0.25
"""Seconds between two looks at the children."""
LONGEST_PAUSE = 30.0
"""Seconds at most before a child that keeps dying is tried again."""
STEADY = 60.0
"""Seconds a child must live before its earlier deaths are forgiven."""
DEATHS_BEFORE_EXPLAINING = 3
LONGEST_LOG = 10 * 2**20
"""Bytes after which a log is set aside, the one set aside before being dropped."""


class StopRequest(BaseException):
    """Somebody asked the site to close: Ctrl-C, SIGTERM, or the terminal went away."""


def raise_stop_request(_number: int, _frame: FrameType | None) -> NoReturn:
    """Turn a signal into StopRequest, wherever the main thread is."""
    raise StopRequest


@dataclass(slots=True)
class Post:
    """A role that must always be filled."""

    role: Role
    child: Child | None
    deaths: int = 0
    due: float = 0.0
    """Monotonic time of the next attempt while nobody fills it."""


@dataclass(slots=True)
class Supervisor:
    """All processes of a site, servers first: the order they are started in, and ended in reverse."""

    logs: Path
    environment: Mapping[str, str]
    guard: Guard | None
    say: Callable[[str], None]
    posts: list[Post] = field(default_factory=list)

    def log(self, name: str) -> Path:
        """Return where the output of *name* goes."""
        return self.logs / f"{name}.log"

    def adopt(self, child: Child) -> None:
        """Take over a server that is running already."""
        self.posts.append(Post(child.role, child))

    def start(self, role: Role) -> Child:
        """Fill a new post. Raises OSError."""
        child = self._spawn(role)
        self.posts.append(Post(role, child))
        return child

    def tend(self) -> NoReturn:
        """Restart whoever dies, until StopRequest interrupts."""
        while True:
            self.look_round()
            time.sleep(TICK)

    def look_round(self) -> None:
        """Start again whoever has died and waited for its turn. Raises OSError."""
        for post in self.posts:
            self._look_after(post)
            self._trim(self.log(post.role.name))

    def close(self) -> None:
        """End all processes: the site's own together, then their servers. A second request kills what is left."""
        try:
            servers = [post for post in self.posts if post.role.is_server]
            own = [post for post in self.posts if not post.role.is_server]
            for group in (own, servers):
                self._end(group)
        except StopRequest:
            for post in self.posts:
                if post.child:
                    post.child.kill()
        if self.guard:
            self.guard.close()

    def _end(self, posts: list[Post]) -> None:
        running = [post.child for post in posts if post.child and post.child.ending() is None]
        asked = time.monotonic()
        for child in running:
            child.ask_to_stop()
        for child in running:
            if not child.wait(asked + child.role.grace):
                self.say(f"{child.role.name} did not stop within {child.role.grace:.0f} s and was killed.")

    def _look_after(self, post: Post) -> None:
        now = time.monotonic()
        name = post.role.name
        if post.child is None:
            if now >= post.due:
                post.child = self._spawn(post.role)
            return
        ending = post.child.ending()
        if ending is None:
            return
        post.deaths = 1 if now - post.child.started > STEADY else post.deaths + 1
        pause = min(2.0 ** (post.deaths - 2), LONGEST_PAUSE)
        post.child, post.due = None, now + pause
        self.say(f"{name} has stopped ({ending}); starting it again in {pause:.1f} s. Its log: {self.log(name)}")
        if post.deaths == DEATHS_BEFORE_EXPLAINING:
            self.say(explain(self.log(name)))

    def _spawn(self, role: Role) -> Child:
        return Child.start(role, log=self.log(role.name), environment=self.environment, guard=self.guard)

    @staticmethod
    def _trim(log: Path) -> None:
        # Children append, so emptying the file under them is safe; what they write in between is lost at worst.
        if log.exists() and log.stat().st_size > LONGEST_LOG:
            log.with_suffix(".log.1").write_bytes(log.read_bytes())
            with log.open("r+b") as file:
                file.truncate()


def listen_for_requests() -> None:
    """Let Ctrl-C, SIGTERM and a closed terminal raise StopRequest."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, raise_stop_request)
