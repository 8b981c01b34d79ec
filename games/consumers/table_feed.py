"""Table feed: one table as one process shows it to its sockets there, to each with its own part."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, NamedTuple, Protocol

from django.utils import timezone
from redis.exceptions import RedisError

from games import presence
from games.consumers.database import OUTAGES, in_thread
from games.consumers.hub import Message
from games.engine.errors import Refusal
from games.presence import Here
from games.protocol import frames
from games.selectors.lateness import late_version
from games.selectors.tables import table_view

logger = logging.getLogger(__name__)

View = Mapping[str, Any]

PACE_SECONDS = 0.5
"""How often it is looked whether a late table has changed."""
COUNT_PAUSE_SECONDS = 2.0
"""At most so often is a crowd told that it has grown or shrunk by a watcher; a seat holder is told of at once."""
CHUNK = 20
"""Readers whose views one database thread makes at a time, so that a full house leaves room for a card."""


class Reader(NamedTuple):
    """For whom a view of the table is made."""

    user_id: int | None
    unlocked: bool


class Shown(NamedTuple):
    """The table as one kind of reader sees it, and the frame that says so."""

    view: View
    text: str


class Guest(Protocol):
    """A socket at the table."""

    reader: Reader
    is_greeted: bool
    """Whether it has got its first view, so that further news makes sense to it."""
    delay: timedelta
    """How late it is shown the table; nothing for who plays or sits there."""

    def show(self, shown: Shown) -> None:
        """Show the table as its reader sees it."""

    def turn_away(self, refusal: Refusal) -> None:
        """End the connection: the table is no longer the reader's to see."""

    def tell(self, text: str) -> None:
        """Send *text* as news."""

    def hear(self, message: Message) -> None:
        """Take in a line of the chat, which may not be for its reader."""


