"""Routing: the addresses of the live sockets."""

from django.urls import path, re_path

from games.consumers import LobbySocket, TableSocket

table_socket, lobby_socket = TableSocket.as_asgi(), LobbySocket.as_asgi()

websocket_urlpatterns = [
    path("ws/v1/lobby/", lobby_socket),  # type: ignore[arg-type] # these answer sockets, not requests
    re_path(r"^ws/v1/tables/(?P<code>[0-9a-z]{1,16})/$", table_socket),  # type: ignore[arg-type]
]
