"""Idempotency: a write with an Idempotency-Key is done once; a repeat within a day gets the first answer again.

Only what was done is remembered. A refusal changes nothing, so its key stays free and the same call may be tried again.
A command in a match is safe beyond that day and beyond this cache: its key is also the command's id in the log.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from config import problems
from config.parsers import LARGEST_BODY

if TYPE_CHECKING:  # the framework's views import this module while they are being imported
    from rest_framework.views import APIView

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

    def __init__(self, user_id: int, key: UUID) -> None:
        digest = hashlib.blake2b(key.bytes, key=settings.SECRET_KEY.encode()[:64], person=b"idempotency").digest()
        self._name = f"idempotency:{user_id}:{digest[32:].hex()}"
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


class OncePerKey(BasePermission):
    """Lets a write with a key through once; a repeat gets what the first got.

    It stands behind the other permissions: who reads a kept answer has shown anew that the call is theirs to make.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Take the key's slot for this call. Raises Answered with the first answer, or Problem."""
        key = request.headers.get(HEADER)
        if key is None or request.method in SAFE_METHODS or not request.user.is_authenticated:
            return True
        try:
            known = UUID(key)
        except ValueError:
            raise problems.Problem("bad_format", f"{HEADER} is a UUID.") from None
        if len(request._request.body) > LARGEST_BODY:  # noqa: SLF001 (the bytes, before anybody parses them)
            raise problems.Problem("too_large")
        slot, asked = Slot(request.user.pk, known), fingerprint(request._request)  # noqa: SLF001
        if slot.claim(asked):
            request._request.claimed_slot = (slot, asked)  # type: ignore[attr-defined] # noqa: SLF001 (our mark on it)
            return True
        kept = slot.kept()
        if kept is not None and kept.request != asked:
            raise problems.Problem("idempotency_mismatch")
        if kept is None or not kept.status:  # the first call is still running, or has this moment been refused
            raise problems.Problem("busy", "The first call with this key is running.", retry_after=1)
        headers = {**dict(kept.headers), "Idempotent-Replayed": "true"}
        raise problems.Answered(HttpResponse(kept.body, status=kept.status, headers=headers))


def keeping_answers(view: View) -> View:
    """Wrap *view* so that its answer is kept in the slot OncePerKey took, or the slot freed if nothing was done."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response: HttpResponseBase | None = None
        try:
            response = view(request, *args, **kwargs)
        finally:
            claimed: tuple[Slot, str] | None = getattr(request, "claimed_slot", None)
            if claimed is not None:
                settle(*claimed, response)
        return response

    return answer


def settle(slot: Slot, asked: str, response: HttpResponseBase | None) -> None:
    """Keep *response* in *slot* if the call did something, else free the slot."""
    if isinstance(response, SimpleTemplateResponse):
        response.render()
    if isinstance(response, HttpResponse) and response.status_code < HTTPStatus.BAD_REQUEST:
        headers = tuple((name, response[name]) for name in KEPT_HEADERS if name in response)
        slot.keep(Answer(asked, response.status_code, headers, response.content))
    else:
        slot.free()
