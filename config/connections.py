"""Connections: each request begins with a database connection that lives."""

from collections.abc import Callable
from contextlib import suppress

from django.db import Error, connection
from django.http import HttpRequest, HttpResponseBase

from games.consumers.database import renew

Answer = Callable[[HttpRequest], HttpResponseBase]


def living_connection(get_response: Answer) -> Answer:
    """Try the connection before a request is answered, so that after an outage nobody is told of one that died in it.

    The pool could try each as it lends it (`CONN_HEALTH_CHECKS`), but waits a second and more after every dead one,
    and an outage leaves it full of them. Here all of them go at once.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        with suppress(Error):  # there is no database: whoever needs it says so
            connection.ensure_connection()
            if not connection.is_usable():
                renew()
        return get_response(request)

    return answer
