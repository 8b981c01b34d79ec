"""ASGI: one door for pages, REST and live sockets."""

import gc
import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
gc.disable()  # what modules make stays: looking through it again and again is a sixth of the start
http = get_asgi_application()

# Django's apps must be loaded before the consumers' models, and the pages', are imported.
import config.urls  # noqa: E402, F401 -- now, not while the first visitor waits
from config.bodies import BodyLimit  # noqa: E402
from config.routing import websocket_urlpatterns  # noqa: E402
from config.sockets import SocketGate  # noqa: E402
from config.staticfiles import StaticFilesFirst  # noqa: E402

application = ProtocolTypeRouter(
    {"http": BodyLimit(StaticFilesFirst(http)), "websocket": SocketGate(URLRouter(websocket_urlpatterns))}
)
gc.freeze()
gc.enable()
