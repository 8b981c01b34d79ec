"""Routing: the addresses of the live sockets."""

from django.urls import path

from games.consumers import LobbySocket, TableSocket

websocket_urlpatterns = [
    path("ws/v1/lobby/", LobbySocket.as_asgi()),  # type: ignore[arg-type] # these answer sockets, not requests
    path("ws/v1/tables/<str:code>/", TableSocket.as_asgi()),  # type: ignore[arg-type]
]
