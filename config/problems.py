"""Problems: what REST answers when it refuses, as application/problem+json (RFC 9457) with a stable `code`."""

import json
import logging
import math
from collections.abc import Mapping
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.views import defaults
from psycopg_pool import PoolTimeout
from redis.exceptions import RedisError
from rest_framework import exceptions

import accounts.errors
import games.engine.errors
import tournaments.formats.errors
from config.refusals import MEANINGS

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
API_PREFIX = "/api/"
REFUSALS = (games.engine.errors.Refusal, accounts.errors.Refusal, tournaments.formats.errors.Refusal)
OUTAGES = (OperationalError, InterfaceError, PoolTimeout, RedisError)
BUSY_RETRY_SECONDS = 1

# What the framework raises, by our code; the first class that fits decides.
FRAMEWORK_CODES: tuple[tuple[type[Exception], str], ...] = (
    (exceptions.ValidationError, "bad_format"),
    (exceptions.ParseError, "bad_json"),
    (exceptions.NotAuthenticated, "not_logged_in"),
    (exceptions.AuthenticationFailed, "bad_token"),
    (exceptions.PermissionDenied, "no_right"),
    (PermissionDenied, "no_right"),
    (exceptions.NotFound, "not_found"),
    (Http404, "not_found"),
    (exceptions.MethodNotAllowed, "method_not_allowed"),
    (exceptions.NotAcceptable, "not_acceptable"),
    (exceptions.UnsupportedMediaType, "unsupported_media_type"),
    (exceptions.Throttled, "too_many"),
    (RequestDataTooBig, "too_large"),
    (SuspiciousOperation, "bad_format"),
    (BadRequest, "bad_format"),
)


class Problem(exceptions.APIException):
    """A refusal that only REST knows, raised by this package with a code of config.refusals."""

    def __init__(self, code: str, detail: str = "", *, retry_after: float | None = None) -> None:
        super().__init__(detail or MEANINGS[code].title, code)
        self.code = code
        self.wait = retry_after


class Answered(Exception):  # noqa: N818 (nothing went wrong: the answer is known before the view is asked)
    """The answer to a call, whatever its view would say."""

    def __init__(self, answer: HttpResponse) -> None:
        super().__init__(answer.status_code)
        self.answer = answer


def response(
    code: str, detail: str = "", *, errors: Any = None, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return the answer for *code*; *errors* names the fields that are wrong, where there are any."""
    meaning = MEANINGS[code]
    members = {
        "type": reverse("api:problem", args=[code]),
        "title": meaning.title,
        "status": meaning.status.value,
        "code": code,
        "detail": detail or meaning.title,
    }
    if errors is not None:
        members["errors"] = errors
    return HttpResponse(
        json.dumps(members, ensure_ascii=False), content_type=MEDIA_TYPE, status=meaning.status, headers=headers
    )


def code_of(exc: BaseException) -> str | None:
    """Return the code *exc* is answered with, or None for a fault of ours."""
    if isinstance(exc, (*REFUSALS, Problem)):
        return exc.code
    if isinstance(exc, OUTAGES):
        return "busy"
    return next((code for kind, code in FRAMEWORK_CODES if isinstance(exc, kind)), None)


def handle(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Turn an exception of a REST view into its problem; None for a fault of ours, which Django then logs (500)."""
    if isinstance(exc, Answered):
        return exc.answer
    code = code_of(exc)
    if code is None:
        return None
    headers: dict[str, str] = {}
    errors = None
    detail = ""
    wait: float | None = getattr(exc, "wait", None)
    if isinstance(exc, OUTAGES):
        return busy(exc)
    if isinstance(exc, exceptions.ValidationError):
        errors = exc.detail
    elif isinstance(exc, exceptions.APIException):
        detail = str(exc.detail)
    elif isinstance(exc, REFUSALS):
        detail = str(exc)
    if wait is not None:
        headers["Retry-After"] = str(math.ceil(wait))
    if (auth_header := getattr(exc, "auth_header", None)) is not None:
        headers["WWW-Authenticate"] = auth_header
    return response(code, detail, errors=errors, headers=headers)


def busy(outage: BaseException) -> HttpResponse:
    """Answer while a server behind this one is out of reach, and note it."""
    logger.warning("A server behind this one did not answer.", exc_info=outage)
    return response("busy", headers={"Retry-After": str(BUSY_RETRY_SECONDS)})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a request refused before any view saw it: a problem under the API's prefix, else the error page."""
    if request.path.startswith(API_PREFIX):
        return response(code_of(exception) or "bad_format")
    return defaults.bad_request(request, exception)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a refusal that no REST view could turn into a problem itself."""
    if request.path.startswith(API_PREFIX):
        return response("no_right")
    return defaults.permission_denied(request, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer for an address that leads nowhere."""
    if request.path.startswith(API_PREFIX):
        return response("not_found")
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer for a fault of ours, telling nothing of it."""
    if request.path.startswith(API_PREFIX):
        return response("internal_error")
    return defaults.server_error(request)
