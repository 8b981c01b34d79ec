"""Sockets: who may open a live socket, decided before it is accepted."""

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from importlib import import_module
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest, parse_cookie
from django.http.request import split_domain_port, validate_host
from redis.exceptions import RedisError

from accounts.errors import BadToken
from accounts.models import Token, User
from accounts.services.sessions import credential_of_session, credential_of_token
from accounts.services.tokens import holder_of
from games.consumers.database import OUTAGES, in_thread
from games.consumers.visitors import Visitor
from games.selectors.credentials import Credential
from games.services.unlocking import unlocked_by

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

DEFAULT_PORTS = {"http": 80, "https": 443}


class SocketGate:
    """Lets a client in by its token, by the site's cookie if its page is ours, or as nobody in particular.

    A browser sends the cookie along with a socket that any page opens, so a cookie counts only with our own Origin. A
    token is sent on purpose, and its Origin says nothing. Whom it has let in is `scope["visitor"]`.
    """

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the connection on, or refuse it with an HTTP status."""
        try:
            visitor = await self._visitor(scope)
        except Denied as denied:
            logger.warning(
                "A socket was refused (%s): path %r, host %r, origin %r.",
                denied.reason,
                scope["path"],
                *(header(scope, name) for name in (b"host", b"origin")),
            )
            await deny(scope, receive, send, denied.status)
        else:
            await self._inner({**scope, "visitor": visitor}, receive, send)

    async def _visitor(self, scope: Scope) -> Visitor:
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
            raise Denied(HTTPStatus.FORBIDDEN, "unknown host")
        scheme, _, secret = header(scope, b"authorization").partition(" ")
        key = parse_cookie(header(scope, b"cookie")).get(settings.SESSION_COOKIE_NAME, "")
        try:
            if scheme.lower() == "bearer":
                return await in_thread(visitor_of_token, secret.strip())
            if (origin or key) and not is_ours(origin, host, is_secure=scope["scheme"] == "wss"):
                raise Denied(HTTPStatus.FORBIDDEN, "foreign origin")
            return await in_thread(visitor_of_session, key) if key else Visitor()
        except BadToken:
            raise Denied(HTTPStatus.UNAUTHORIZED, "bad token") from None
        except (*OUTAGES, RedisError) as outage:
            logger.warning("A server did not answer the gate: %s", outage)
            raise Denied(HTTPStatus.SERVICE_UNAVAILABLE, "no answer") from None


class Denied(Exception):  # noqa: N818 - nothing went wrong
    """The connection is not accepted."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def header(scope: Scope, name: bytes) -> str:
    """Return what the request says under *name*; two Origins are none of ours, two cookies are one."""
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return "; ".join(values)


def is_ours(origin: str, host: str, *, is_secure: bool) -> bool:
    """Tell whether a page of *origin* is one of this site, asked for as *host*; by the same rule as a form's origin."""
    scheme = "https" if is_secure or settings.IS_HTTPS else "http"
    wanted = {_parts(f"{scheme}://{host}"), *map(_parts, settings.CSRF_TRUSTED_ORIGINS)}
    found = _parts(origin)
    return found is not None and found in wanted


def _parts(origin: str) -> tuple[str, str, int | None] | None:
    """Return scheme, host and port of an origin, None if it is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port or DEFAULT_PORTS.get(parts.scheme)
    except ValueError:
        return None
    if not parts.scheme or not parts.hostname or parts.path or parts.query or parts.username is not None:
        return None
    return parts.scheme, parts.hostname, port


def visitor_of_token(secret: str) -> Visitor:
    """Return whose program this is. Raises BadToken."""
    user_id, scopes = holder_of(secret)
    name = User.objects.values_list("username", flat=True).get(pk=user_id)
    credential = Credential(user_id, credential_of_token(secret))
    try:
        unlocked = unlocked_by(user_id=user_id)
    except RedisError:
        unlocked = frozenset()  # a password may be asked for once more; who has a seat plays on
    return Visitor(name, credential, can_play=Token.Scope.PLAY in scopes, unlocked=unlocked)


def visitor_of_session(key: str) -> Visitor:
    """Return who is logged in under the session *key*; nobody in particular where nobody is."""
    session = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(cast("HttpRequest", SimpleNamespace(session=session)))
    unlocked = frozenset(map(str, session.get("unlocked_tables", ())))
    if user.pk is None:  # a guest has a chair, and so a socket
        return Visitor(unlocked=unlocked)
    credential = Credential(user.pk, credential_of_session(key), key)
    return Visitor(user.get_username(), credential, can_play=True, unlocked=unlocked)


async def deny(scope: Scope, receive: Receive, send: Send, status: HTTPStatus) -> None:
    """Answer the handshake with *status* instead of a socket, or with 403 where the server knows no other."""
    await receive()  # websocket.connect
    if "websocket.http.response" in scope.get("extensions", {}):
        await send({"type": "websocket.http.response.start", "status": status.value, "headers": []})
        await send({"type": "websocket.http.response.body", "body": b""})
    else:
        await send({"type": "websocket.close"})


async def nowhere(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer at an address where no socket lives."""
    await deny(scope, receive, send, HTTPStatus.NOT_FOUND)
