"""Endpoints: what every REST view has around it, whichever app it comes from."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page
from django.views.decorators.vary import vary_on_headers
from rest_framework.views import APIView

from config import problems
from config.idempotency import keeping_answers

View = Callable[..., HttpResponseBase]


def endpoint(view: type[APIView]) -> View:
    """Return *view* as an address is bound to it: writes once per Idempotency-Key, reads with an ETag.

    An answer belongs to its reader: no shared cache may hand it on, and a browser asks each time (a 304 is cheap).
    """
    answer = keeping_answers(view.as_view())
    answer = conditional_page(answer)
    answer = cache_control(private=True, no_cache=True)(answer)
    answer = vary_on_headers("Authorization", "Cookie")(answer)
    return busy_when_cut_off(answer)


def busy_when_cut_off(view: View) -> View:
    """Wrap *view* so that a database or Valkey out of reach is `busy`, also where no REST view can catch it."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except problems.OUTAGES as outage:
            return problems.busy(outage)

    return answer
