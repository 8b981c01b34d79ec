"""REST of records: the archive of ended matches as a stream, one record a line."""

from collections.abc import AsyncIterator
from typing import Any

import msgspec
from channels.db import database_sync_to_async
from django.db.models import QuerySet
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.generics import GenericAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from games.api.filters import RecordFilters
from games.api.readers import user_id_of
from games.selectors.archive import records_after
from games.selectors.listings import finished_matches

MEDIA_TYPE = "application/x-ndjson"

_encode = msgspec.json.Encoder().encode
_next_records = database_sync_to_async(records_after, thread_sensitive=False)


class LinesRenderer(JSONRenderer):
    """What content negotiation knows the stream by; the lines are written as they are read."""

    media_type = MEDIA_TYPE
    format = "ndjson"


class RecordsView(GenericAPIView[Any]):
    """The archive."""

    scopes = {"GET": "read"}
    throttle_rates = {"GET": "records"}
    renderer_classes = [LinesRenderer]
    filterset_class = RecordFilters
    pagination_class = None

    def get_queryset(self) -> QuerySet[Any]:
        """Return the ended matches the caller may find."""
        return finished_matches(user_id_of(self.request))

    @extend_schema(
        operation_id="records_stream",
        filters=True,
        responses={(200, MEDIA_TYPE): OpenApiResponse(str, "One `tressette/1` record a line, the first ended first.")},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Stream the records of ended matches you may find, the first ended first, each with `match` and `finished_at`.

        To go on later, give the last `finished_at` as `since`, and leave out the matches you have.
        """
        found = self.filter_queryset(self.get_queryset())
        return StreamingHttpResponse(lines(found), content_type=MEDIA_TYPE)

    @extend_schema(exclude=True)
    def head(self, request: Request) -> HttpResponseBase:
        """Answer like `get`, without reading anything."""
        self.filter_queryset(self.get_queryset())
        return HttpResponse(content_type=MEDIA_TYPE)


async def lines(found: QuerySet[Any]) -> AsyncIterator[bytes]:
    """Give the records of *found*, a line each; a slow reader holds neither the database nor memory up."""
    place = None
    while True:
        records, place = await _next_records(found, place)
        for record in records:
            yield _encode(record) + b"\n"
        if place is None:
            return
