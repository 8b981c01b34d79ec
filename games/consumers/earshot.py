"""Earshot: which lines of the chat one socket is told (docs/adr/0031)."""

from games.consumers.database import in_thread
from games.consumers.hub import Message
from games.models import ChatLine
from games.selectors.chat import hearing_of


class Earshot:
    """What one visitor hears: nobody they have blocked, and nothing at all where they want no chat."""

    def __init__(self, user_id: int | None) -> None:
        self.is_stale = user_id is not None
        self._user_id = user_id
        self._wants = user_id is None
        self._blocked: frozenset[int] = frozenset()

    async def listen(self) -> None:
        """Ask whom the visitor wants to hear; until then it is stale what is known of it."""
        if self._user_id is not None:
            self._wants, self._blocked = await in_thread(hearing_of, self._user_id)
            self.is_stale = False

    def reaches(self, message: Message) -> bool:
        """Tell whether a line, as `games.announce.chat` tells of it, is for this visitor."""
        is_player = self._user_id in message["players"]
        if message["room"] == ChatLine.Room.WATCHERS:
            is_let_in = self._user_id is not None and not is_player
        else:
            is_let_in = is_player or not message["is_late"]
        return is_let_in and self._wants and message["by"] not in self._blocked
