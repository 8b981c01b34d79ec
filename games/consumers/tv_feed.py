"""TV feed: which table is on TV, as one process tells the sockets that follow it."""

import asyncio
import logging
from typing import Protocol

from games.consumers.database import OUTAGES, in_thread
from games.consumers.hub import Message
from games.protocol import frames
from games.selectors.tv import table_on_tv

logger = logging.getLogger(__name__)


class Viewer(Protocol):
    """A socket that follows TV."""

    def tell(self, text: str) -> None:
        """Send *text* as news."""


class TvFeed:
    """The table on TV and the viewers who are told when it is another."""

    group = "tv"

    def __init__(self) -> None:
        self.viewers: set[Viewer] = set()
        self._table: str | None = None
        self._work: asyncio.Task[None] | None = None

    def hear(self, _message: Message) -> None:
        """Take in that another table has come on."""
        if self._work is None:
            self._work = asyncio.create_task(self._look_quietly())

    async def introduce(self, viewer: Viewer) -> None:
        """Tell *viewer* which table is on. Raises what the database raises."""
        await self.look()
        viewer.tell(frames.tv(table=self._table))

    async def look(self) -> None:
        """Read which table is on, and tell everybody if it is another. Raises what the database raises."""
        table = await in_thread(table_on_tv)
        if table != self._table:
            self._table = table
            text = frames.tv(table=table)
            for viewer in tuple(self.viewers):
                viewer.tell(text)

    async def _look_quietly(self) -> None:
        try:
            await self.look()
        except OUTAGES as outage:
            logger.warning("The database did not answer; the next round tells what is on TV: %s", outage)
        finally:
            self._work = None
