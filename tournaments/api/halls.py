"""REST of halls of fame: who has won at a club; and what is new there."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.selectors.clubs import club_at
from games.engine.errors import BadFormat
from tournaments.models import Tournament
from tournaments.selectors.feeds import feed_of
from tournaments.selectors.halls import YEARS, Edition, editions, ended_tournaments, medals_of
from tournaments.serializers.series import EditionSerializer, MedalsSerializer, NewsSerializer

MOST_MEDALS = 200
CHOICES = [
    OpenApiParameter("year", int, description="Of the start, on the club's clock."),
    OpenApiParameter("series", str, description="The slug of a series."),
]


def _chosen(request: Request, slug: str) -> QuerySet[Tournament]:
    """Return the tournaments of a club that a call asks about. Raises NoSuchClub, BadFormat."""
    club = club_at(slug)
    year, series = request.query_params.get("year"), request.query_params.get("series", "")
    if year is not None and not (year.isascii() and year.isdigit() and len(year) == 4 and int(year) in YEARS):
        raise BadFormat(f"year is {YEARS[0]} to {YEARS[-1]}")
    return ended_tournaments(club, year=int(year) if year else None, series=series[:48])


class HallView(ListAPIView[Tournament]):
    """The tournaments that a club has played to the end."""

    scopes = {"GET": "read"}
    serializer_class = EditionSerializer
    queryset = Tournament.objects.none()  # what the description is made from: there the address names no club
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Tournament]:
        """Return those that are asked about."""
        return _chosen(self.request, self.kwargs["slug"]).select_related("series")

    @extend_schema(parameters=CHOICES, responses=EditionSerializer(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List them with their first three places, the latest made first."""
        rows = self.paginate_queryset(self.get_queryset()) or []
        facts = [_edition(edition) for edition in editions(rows)]
        return self.get_paginated_response(EditionSerializer(facts, many=True).data)


class MedalsView(APIView):
    """Who has won how often at a club."""

    scopes = {"GET": "read"}

    @extend_schema(parameters=CHOICES, responses=MedalsSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List who has how many first, second and third places; bots, and who uses no rank, are left out."""
        return Response(MedalsSerializer(medals_of(_chosen(request, slug))[:MOST_MEDALS], many=True).data)


class NewsView(APIView):
    """What is new at a club."""

    scopes = {"GET": "read"}

    @extend_schema(responses=NewsSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the latest tournaments, series and members, the latest first."""
        return Response(NewsSerializer(feed_of(club_id=club_at(slug).pk), many=True).data)


def _edition(edition: Edition) -> dict[str, Any]:
    held = edition.tournament
    return {
        "code": held.code,
        "name": held.name,
        "starts_at": held.starts_at,
        "series": held.series.slug if held.series else None,
        "winners": [
            {"place": plate.place, "name": plate.name, "players": [player.name for player in plate.players]}
            for plate in edition.winners
        ],
    }
