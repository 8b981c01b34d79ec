"""Callers: programs that use REST as their users would, each with its own token."""

from collections.abc import Mapping
from functools import cache
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client
from django.test.client import ClientHandler

from accounts.models import User
from tests.accounts.factories import token_of

API = "/api/v1"


@cache
def _handler(*, enforce_csrf_checks: bool) -> ClientHandler:
    """The chain of middleware, built once: it looks at every static file."""
    handler = ClientHandler(enforce_csrf_checks=enforce_csrf_checks)
    handler.load_middleware()
    return handler


def browser(user: User | None = None, *, enforce_csrf_checks: bool = False, **facts: Any) -> Client:
    """A client with cookies of its own, logged in as *user*."""
    client = Client(enforce_csrf_checks=enforce_csrf_checks, **facts)
    client.handler = _handler(enforce_csrf_checks=enforce_csrf_checks)
    if user is not None:
        client.force_login(user)
    return client


class Caller:
    """One caller: a token's, or a stranger if it has none."""

    def __init__(self, user: User | None = None, *scopes: str, **client: Any) -> None:
        self.user = user
        self.secret = token_of(user, *scopes) if user else None
        self.client = browser(**client)

    def call(
        self, verb: str, path: str, body: object = None, *, key: object = None, headers: Mapping[str, str] | None = None
    ) -> HttpResponse:
        """Answer of one call; *key* is the Idempotency-Key."""
        sent = dict(headers or {})
        if self.secret:
            sent["Authorization"] = f"Bearer {self.secret}"
        if key is not None:
            sent["Idempotency-Key"] = str(key)
        facts = {} if verb == "get" else {"data": b"" if body is None else body, "content_type": "application/json"}
        return getattr(self.client, verb)(path if path.startswith("/api") else API + path, headers=sent, **facts)

    def get(self, path: str, **facts: Any) -> HttpResponse:
        return self.call("get", path, **facts)

    def post(self, path: str, body: object = None, **facts: Any) -> HttpResponse:
        return self.call("post", path, body, **facts)

    def put(self, path: str, body: object = None, **facts: Any) -> HttpResponse:
        return self.call("put", path, body, **facts)

    def delete(self, path: str, **facts: Any) -> HttpResponse:
        return self.call("delete", path, **facts)

    def command(self, match: object, seq: int, type_: str, *, key: object = None, **fields: Any) -> HttpResponse:
        return self.post(f"/matches/{match}/commands/", {"type": type_, "seq": seq, **fields}, key=key or uuid4())


def code_of(response: HttpResponse) -> str:
    """The code of a refusal; fails for anything that is no well-made problem."""
    assert response["Content-Type"] == "application/problem+json", response.content
    problem = response.json()
    assert problem["status"] == response.status_code
    assert problem["type"] == f"/api/v1/problems/{problem['code']}/"
    assert problem["title"]
    assert problem["detail"]
    return problem["code"]
