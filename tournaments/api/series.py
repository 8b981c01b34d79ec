"""REST of series: those of a club, one with its table, and making, changing and ending it."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api.callers import caller
from accounts.selectors.clubs import club_at
from tournaments.models import TournamentSeries
from tournaments.selectors.series import series_at, standings_of, tournaments_of
from tournaments.selectors.series_days import missed_days, next_days, start_on
from tournaments.serializers.series import OneSeriesSerializer, SeriesFactsSerializer, SeriesSerializer
from tournaments.services import series as services

COMING = 8


def series_facts(series: TournamentSeries) -> dict[str, Any]:
    """Return a series with its table and its days."""
    now = timezone.now()
    held = list(tournaments_of(series).values_list("code", "series_day"))
    days = {day for _code, day in held if day is not None}
    whole = {
        **SeriesSerializer(series).data,
        "table": standings_of(series),
        "tournaments": [code for code, _day in held],
        "coming": [start_on(series, day) for day in next_days(series, now, COMING) if day not in days],
        "missed": missed_days(series, now, days),
    }
    return dict(OneSeriesSerializer(whole | {"hour": series.hour, "first_day": series.first_day}).data)


class SeriesListView(ListAPIView[TournamentSeries]):
    """The series of a club."""

    scopes = {"GET": "read", "POST": "account"}
    serializer_class = SeriesSerializer
    queryset = TournamentSeries.objects.none()  # what the description is made from: there the address names no club
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[TournamentSeries]:
        """Return the club's."""
        return TournamentSeries.objects.filter(club=club_at(self.kwargs["slug"]))

    @extend_schema(responses=SeriesSerializer(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List a club's series, the latest made first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(request=SeriesFactsSerializer, responses={201: OneSeriesSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Begin a series: its tournaments are made and announced by themselves."""
        club = club_at(slug)
        wish = SeriesFactsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        made = services.begin(club_id=club.pk, user_id=caller(request), now=timezone.now(), **wish.validated_data)
        address = reverse("api:one-series", args=[slug, made], request=request)
        facts = series_facts(series_at(club_slug=slug, slug=made))
        return Response(facts, status=201, headers={"Location": address})


class SeriesView(APIView):
    """One series."""

    scopes = {"GET": "read", "PATCH": "account", "DELETE": "account"}

    @extend_schema(responses=OneSeriesSerializer)
    def get(self, request: Request, slug: str, series: str) -> Response:
        """Show a series: each total of its table is the sum of the terms given."""
        return Response(series_facts(series_at(club_slug=slug, slug=series)))

    @extend_schema(request=SeriesFactsSerializer(partial=True), responses=OneSeriesSerializer)
    def patch(self, request: Request, slug: str, series: str) -> Response:
        """Change what is to come of it; what has been announced stays."""
        found = series_at(club_slug=slug, slug=series)
        wish = SeriesFactsSerializer(data=request.data, partial=True)
        wish.is_valid(raise_exception=True)
        services.change(series_id=found.pk, user_id=caller(request), now=timezone.now(), **wish.validated_data)
        return Response(series_facts(series_at(club_slug=slug, slug=series)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, series: str) -> Response:
        """End it: nothing follows, its tournaments and its table stay."""
        found = series_at(club_slug=slug, slug=series)
        services.end(series_id=found.pk, user_id=caller(request), now=timezone.now())
        return Response(status=204)
