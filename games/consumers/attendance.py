"""Attendance: says that one socket is at its table, as a seat holder's or a watcher's, and when it has gone."""

import logging

from channels.layers import get_channel_layer
from django.conf import settings
from redis.exceptions import RedisError

from games import presence
from games.consumers.database import in_thread
from games.presence import Sign

logger = logging.getLogger(__name__)

OUTAGES = (RedisError, OSError)


class Attendance:
    """The sign of one socket; the rounds renew it (games.consumers.rounds)."""

    def __init__(self, table_id: int, socket: str) -> None:
        self.sign: Sign | None = None
        self._table_id = table_id
        self._socket = socket

    async def begin(self, user_id: int | None) -> bool:
        """Say that a seat holder, or with None a watcher, is here; False if there is no room for another watcher."""
        sign = Sign(self._table_id, self._socket, user_id)
        try:
            if user_id is not None:
                await in_thread(presence.note, [sign])
            elif not await in_thread(presence.admit, sign, settings.WATCHER_CAP):
                return False
        except OUTAGES:
            logger.warning("The message server does not know who is here; the next round tells it.")
        self.sign = sign
        await self._spread(sign)
        return True

    async def change(self, user_id: int | None) -> None:
        """Say that the watcher has sat down, or the seat holder has stood up."""
        if self.sign is not None and self.sign.user_id != user_id:
            await self.end()
            await self.begin(user_id)

    async def end(self) -> None:
        """Say that the socket has gone."""
        if self.sign is not None:
            sign, self.sign = self.sign, None
            try:
                await in_thread(presence.forget, [sign])
            except OUTAGES:
                logger.warning("The message server does not know who has gone; it forgets them by itself.")
            await self._spread(sign)

    async def _spread(self, sign: Sign) -> None:
        """Let every process look who is here now; watchers are only counted every few seconds."""
        if sign.user_id is not None:
            try:
                await get_channel_layer().group_send(f"table.{sign.table_id}", {"type": "table.presence"})
            except OUTAGES:
                logger.warning("The message server did not take a message; the next round counts who is here.")
