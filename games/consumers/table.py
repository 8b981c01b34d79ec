"""Table: the socket of those who play at a table and of those who watch."""

import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial
from urllib.parse import parse_qs
from uuid import UUID

from django.conf import settings
from django.utils import timezone

from accounts.errors import BadScope
from games.consumers.allowance import LARGE_BYTES, SECONDS, persons
from games.consumers.attendance import Attendance
from games.consumers.bookmark import Bookmark
from games.consumers.database import in_thread
from games.consumers.desk import Desk
from games.consumers.earshot import Earshot
from games.consumers.hub import Message
from games.consumers.socket import Scope, Send, Socket
from games.consumers.table_feed import Reader, Shown, TableFeed, View
from games.engine.errors import Refusal
from games.errors import NoSuchTable, NotSeated, WatchBanned, WatchersFull
from games.presence import Sign
from games.protocol import frames
from games.protocol.acts import perform, talk
from games.protocol.commands import AnyCommand, Resync, Talk, TooMany
from games.services.official_tables import arrive

logger = logging.getLogger(__name__)


class TableSocket(Socket):
    """One client at one table: what it is shown and told, and what it asks for."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self.code: str = scope["url_route"]["kwargs"]["code"]
        self.reader = Reader(self.visitor.user_id, unlocked=self.code in self.visitor.unlocked)
        self.desk = Desk(self.refuse)
        self.bookmark = Bookmark(self.house, self.visitor.user_id, self.tell)
        self.earshot = Earshot(self.visitor.user_id)
        self._wish = parse_qs(scope["query_string"].decode("latin-1"))
        self._feed: TableFeed | None = None
        self._attendance: Attendance | None = None
        self._version = -1
        self._match_id: UUID | None = None
        self.is_greeted = False
        self.delay = timedelta()

    @property
    def seen(self) -> int | None:
        """Return the last event the client has been told of."""
        return self.bookmark.seen

    @property
    def sign(self) -> Sign | None:
        """Return what says that this socket is here."""
        return self._attendance.sign if self._attendance else None

    async def arrive(self) -> None:
        """Show the table and its match, or close where this visitor may not see them."""
        self._feed = await self.house.enter(self.code, self)
        shown = await self._feed.shown_to(self.reader) if self._feed is not None else NoSuchTable()
        if self._feed is None or isinstance(shown, Refusal):
            self.turn_away(shown if isinstance(shown, Refusal) else NoSuchTable())
            return
        self._attendance = Attendance(self._feed.table_id, self.id)
        if not await self._attendance.begin(self._holder_in(shown.view)):
            self.refuse(WatchersFull("Come back later."), None)
            self.close(4013)
            return
        await self.earshot.listen()
        self._greet(self._feed, shown)

    async def depart(self) -> None:
        """Leave the table."""
        await self.desk.shut()
        await self.bookmark.close()
        if self._feed is not None:
            await self.house.leave(self._feed, self)
        if self._attendance is not None:
            await self._attendance.end()

    def take(self, message: AnyCommand | Talk | Resync) -> None:
        """Queue what the client asks for, if it may ask."""
        if isinstance(message, Resync):
            self.desk.ask(partial(self.bookmark.catch_up, message.since), None)
        elif self.visitor.user_id is None:
            self.refuse(NotSeated("Log in to play, or to write."), message.command_id)
        elif not self.visitor.can_play:
            self.refuse(BadScope("This token may not play."), message.command_id)
        elif self.delay and not isinstance(message, Talk):  # at once: how long it takes tells nothing of what is on
            self.refuse(NotSeated("You watch."), message.command_id)
        elif isinstance(message, Talk):
            self.desk.ask(partial(self._talk, message, self.visitor.user_id), message.command_id)
        else:
            self.desk.ask(partial(self._perform, message, self.visitor.user_id), message.command_id)

    def renew(self) -> None:
        """Show everything anew to a client that was too slow for its news."""
        logger.info("A socket at table %s was too slow and is shown everything anew.", self.code)
        self.desk.run(self._renew)

    def show(self, shown: Shown) -> None:
        """Show the table as this reader sees it now; go over to its new match if it has one."""
        if shown.view["version"] > self._version:
            self._put_up(shown)

    def hear(self, message: Message) -> None:
        """Tell a line of the chat, if it is for this visitor; after the answer, where that is being asked for."""
        if self.earshot.is_stale:
            self.desk.run(partial(self._hear_now, message))
        elif self.earshot.reaches(message):
            self.tell(message["text"])

    def attune(self) -> None:
        """Ask anew whom this visitor wants to hear."""
        self.earshot.is_stale = True
        self.desk.run(self.earshot.listen)

    def turn_away(self, refusal: Refusal) -> None:
        """End the connection: there is no such table, or it is not this reader's to see."""
        if isinstance(refusal, WatchBanned):  # a password would not help
            self.refuse(refusal, None)
        self.close(4004 if isinstance(refusal, NoSuchTable) else 4003)

    def _greet(self, feed: TableFeed, shown: Shown) -> None:
        """Say hello, and show what there is to see; from now on the feed tells what is new."""
        messages = self._messages_in(shown.view)
        self.tell(frames.hello(user=self.whom, messages=messages, seconds=SECONDS, size=LARGE_BYTES))
        self.is_greeted = True
        self._put_up(shown)
        feed.introduce(self, shown.view)

    def _put_up(self, shown: Shown) -> None:
        """Show a view of the table, and do what follows from it."""
        view = shown.view
        self._version = view["version"]
        self.tell(shown.text)
        if view["status"] == "closed" and not (
            view["official"] and view["match"]
        ):  # a match of a tournament is read on
            self.close(4004)
            return
        if "arrive" in view["you"]["may"] and self.visitor.can_play:
            self.desk.run(self._say_arrived)
        holder = self._holder_in(view)
        self.allowance.messages = self._messages_in(view)
        changes_place = self.sign is not None and self.sign.user_id != holder
        if self._attendance is not None and changes_place:
            self.desk.run(partial(self._attendance.change, holder))
        match_id = UUID(view["match"]) if view["match"] else None
        delay = timedelta(seconds=view["you"]["delay"])
        is_in_time, self.delay = delay == self.delay, delay
        if match_id is not None and (match_id != self._match_id or not is_in_time):
            self._match_id = match_id
            self.desk.run(partial(self.bookmark.follow, match_id, self._wished_since(match_id), delay))
        elif changes_place:  # a substitute has a hand to be shown, and who has left has none
            self.desk.run(self.bookmark.catch_up)

    def _holder_in(self, view: View) -> int | None:
        """Return this visitor as a seat holder, None for a watcher."""
        return self.visitor.user_id if view["you"]["seat"] is not None else None

    def _messages_in(self, view: View) -> int:
        """Return how many messages this socket may send in `SECONDS`."""
        limit: int = settings.SOCKET_MESSAGES["watcher" if self._holder_in(view) is None else "player"]
        return limit

    def _wished_since(self, match_id: UUID) -> int | None:
        """Return the event of this match from which the client wants to go on, once."""
        wish, self._wish = self._wish, {}
        since = wish.get("since", [""])[0]
        is_meant = wish.get("match", [""])[0] in {str(match_id), match_id.hex}
        return int(since) if is_meant and since.isdecimal() and len(since) < 10 else None

    async def _renew(self) -> None:
        """Read and show everything anew."""
        if self._feed is None:
            return
        shown = await self._feed.shown_to(self.reader)
        if isinstance(shown, Refusal):
            self.turn_away(shown)
            return
        self.tell(frames.resync())
        self._put_up(shown)
        self._feed.introduce(self, shown.view)
        await self.bookmark.catch_up()

    async def _perform(self, command: AnyCommand, user_id: int) -> None:
        """Do a command and tell its sender so. Raises its refusal."""
        seq = await in_thread(_do, command, user_id, self.lag.milliseconds)
        self.outbox.answer(frames.ack(command_id=command.command_id, seq=seq))

    async def _say_arrived(self) -> None:
        """Note that who has this chair of an official table has come to it."""
        if self._feed is not None and self.visitor.user_id is not None:
            with suppress(Refusal):  # the table may be closed, or the chair another's, since it was shown
                await in_thread(_arrive, self._feed.table_id, self.visitor.user_id)

    async def _hear_now(self, message: Message) -> None:
        """Tell a line that waited to know whom this visitor hears."""
        if self.earshot.reaches(message):
            self.tell(message["text"])

    async def _talk(self, message: Talk, user_id: int) -> None:
        """Say something and tell its sender so. Raises its refusal."""
        if self._feed is not None:
            line = await in_thread(_say, message, self._feed.table_id, user_id, unlocked=self.reader.unlocked)
            self.outbox.answer(frames.ack(command_id=message.command_id, seq=self.seen, line=line))


def _do(command: AnyCommand, user_id: int, lag_ms: int) -> int:
    """Call the command's service, if the person has not sent too many. Raises its refusal, or TooMany."""
    _spend(user_id)
    return perform(command, user_id=user_id, lag_ms=lag_ms)


def _arrive(table_id: int, user_id: int) -> None:
    """Call the service that notes an arrival. Raises its refusal."""
    arrive(table_id=table_id, user_id=user_id, now=timezone.now())


def _say(message: Talk, table_id: int, user_id: int, *, unlocked: bool) -> int:
    """Write a line of the chat, if the person has not sent too many commands. Raises its refusal, or TooMany."""
    _spend(user_id)
    return talk(message, table_id=table_id, user_id=user_id, unlocked=unlocked)


def _spend(user_id: int) -> None:
    """Count a command of a person. Raises TooMany."""
    if not persons.spend(user_id):
        raise TooMany("Too many commands from all your sockets.")
