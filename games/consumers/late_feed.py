"""Late feed: a match as the watchers of a late table follow it, each event once it is old enough (docs/adr/0038).

It hears no message and is told nothing by the rounds: it only asks the log, at its own pace, what had happened by then.
So neither an event nor the silence before it can be noticed earlier.
"""

import asyncio
import logging
from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from games.consumers.database import OUTAGES, in_thread
from games.consumers.match_feed import MatchFeed
from games.selectors.lateness import visible_seq

logger = logging.getLogger(__name__)

PACE_SECONDS = 0.5


class LateMatchFeed(MatchFeed):
    """The events of one match that happened at least *delay* ago."""

    def __init__(self, match_id: UUID, delay: timedelta) -> None:
        super().__init__(match_id)
        self.delay = delay
        self._task = asyncio.create_task(self._go_on())

    def shut(self) -> None:
        """Look no more."""
        self._task.cancel()

    async def _go_on(self) -> None:
        while True:
            await asyncio.sleep(PACE_SECONDS)
            try:
                self.know(await in_thread(visible_seq, self.match_id, timezone.now() - self.delay))
            except OUTAGES as outage:
                logger.warning("The database did not answer; match %s waits: %s", self.match_id, outage)
