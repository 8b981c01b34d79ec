"""Limits: the page that says "not so fast", and for how long."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

USUAL_PAUSE_SECONDS = 60
"""Most limits of ACCOUNT_RATE_LIMITS are counted by the minute."""


def too_many(request: HttpRequest, *, retry_after: int = USUAL_PAUSE_SECONDS) -> HttpResponse:
    """Answer 429 and name the wait, in seconds, to programs and to people."""
    minutes = -(-retry_after // 60)
    page = render(request, "429.html", {"minutes": minutes}, status=HTTPStatus.TOO_MANY_REQUESTS)
    page["Retry-After"] = str(retry_after)
    return page


def handler429(request: HttpRequest) -> HttpResponse:
    """Answer for allauth, which looks for this name in the root URL module."""
    return too_many(request)
