"""REST of exports: a tournament as one object, as tables, and the records of its matches; entrants out of a table."""

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY
from tournaments.api.directors import api_hand, tournament_for
from tournaments.selectors.archives import MEDIA_TYPE, matches_of, zipped_records
from tournaments.selectors.export import export_of_tournament, zipped_tables
from tournaments.serializers.lists import EntrantLineSerializer, EntrantListSerializer
from tournaments.services.entrant_lists import take_in


class ZipRenderer(JSONRenderer):
    """What content negotiation knows a zip file by; it is written as it is."""

    media_type = MEDIA_TYPE
    format = "zip"


class ExportView(APIView):
    """Everything of a tournament."""

    scopes = {"GET": "read"}

    @extend_schema(responses={200: dict})
    def get(self, request: Request, code: str) -> Response:
        """Give all of a tournament that you may know; to who runs it with fees and the audit log."""
        tournament = tournament_for(request, code)
        return Response(export_of_tournament(tournament, user_id=request.user.pk, now=timezone.now()))


class ExportTablesView(APIView):
    """Everything of a tournament, for spreadsheets."""

    scopes = {"GET": "read"}
    renderer_classes = [ZipRenderer]

    @extend_schema(responses={(200, MEDIA_TYPE): OpenApiResponse(bytes, "A zip file of CSV tables.")})
    def get(self, request: Request, code: str) -> HttpResponse:
        """Give the same as tables (CSV), zipped; no cell of them is a formula."""
        tournament = tournament_for(request, code)
        found = export_of_tournament(tournament, user_id=request.user.pk, now=timezone.now())
        return HttpResponse(zipped_tables(found), content_type=MEDIA_TYPE)


class ArchiveView(APIView):
    """The matches of a tournament."""

    scopes = {"GET": "read"}
    throttle_rates = {"GET": "records"}
    renderer_classes = [ZipRenderer]

    @extend_schema(responses={(200, MEDIA_TYPE): OpenApiResponse(bytes, "`records.jsonl` in a zip file.")})
    def get(self, request: Request, code: str) -> HttpResponseBase:
        """Stream the records of the ended matches you may find, zipped, each with `round`, `pairing` and `leg`."""
        found = matches_of(tournament_for(request, code), user_id=request.user.pk)
        return StreamingHttpResponse(zipped_records(found, made_at=timezone.now()), content_type=MEDIA_TYPE)

    @extend_schema(exclude=True)
    def head(self, request: Request, code: str) -> HttpResponseBase:
        """Answer like `get`, without reading anything."""
        tournament_for(request, code)
        return HttpResponse(content_type=MEDIA_TYPE)


class EntrantListView(APIView):
    """A whole table of entrants."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=EntrantListSerializer, responses=EntrantLineSerializer(many=True))
    def post(self, request: Request, code: str) -> Response:
        """Look at a table of entrants, or take it in: the whole of it or nothing (docs/tournaments.md)."""
        wish = EntrantListSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = wish.validated_data
        lines = take_in(
            tournament_id=tournament_for(request, code).pk,
            hand=api_hand(request),
            data=facts["csv"].encode(),
            dry_run=facts["dry_run"],
            now=timezone.now(),
        )
        return Response(EntrantLineSerializer(lines, many=True).data)
