"""ASGI: one door for pages, REST and live sockets."""

import os

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
http = get_asgi_application()

# Django's apps must be loaded before the consumers' models are imported.
from config.bodies import BodyLimit  # noqa: E402
from config.routing import websocket_urlpatterns  # noqa: E402
from config.sockets import SocketGate  # noqa: E402

application = ProtocolTypeRouter({"http": BodyLimit(http), "websocket": SocketGate(URLRouter(websocket_urlpatterns))})
