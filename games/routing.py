"""Routing: the addresses of the live sockets."""

from django.urls import path, re_path

from games.consumers import BoardsSocket, LobbySocket, TableSocket

table_socket, lobby_socket, boards_socket = TableSocket.as_asgi(), LobbySocket.as_asgi(), BoardsSocket.as_asgi()

websocket_urlpatterns = [
    path("ws/v1/lobby/", lobby_socket),  # type: ignore[arg-type] # these answer sockets, not requests
    path("ws/v1/boards/", boards_socket),  # type: ignore[arg-type]
    re_path(r"^ws/v1/tables/(?P<code>[0-9a-z]{1,16})/$", table_socket),  # type: ignore[arg-type]
]
