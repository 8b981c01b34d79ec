"""Exports: a tournament as files: everything as JSON or tables, the records of its matches, an entry in a calendar."""

from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import ics
from tournaments.models import Tournament
from tournaments.selectors.agenda import entry_of
from tournaments.selectors.archives import MEDIA_TYPE, matches_of, zipped_records
from tournaments.selectors.export import export_of_tournament, zipped_tables
from tournaments.views.visits import visit

Answer = TypeVar("Answer", bound=HttpResponseBase)


@require_safe
@never_cache
def as_json(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out everything of a tournament that the reader may know as one JSON object."""
    here = visit(request, code)
    found = export_of_tournament(here.tournament, user_id=here.user_id, now=timezone.now())
    answer = JsonResponse(found, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _named(answer, here.tournament, "json")


@require_safe
@never_cache
def as_tables(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out the same as tables for spreadsheets, zipped."""
    here = visit(request, code)
    found = export_of_tournament(here.tournament, user_id=here.user_id, now=timezone.now())
    return _named(HttpResponse(zipped_tables(found), content_type=MEDIA_TYPE), here.tournament, "csv.zip")


@require_safe
@never_cache
def records(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream the records of all ended matches the reader may find, zipped."""
    here = visit(request, code)
    if request.method == "HEAD":
        return _named(HttpResponse(content_type=MEDIA_TYPE), here.tournament, "records.zip")
    pieces = zipped_records(matches_of(here.tournament, user_id=here.user_id), made_at=timezone.now())
    return _named(StreamingHttpResponse(pieces, content_type=MEDIA_TYPE), here.tournament, "records.zip")


@require_safe
def calendar(request: HttpRequest, code: str) -> HttpResponse:
    """Hand out a tournament as an entry for the reader's own calendar."""
    here = visit(request, code)
    data = ics.calendar(here.tournament.name, [entry_of(here.tournament, site=settings.SITE_URL)])
    return _named(HttpResponse(data, content_type=ics.MEDIA_TYPE), here.tournament, "ics")


def _named(answer: Answer, tournament: Tournament, ending: str) -> Answer:
    answer["Content-Disposition"] = f'attachment; filename="{tournament.code}.{ending}"'
    return answer
