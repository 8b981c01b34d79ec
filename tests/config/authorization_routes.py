"""Authorization's routes: every address the site answers at, as the URL resolver and the socket routing have them."""

import re
from collections.abc import Iterator

from django.contrib.admindocs.views import simplify_regex
from django.urls import URLPattern, URLResolver, get_resolver

from config.routing import websocket_urlpatterns

VERBS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE")


def pages() -> list[str]:
    """Every address of pages and REST, in the form `/tables/<code>/`; one that several patterns share is there once."""
    return sorted({_plain(path) for path in _walk(get_resolver().url_patterns, "")})


def sockets() -> list[str]:
    """Every address of live sockets."""
    return sorted(_plain(str(pattern.pattern)) for pattern in websocket_urlpatterns)


def _plain(pattern: str) -> str:
    return re.sub(r"<\w+:(\w+)>", r"<\1>", simplify_regex(pattern))


def _walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
    for pattern in patterns:
        path = before + str(pattern.pattern).lstrip("^")
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, path)
        else:
            yield path
