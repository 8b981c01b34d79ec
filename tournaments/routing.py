"""Routing: the address of a tournament's live socket."""

from django.urls import re_path

from tournaments.consumers import TournamentSocket

tournament_socket = TournamentSocket.as_asgi()

websocket_urlpatterns = [
    re_path(r"^ws/v1/tournaments/(?P<code>[0-9a-z]{1,16})/$", tournament_socket),  # type: ignore[arg-type] # as games'
]
