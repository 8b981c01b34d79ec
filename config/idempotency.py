"""Idempotency: a write with an Idempotency-Key is done once; a repeat within a day gets the first answer again.

Only what was done is remembered. A refusal changes nothing, so its key stays free and the same call may be tried again.
A command in a match is safe beyond that day and beyond this cache: its key is also the command's id in the log.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, NamedTuple
from uuid import UUID

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from rest_framework.permissions import SAFE_METHODS

from config import problems
from config.authentication import identity_of
from config.parsers import LARGEST_BODY

HEADER = "Idempotency-Key"
KEPT_SECONDS = 24 * 60 * 60
LONGEST_CALL_SECONDS = 60  # a call cut off in the middle blocks its key no longer than this
KEPT_HEADERS = ("Content-Type", "Location", "Content-Language")

View = Callable[..., HttpResponseBase]


class Answer(NamedTuple):
    """What is kept of a call: what it asked, and once it is done what was answered."""

    request: str
    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""


class Slot:
    """The place of one caller's one key.

    The body is sealed with the key itself, which nothing here keeps: a new token's secret, say, can be read again by
    whoever brings the key, and not by whoever reads the cache.
    """

    def __init__(self, caller: str, key: UUID) -> None:
        digest = hashlib.blake2b(key.bytes, key=settings.SECRET_KEY.encode()[:64], person=b"idempotency").digest()
        self._name = f"idempotency:{caller}:{digest[32:].hex()}"
        self._seal = Fernet(urlsafe_b64encode(digest[:32]))

    def claim(self, asked: str) -> bool:
        """Take the slot for a call that begins; False if it is taken."""
        return bool(cache.add(self._name, Answer(asked), LONGEST_CALL_SECONDS))

    def kept(self) -> Answer | None:
        """Return what is in the slot."""
        answer: Answer | None = cache.get(self._name)
        return answer and answer._replace(body=self._seal.decrypt(answer.body) if answer.status else b"")

    def keep(self, answer: Answer) -> None:
        """Put the answer of a call that has done something in the slot."""
        cache.set(self._name, answer._replace(body=self._seal.encrypt(answer.body)), KEPT_SECONDS)

    def free(self) -> None:
        """Give the slot back: the call has done nothing."""
        cache.delete(self._name)


def fingerprint(request: HttpRequest) -> str:
    """Return what two calls have in common only if they ask the same."""
    parts = (request.method or "", request.get_full_path(), request.content_type or "")
    return hashlib.sha256("\n".join(parts).encode() + b"\n" + request.body).hexdigest()


def once_per_key(view: View) -> View:
    """Wrap *view* so that a repeated write with one key, by one caller, has one effect and one answer."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        key = request.headers.get(HEADER)
        if key is None or request.method in SAFE_METHODS:
            return view(request, *args, **kwargs)
        try:
            known = UUID(key)
        except ValueError:
            return problems.response("bad_format", f"{HEADER} is a UUID.")
        if len(request.body) > LARGEST_BODY:
            return problems.response("too_large")
        caller = identity_of(request)
        if caller is None:  # nobody to remember it for; the view refuses what needs a name
            return view(request, *args, **kwargs)
        return remembered(Slot(caller, known), view, request, *args, **kwargs)

    return answer


def remembered(slot: Slot, view: View, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
    """Return the answer kept in *slot*, or call *view* and keep its answer there if it did something."""
    asked = fingerprint(request)
    if not slot.claim(asked):
        kept = slot.kept()
        if kept is not None and kept.request != asked:
            return problems.response("idempotency_mismatch")
        if kept is None or not kept.status:  # the first call is still running, or has this moment been refused
            return problems.response("busy", "The first call with this key is running.", headers={"Retry-After": "1"})
        return HttpResponse(
            kept.body, status=kept.status, headers={**dict(kept.headers), "Idempotent-Replayed": "true"}
        )
    is_kept = False
    try:
        response = view(request, *args, **kwargs)
        if isinstance(response, SimpleTemplateResponse):
            response.render()
        if isinstance(response, HttpResponse) and response.status_code < HTTPStatus.BAD_REQUEST:
            headers = tuple((name, response[name]) for name in KEPT_HEADERS if name in response)
            slot.keep(Answer(asked, response.status_code, headers, response.content))
            is_kept = True
        return response
    finally:
        if not is_kept:
            slot.free()
