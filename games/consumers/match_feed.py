"""Match feed: one match as one process follows it, event by event and without a gap, for all its sockets there.

Messages are hints: they may be lost, doubled or late. Each names its number, and what is missing is read from the log;
the rounds compare the number with the database's every few seconds, so that even silence is noticed.
"""

import asyncio
import logging
from typing import Protocol
from uuid import UUID

from games.consumers.database import OUTAGES, in_thread
from games.consumers.hub import Message
from games.errors import NoSuchMatch
from games.protocol import frames
from games.selectors.frames import event_frames
from games.selectors.memory import remembered
from games.selectors.standing import Parts, private_parts, remembered_parts

logger = logging.getLogger(__name__)

BREATH = 250
"""After how many followers other sockets get their turn."""


class Follower(Protocol):
    """A socket that shows the match."""

    user_id: int | None
    is_seated: bool
    seq: int
    """The last event it has been told. Only the next one is told, so a socket that reads for itself is left alone."""

    def tell(self, text: str) -> None:
        """Send *text* as news."""


class MatchFeed:
    """The events of one match, in order, and the followers that are told of them."""

    def __init__(self, match_id: UUID) -> None:
        self.match_id = match_id
        self.group = f"match.{match_id.hex}"
        self.followers: set[Follower] = set()
        self.seq: int | None = None
        self._known = 0
        self._state: tuple[int, str] | None = None
        self._heard: dict[int, str] = {}
        self._work: asyncio.Task[None] | None = None

    def hear(self, message: Message) -> None:
        """Take in a message of the group: one event, without anybody's private part."""
        if self.seq is None or message["seq"] > self.seq:
            self._heard[message["seq"]] = message["text"]
            self.know(message["seq"])

    def know(self, seq: int) -> None:
        """Take in that event *seq* has been stored."""
        self._known = max(self._known, seq)
        if self._work is None and self.seq is not None:
            self._flow(self.seq)

    def start(self, seq: int) -> None:
        """Go on from event *seq*, which a follower has read; a feed that is further than that stays where it is."""
        if self.seq is None:
            self.seq = seq
        self.know(seq)

    def keep_state(self, seq: int, text: str) -> None:
        """Keep the state after event *seq*, as a watcher is shown it, for the next who comes."""
        self._state = (seq, text)

    def state_for(self, user_id: int | None) -> str | None:
        """Return the state of the last event as a watcher is shown it, where it is at hand and the user is one."""
        if self._state is None or self._state[0] != self.seq:
            return None
        if user_id is not None:
            position = remembered(self.match_id, self.seq)
            if position is None or position.seat_of(user_id) is not None:
                return None
        return self._state[1]

    def _flow(self, seen: int) -> None:
        """Pass on at once what needs neither the database nor a pause, and leave the rest to a task."""
        while len(self.followers) <= BREATH and (text := self._heard.get(seen + 1)) is not None:
            parts = remembered_parts(self.match_id, seen + 1) if self._has_seated() else {}
            if parts is None:
                break
            seen += 1
            del self._heard[seen]
            self.seq = seen
            for follower, told in self._tidings(text, parts):
                _tell(follower, seen, told)
        if seen < self._known:
            self._work = asyncio.create_task(self._advance())

    async def _advance(self) -> None:
        """Pass on all events up to the one known of; what fails is tried again when the next is heard of."""
        try:
            while self.seq is not None and self.seq < self._known:
                for seq, text in await self._next(self.seq):
                    await self._pass_on(seq, text)
        except OUTAGES as outage:
            logger.warning("The database did not answer; match %s waits: %s", self.match_id, outage)
        except NoSuchMatch:  # its table has gone with it, and turns the followers away
            logger.info("Match %s is gone; nothing more is told of it.", self.match_id)
            self._known, self._heard = self.seq or 0, {}
        finally:
            self._work = None

    async def _next(self, seen: int) -> list[tuple[int, str]]:
        """Return the event after *seen*, or, where it was not heard of, all that the log has from there on."""
        text = self._heard.pop(seen + 1, None)
        if text is not None:
            return [(seen + 1, text)]
        until = self._known
        found = await in_thread(event_frames, self.match_id, seen, until)
        self._heard = {seq: text for seq, text in self._heard.items() if seq > until}
        return [(frame["seq"], frames.text(frame)) for frame in found]

    async def _pass_on(self, seq: int, text: str) -> None:
        """Tell every follower of event *seq*, with pauses in which other sockets get their turn."""
        parts = await in_thread(private_parts, self.match_id, seq) if self._has_seated() else {}
        self.seq = seq
        for count, (follower, told) in enumerate(self._tidings(text, parts), 1):
            _tell(follower, seq, told)
            if count % BREATH == 0:
                await asyncio.sleep(0)

    def _has_seated(self) -> bool:
        return any(follower.is_seated for follower in self.followers)

    def _tidings(self, text: str, parts: Parts) -> list[tuple[Follower, str]]:
        """Return what each follower is told: first who has a hand, with the own part of each, then who watches."""
        seated = {follower.user_id for follower in self.followers if follower.is_seated}
        texts = {user_id: frames.with_you(text, you) for user_id, you in parts.items() if user_id in seated}
        in_order = sorted(self.followers, key=lambda follower: not follower.is_seated)
        return [
            (follower, text if follower.user_id is None else texts.get(follower.user_id, text)) for follower in in_order
        ]


def _tell(follower: Follower, seq: int, text: str) -> None:
    """Tell *follower* of event *seq* if it has seen all before it, and no more."""
    if follower.seq == seq - 1:
        follower.seq = seq
        follower.tell(text)
