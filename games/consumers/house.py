"""House: the sockets of one process, the tables and matches they are at, and the rounds that keep it in order."""

import asyncio
from datetime import timedelta
from uuid import UUID
from weakref import WeakKeyDictionary

from games.consumers.board_feed import BoardFeed, Onlooker
from games.consumers.database import in_thread
from games.consumers.hub import Hub
from games.consumers.late_feed import LateMatchFeed
from games.consumers.lobby_feed import LobbyFeed, Reader
from games.consumers.match_feed import Follower, MatchFeed
from games.consumers.rounds import Rounds
from games.consumers.table_feed import Guest, TableFeed
from games.consumers.tv_feed import TvFeed, Viewer
from games.selectors.standing import table_id_of


class House:
    """What the sockets of one event loop share."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.tables: dict[int, TableFeed] = {}
        self.matches: dict[UUID, MatchFeed] = {}
        self.late_matches: dict[UUID, LateMatchFeed] = {}
        self.boards: dict[int, BoardFeed] = {}
        self.lobby = LobbyFeed()
        self.tv = TvFeed()
        self._ids: dict[str, int] = {}
        self.rounds = Rounds(self)

    async def enter(self, code: str, guest: Guest) -> TableFeed | None:
        """Let *guest* hear of a table's changes until `leave`; None if no table has this code."""
        table_id = self._ids.get(code) or await in_thread(table_id_of, code)
        if table_id is None:
            return None
        feed = self.tables.get(table_id)
        if feed is None:
            feed = self.tables[table_id] = TableFeed(table_id)
            self._ids[code] = table_id
        feed.guests.add(guest)
        await self.hub.join(feed.group, feed.hear)
        return feed

    async def leave(self, feed: TableFeed, guest: Guest) -> None:
        """Let *guest* hear of the table no more."""
        feed.guests.discard(guest)
        if not feed.guests and self.tables.get(feed.table_id) is feed:
            del self.tables[feed.table_id]
            feed.shut()
            self._ids = {code: table_id for code, table_id in self._ids.items() if table_id != feed.table_id}
            await self.hub.leave(feed.group, feed.hear)

    async def follow(self, match_id: UUID, follower: Follower, delay: timedelta = timedelta()) -> MatchFeed:
        """Let *follower* hear of the match's events from now on, by *delay* late; must be undone by `unfollow`."""
        if delay:
            late = self.late_matches.get(match_id)
            if late is None:
                late = self.late_matches[match_id] = LateMatchFeed(match_id, delay)
            late.followers.add(follower)
            return late
        feed = self.matches.get(match_id)
        if feed is None:
            feed = self.matches[match_id] = MatchFeed(match_id)
        feed.followers.add(follower)
        await self.hub.join(feed.group, feed.hear)
        return feed

    async def unfollow(self, feed: MatchFeed, follower: Follower) -> None:
        """Let *follower* hear of the match no more."""
        feed.followers.discard(follower)
        if isinstance(feed, LateMatchFeed):
            if not feed.followers and self.late_matches.get(feed.match_id) is feed:
                del self.late_matches[feed.match_id]
                feed.shut()
            return
        if not feed.followers and self.matches.get(feed.match_id) is feed:
            del self.matches[feed.match_id]
            await self.hub.leave(feed.group, feed.hear)

    async def look_at(self, code: str, table_id: int, onlooker: Onlooker) -> BoardFeed:
        """Show *onlooker* a table's board from now on; must be undone by `look_away`. Raises what the database raises.

        Two who come at once may both read the board; the later reading is the one that counts.
        """
        feed = self.boards.get(table_id)
        if feed is None:
            feed = self.boards[table_id] = BoardFeed(code, table_id, self.hub)
        feed.onlookers.add(onlooker)
        if feed.board is None:
            try:
                await feed.open()
            except BaseException:
                await self.look_away(feed, onlooker)
                raise
        else:
            feed.introduce(onlooker)
        return feed

    async def look_away(self, feed: BoardFeed, onlooker: Onlooker) -> None:
        """Show *onlooker* the board no more."""
        feed.onlookers.discard(onlooker)
        if not feed.onlookers and self.boards.get(feed.table_id) is feed:
            del self.boards[feed.table_id]
            await feed.close()

    async def turn_on(self, viewer: Viewer) -> None:
        """Tell *viewer* what is on TV from now on; must be undone by `turn_off`. Raises what the database raises."""
        await self.hub.join(self.tv.group, self.tv.hear)
        await self.tv.introduce(viewer)
        self.tv.viewers.add(viewer)

    async def turn_off(self, viewer: Viewer) -> None:
        """Tell *viewer* no more of what is on TV."""
        self.tv.viewers.discard(viewer)
        if not self.tv.viewers:
            await self.hub.leave(self.tv.group, self.tv.hear)

    async def enter_lobby(self, reader: Reader) -> None:
        """Let *reader* hear of the list of tables from now on; must be undone by `leave_lobby`."""
        self.lobby.readers.add(reader)
        await self.hub.join(self.lobby.group, self.lobby.hear)

    async def leave_lobby(self, reader: Reader) -> None:
        """Let *reader* hear of the list no more."""
        self.lobby.readers.discard(reader)
        if not self.lobby.readers:
            await self.hub.leave(self.lobby.group, self.lobby.hear)


_houses: WeakKeyDictionary[asyncio.AbstractEventLoop, House] = WeakKeyDictionary()


def house() -> House:
    """Return the house of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        _houses[loop] = House()
    return _houses[loop]
