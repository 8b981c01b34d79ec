"""Lobby: the socket of those who look for a table."""

from games.consumers.allowance import LARGE_BYTES, SECONDS
from games.consumers.socket import Socket
from games.errors import NotOpen
from games.protocol import frames
from games.protocol.commands import AnyCommand, Resync, Talk


class LobbySocket(Socket):
    """One client that is told when the list of tables has changed, and of what concerns its own person."""

    async def arrive(self) -> None:
        """Say hello once no change of the list can be missed any more: the client reads it again then."""
        await self.house.enter_lobby(self)
        self.tell(frames.hello(user=self.whom, messages=self.allowance.messages, seconds=SECONDS, size=LARGE_BYTES))

    async def depart(self) -> None:
        """Leave the lobby."""
        await self.house.leave_lobby(self)

    def take(self, message: AnyCommand | Talk | Resync) -> None:
        """Refuse what belongs to a table; ask for the list again where the client has lost count."""
        if isinstance(message, Resync):
            self.renew()
        else:
            self.refuse(NotOpen("One plays and talks at a table's own socket."), message.command_id)

    def renew(self) -> None:
        """Have the list read anew."""
        self.tell(frames.lobby())
