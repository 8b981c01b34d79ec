"""Way back: whoever must log in before a form is taken returns to the page the form was on."""

from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from rest_framework.permissions import SAFE_METHODS

from config.connections import Answer


def page_of_the_form(get_response: Answer) -> Answer:
    """Have the log-in page lead back to the page a form was sent from.

    Django would lead back to the address it was sent to. What was in the form is lost by then, and many of these
    addresses have nothing to show.
    """

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if request.method not in SAFE_METHODS and response.status_code == 302:
            log_in = resolve_url(settings.LOGIN_URL)
            if urlsplit(response["Location"]).path == log_in != request.path:
                page = _page_before(request)
                response["Location"] = f"{log_in}?{urlencode({'next': page}, safe='/')}" if page else log_in
        return response

    return answer


def _page_before(request: HttpRequest) -> str | None:
    """Return the page of ours the request says it came from, without its host."""
    before = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(before, {request.get_host()}, require_https=request.is_secure()):
        return None
    page = urlsplit(before)._replace(scheme="", netloc="", fragment="").geturl()
    return page if url_has_allowed_host_and_scheme(page, None) else None  # not `//elsewhere/`
