"""Routing: every live socket of the site, by address."""

from django.urls import re_path

import games.routing
import tournaments.routing
from config.sockets import nowhere

websocket_urlpatterns = [
    *games.routing.websocket_urlpatterns,
    *tournaments.routing.websocket_urlpatterns,
    re_path("", nowhere),  # type: ignore[arg-type] # it answers sockets
]
