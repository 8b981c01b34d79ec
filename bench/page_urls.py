"""Page addresses: those of the site, and a view that answers with nothing (bench/pages.py)."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def empty(_request: HttpRequest) -> HttpResponse:
    """Answer with nothing."""
    return HttpResponse()


urlpatterns = [path("empty/", empty), path("", include("config.urls"))]
