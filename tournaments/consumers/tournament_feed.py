"""Tournament feed: tells the sockets of one process that a tournament has changed, no oftener than is of use."""

import asyncio
import logging
from typing import Protocol
from weakref import WeakKeyDictionary

from games.consumers.database import OUTAGES, in_thread
from games.consumers.hub import Hub, Message
from tournaments import protocol
from tournaments.selectors.doors import version_of

logger = logging.getLogger(__name__)

PAUSE_SECONDS = 0.5
COMPARE_SECONDS = 5.0
"""How often the version is compared with the stored one, which finds every message that was lost."""


class Reader(Protocol):
    """A socket that shows something of the tournament."""

    def tell(self, text: str) -> None:
        """Send *text* as news."""


class TournamentFeed:
    """The version of one tournament: the first change is told at once, those of the next half second together."""

    def __init__(self, code: str, version: int) -> None:
        self.code = code
        self.group = f"tournament.{code}"
        self.version = version
        self.readers: set[Reader] = set()
        self._told = version
        self._pause: asyncio.TimerHandle | None = None
        self._rounds = asyncio.create_task(self._compare())

    @property
    def text(self) -> str:
        """Return the frame that says where the tournament stands."""
        return protocol.changed(self.version)

    def hear(self, message: Message) -> None:
        """Take in a message of the group."""
        self.know(message["version"])

    def know(self, version: int) -> None:
        """Take in that the tournament has reached *version*."""
        self.version = max(self.version, version)
        if self._pause is None:
            self._tell()

    def shut(self) -> None:
        """Tell nobody any more."""
        self._rounds.cancel()
        if self._pause is not None:
            self._pause.cancel()

    def _tell(self) -> None:
        """Tell everybody what is new, and be silent for a while."""
        self._pause = None
        if self.version > self._told:
            self._told = self.version
            self._pause = asyncio.get_running_loop().call_later(PAUSE_SECONDS, self._tell)
            for reader in tuple(self.readers):
                reader.tell(self.text)

    async def _compare(self) -> None:
        while True:
            await asyncio.sleep(COMPARE_SECONDS)
            try:
                self.know(await in_thread(version_of, self.code))
            except OUTAGES as outage:
                logger.warning("The database did not answer; the next round tries again: %s", outage)


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, TournamentFeed]] = WeakKeyDictionary()


async def follow(code: str, version: int, reader: Reader, hub: Hub) -> TournamentFeed:
    """Let *reader* hear of a tournament's changes after *version* from now on; must be undone by `leave`."""
    feeds = _feeds.setdefault(asyncio.get_running_loop(), {})
    feed = feeds.get(code)
    if feed is None:
        feed = feeds[code] = TournamentFeed(code, version)
    feed.readers.add(reader)
    await hub.join(feed.group, feed.hear)
    feed.know(version)
    return feed


async def leave(feed: TournamentFeed, reader: Reader, hub: Hub) -> None:
    """Let *reader* hear of the tournament no more."""
    feed.readers.discard(reader)
    feeds = _feeds.get(asyncio.get_running_loop(), {})
    if not feed.readers and feeds.get(feed.code) is feed:
        del feeds[feed.code]
        feed.shut()
        await hub.leave(feed.group, feed.hear)
