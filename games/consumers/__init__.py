"""Consumers: the live sockets, which show a table to its players and watchers and hand their commands on."""

from games.consumers.boards import BoardsSocket
from games.consumers.lobby import LobbySocket
from games.consumers.table import TableSocket

__all__ = ["BoardsSocket", "LobbySocket", "TableSocket"]
