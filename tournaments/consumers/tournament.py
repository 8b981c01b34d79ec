"""Tournament: the socket of those who look at the pages of a tournament, or follow it by a program."""

from games.consumers.allowance import LARGE_BYTES, SECONDS
from games.consumers.database import in_thread
from games.consumers.socket import Scope, Send, Socket
from games.errors import NotOpen
from games.protocol import frames
from games.protocol.commands import AnyCommand, Resync, Talk
from tournaments.consumers.tournament_feed import TournamentFeed, follow, leave
from tournaments.errors import NoSuchTournament
from tournaments.selectors.doors import version_for


class TournamentSocket(Socket):
    """One client that is told when a tournament has changed; what it may see of it, it reads where that is decided."""

    def __init__(self, scope: Scope, send: Send) -> None:
        super().__init__(scope, send)
        self._code: str = scope["url_route"]["kwargs"]["code"]
        self._feed: TournamentFeed | None = None

    async def arrive(self) -> None:
        """Say hello, and where the tournament stands; close where there is none for this visitor."""
        try:
            version = await in_thread(version_for, self._code, self.visitor.user_id)
        except NoSuchTournament:
            self.close(4004)
            return
        self._feed = await follow(self._code, version, self, self.house.hub)
        self.tell(frames.hello(user=self.whom, messages=self.allowance.messages, seconds=SECONDS, size=LARGE_BYTES))
        self.renew()

    async def depart(self) -> None:
        """Follow nothing."""
        if self._feed is not None:
            await leave(self._feed, self, self.house.hub)

    def take(self, message: AnyCommand | Talk | Resync) -> None:
        """Refuse what belongs to a table; say again where the tournament stands."""
        if isinstance(message, Resync):
            self.renew()
        else:
            self.refuse(NotOpen("One plays and talks at a table's own socket."), message.command_id)

    def renew(self) -> None:
        """Say where the tournament stands."""
        if self._feed is not None:
            self.tell(self._feed.text)
