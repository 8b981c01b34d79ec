"""Bookmark: how far one socket has been told of a match, and how it reads on by itself."""

from collections.abc import Callable
from datetime import timedelta
from uuid import UUID

from games.consumers.database import in_thread
from games.consumers.house import House
from games.consumers.match_feed import MatchFeed
from games.protocol import frames
from games.selectors.frames import fresh_view
from games.selectors.standing import news_since

READING = -1
"""Stands for the last event told while the socket reads for itself: the feed has nothing that comes next."""


class Bookmark:
    """A follower of one match after another (games.consumers.match_feed)."""

    def __init__(self, house: House, user_id: int | None, tell: Callable[[str], None]) -> None:
        self.user_id = user_id
        self.tell = tell
        self.is_seated = False
        self.seq = READING
        self._house = house
        self._feed: MatchFeed | None = None

    @property
    def seen(self) -> int | None:
        """Return the last event told of, None while there is none."""
        return None if self.seq == READING else self.seq

    async def follow(self, match_id: UUID, since: int | None = None, delay: timedelta = timedelta()) -> None:
        """Tell of this match from now on: its state, or the events after *since*; to a watcher by *delay* late."""
        await self.close()
        self._feed = await self._house.follow(match_id, self, delay)
        await self.catch_up(since)

    async def close(self) -> None:
        """Follow nothing."""
        if self._feed is not None:
            feed, self._feed = self._feed, None
            await self._house.unfollow(feed, self)

    async def catch_up(self, since: int | None = None) -> None:
        """Tell the events after *since*, or else the state, and then whatever has happened meanwhile."""
        if self._feed is None:
            return
        feed, seq, is_lost = self._feed, since, False
        self.seq = READING
        while True:
            if seq is None:
                seq = await self._tell_state(feed, is_lost=is_lost)
            else:
                seq, is_lost = await self._tell_since(feed.match_id, seq), True
            if seq is not None:
                feed.start(seq)
                if seq >= (feed.seq or 0):
                    break
        self.seq = seq

    async def _tell_state(self, feed: MatchFeed, *, is_lost: bool) -> int:
        """Tell the state and return the event it is after; one frame serves all watchers of a moment."""
        text, seq = feed.state_for(self.user_id), feed.seq
        self.is_seated = False
        if text is None or seq is None:
            state = await in_thread(fresh_view, feed.match_id, self.user_id)
            text, seq, self.is_seated = frames.text(state), int(state["seq"]), "you" in state
            if not self.is_seated:
                feed.keep_state(seq, text)
        if is_lost:
            self.tell(frames.resync())
        self.tell(text)
        return seq

    async def _tell_since(self, match_id: UUID, since: int) -> int | None:
        """Tell the events after *since* and return the last; None, and nothing told, where only the state helps."""
        news = await in_thread(news_since, match_id, since, self.user_id)
        if news is None:
            return None
        self.is_seated = news.is_seated
        for frame in news.frames:
            self.tell(frames.text(frame))
        return news.seq