class TableFeed:
    """The table's changes, who is there, and the guests who are shown both."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.group = f"table.{table_id}"
        self.guests: set[Guest] = set()
        self._presence = ""
        self._present: list[bool] = []
        self._told_at = 0.0
        self._public: dict[Reader, Shown] = {}
        self._seats: list[View] = []
        self._version = 0
        self._looked_at = 0  # the version of the latest look at the table for everybody
        self._late_version = -1
        self._late_watchers = -1
        self._late: asyncio.Task[None] | None = None
        self._is_shown = True
        self._is_counted = True
        self._work: asyncio.Task[None] | None = None

    def hear(self, message: Message) -> None:
        """Take in a message of the group: the table has changed, somebody has come or gone, or has said something."""
        if message["type"] == "table.chat":
            for guest in self._greeted():
                guest.hear(message)
            return
        if message["type"] == "table.rated":
            for guest in self._greeted():
                if not message["is_late"] or guest.reader.user_id in message["players"]:
                    guest.tell(message["text"])
            return
        if message["type"] == "table.presence":
            self._is_counted = False
        else:
            self._is_shown = False
        self._set_to_work()

    def know(self, version: int) -> None:
        """Take in that the table has reached *version*."""
        if version > max(self._version, self._looked_at):
            self._looked_at = version
            self._is_shown = False
            self._set_to_work()

    def miss(self) -> None:
        """Take in that the table is gone: its guests are turned away."""
        self._is_shown = False
        self._set_to_work()

    def shut(self) -> None:
        """Look no more for who is late."""
        if self._late is not None:
            self._late.cancel()

    async def shown_to(self, reader: Reader) -> Shown | Refusal:
        """Return the table as *reader* sees it, or why it may not; one view serves all who are nobody in particular."""
        at_hand = self._public.get(reader)
        if at_hand is not None and at_hand.view["version"] == self._version:
            return at_hand
        return (await self._read([reader]))[reader]

    def introduce(self, guest: Guest, view: View) -> None:
        """Tell *guest*, who has been shown *view*, who is here, and what is newer than that view."""
        if guest.delay:
            guest.tell(_late_presence(view, max(0, self._late_watchers)))
            if self._late is None:
                self._late_version = view["version"]
                self._late = asyncio.create_task(self._look_back())
            return
        if self._presence:
            guest.tell(self._presence)
        else:
            self._is_counted = False
            self._set_to_work()
        if view["version"] < self._version:
            self._is_shown = False
            self._set_to_work()

    def meet(self, here: Here) -> None:
        """Take in who is here, and tell the guests if that has changed; of watchers alone the next round tells."""
        seats = [_is_present(seat, here) for seat in self._seats]
        text = frames.presence(seats=seats, watchers=here.watchers)
        now = asyncio.get_running_loop().time()
        if text != self._presence and (seats != self._present or now - self._told_at >= COUNT_PAUSE_SECONDS):
            self._presence, self._present, self._told_at = text, seats, now
            for guest in self._greeted():
                if not guest.delay:
                    guest.tell(text)
        if here.watchers != self._late_watchers:
            self._late_watchers = here.watchers
            for guest in self._greeted():
                if guest.delay:
                    guest.tell(frames.presence(seats=[True] * len(self._seats), watchers=here.watchers))

    def _greeted(self) -> list[Guest]:
        return [guest for guest in self.guests if guest.is_greeted]

    def _set_to_work(self) -> None:
        if self._work is None:
            self._work = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Show the table and count who is here, until both are up to date."""
        try:
            while not (self._is_shown and self._is_counted):
                if not self._is_shown:
                    self._is_shown = True
                    await self._show_all()
                self._is_counted = True
                self.meet((await in_thread(presence.here, [self.table_id]))[self.table_id])
        except (*OUTAGES, RedisError) as outage:
            logger.warning("A server did not answer; table %s waits: %s", self.table_id, outage)
        finally:
            self._work = None

    async def _look_back(self) -> None:
        """Show the table to its late guests whenever, so long ago, it changed; at a pace that depends on nothing."""
        while any(guest.delay for guest in self._greeted()):
            await asyncio.sleep(PACE_SECONDS)
            try:
                version = await in_thread(late_version, self.table_id, timezone.now())
                if version != self._late_version:
                    self._late_version = version
                    await self._show_all(is_late=True)
            except (*OUTAGES, RedisError) as outage:
                logger.warning("A server did not answer; table %s waits: %s", self.table_id, outage)
        self._late = None

    async def _show_all(self, *, is_late: bool = False) -> None:
        """Show the table to everybody who sees it now, or to those who see it late; who may not see it has to go."""
        readers = list({guest.reader for guest in self._greeted()})
        for start in range(0, len(readers), CHUNK):
            views = await self._read(readers[start : start + CHUNK])
            for guest in [guest for guest in self._greeted() if guest.reader in views]:
                shown = views[guest.reader]
                if isinstance(shown, Refusal):
                    guest.turn_away(shown)
                elif is_late == bool(shown.view["you"]["delay"]):
                    guest.show(shown)

    async def _read(self, readers: Collection[Reader]) -> dict[Reader, Shown | Refusal]:
        """Return the table as each reader sees it at this moment, or why one may not see it."""
        read: dict[Reader, Shown | Refusal] = {}
        for reader, view in (await in_thread(views_of, self.table_id, readers)).items():
            if isinstance(view, Refusal):
                read[reader] = view
                self._public.pop(reader, None)  # it has become private: nobody is shown what was public
                continue
            shown = read[reader] = Shown(view, frames.table(view))
            self._seats = self._seats or view["seats"]
            if view["version"] >= self._version and not view["you"]["delay"]:
                self._version, self._seats = view["version"], view["seats"]
                if reader.user_id is None:
                    self._public[reader] = shown
        return read


def views_of(table_id: int, readers: Collection[Reader]) -> dict[Reader, View | Refusal]:
    """Return the table as each reader sees it, or why one may not see it. Asks the database."""
    views: dict[Reader, View | Refusal] = {}
    for reader in readers:
        try:
            views[reader] = table_view(table_id, reader.user_id, unlocked=reader.unlocked)
        except Refusal as refusal:
            views[reader] = refusal
    return views


def _late_presence(view: View, watchers: int) -> str:
    """Return who is here as late guests are told: how many watch with them; who of the players is of the present."""
    return frames.presence(seats=[True] * len(view["seats"]), watchers=watchers)


def _is_present(seat: View, here: Here) -> bool:
    """Tell whether somebody sits there and is here; a bot always is."""
    user = seat["user"]
    return user is not None and (user["kind"] == "bot" or user["id"] in here.seated)
