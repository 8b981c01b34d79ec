"""REST of clubs: the list, founding one, what one says of itself, and its calendar."""

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api.callers import caller
from accounts.models import Club
from accounts.selectors.calendar import event_of, occurrences
from accounts.selectors.clubs import admission_between, club_at, membership_of, open_clubs, rights_of, with_member_count
from accounts.serializers.clubs import (
    ClubEventSerializer,
    ClubFactsSerializer,
    ClubSerializer,
    NewClubEventSerializer,
    OccurrenceSerializer,
    OneClubSerializer,
)
from accounts.services import calendar, clubs

COMING = timedelta(days=62)
LONGEST_WORDS = 100


def club_facts(club: Club, user_id: int | None) -> dict[str, Any]:
    """Return a club as *user_id* sees it."""
    counted = with_member_count(Club.objects.filter(pk=club.pk)).get()
    membership = membership_of(user_id=user_id, club_id=club.pk)
    waiting = admission_between(user_id=user_id, club_id=club.pk)
    you = {
        "role": membership.role if membership else None,
        "rights": sorted(rights_of(membership)),
        "admission": waiting.pk if waiting else None,
    }
    return {**ClubSerializer(counted).data, "you": you}


class ClubsView(ListAPIView[Club]):
    """The clubs that are not closed."""

    scopes = {"GET": "read", "POST": "account"}
    throttle_rates = {"POST": "found_club"}
    serializer_class = ClubSerializer
    ordering = ("name_key",)

    def get_queryset(self) -> QuerySet[Club]:
        """Return the clubs, those found by `q` where it is given."""
        return open_clubs(self.request.query_params.get("q", "")[:LONGEST_WORDS])

    @extend_schema(parameters=[OpenApiParameter("q", str, description="Words of the name and the place.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List clubs by name."""
        return self.list(request, *args, **kwargs)

    @extend_schema(request=ClubFactsSerializer, responses={201: OneClubSerializer})
    def post(self, request: Request) -> Response:
        """Found a club; you own it."""
        wish = ClubFactsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        club_id = clubs.found(user_id=caller(request), **wish.validated_data)
        club = Club.objects.get(pk=club_id)
        address = reverse("api:club", args=[club.slug], request=request)
        return Response(club_facts(club, caller(request)), status=201, headers={"Location": address})


class ClubView(APIView):
    """One club."""

    scopes = {"GET": "read", "PATCH": "account", "DELETE": "account"}

    @extend_schema(responses=OneClubSerializer)
    def get(self, request: Request, slug: str) -> Response:
        """Show a club, and what binds you to it."""
        return Response(club_facts(club_at(slug), request.user.pk))

    @extend_schema(request=ClubFactsSerializer(partial=True), responses=OneClubSerializer)
    def patch(self, request: Request, slug: str) -> Response:
        """Change what the club says of itself; its address stays."""
        club = club_at(slug)
        wish = ClubFactsSerializer(data=request.data, partial=True)
        wish.is_valid(raise_exception=True)
        clubs.change(club_id=club.pk, user_id=caller(request), **wish.validated_data)
        return Response(club_facts(club, caller(request)))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str) -> Response:
        """Close the club for good."""
        clubs.close(club_id=club_at(slug).pk, user_id=caller(request))
        return Response(status=204)


class ClubEventsView(APIView):
    """A club's calendar."""

    scopes = {"GET": "read", "POST": "account"}

    @extend_schema(responses=OccurrenceSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List what is on in the next two months, each time at its moment."""
        now = timezone.now()
        coming = occurrences(club_id=club_at(slug).pk, since=now, before=now + COMING)
        return Response(OccurrenceSerializer(coming, many=True).data)

    @extend_schema(request=NewClubEventSerializer, responses={201: ClubEventSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Write something into the calendar, in civil time."""
        club = club_at(slug)
        wish = NewClubEventSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        event_id = calendar.write_event(club_id=club.pk, user_id=caller(request), **wish.validated_data)
        return Response(ClubEventSerializer(event_of(club_id=club.pk, event_id=event_id)).data, status=201)


class ClubEventView(APIView):
    """One event of a club's calendar."""

    scopes = {"GET": "read", "PUT": "account", "DELETE": "account"}

    @extend_schema(responses=ClubEventSerializer)
    def get(self, request: Request, slug: str, event_id: int) -> Response:
        """Show an event as it is written."""
        return Response(ClubEventSerializer(event_of(club_id=club_at(slug).pk, event_id=event_id)).data)

    @extend_schema(request=NewClubEventSerializer, responses=ClubEventSerializer)
    def put(self, request: Request, slug: str, event_id: int) -> Response:
        """Write an event anew."""
        club = club_at(slug)
        wish = NewClubEventSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        calendar.write_event(club_id=club.pk, user_id=caller(request), event_id=event_id, **wish.validated_data)
        return Response(ClubEventSerializer(event_of(club_id=club.pk, event_id=event_id)).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, event_id: int) -> Response:
        """Strike an event out."""
        calendar.strike_event(club_id=club_at(slug).pk, user_id=caller(request), event_id=event_id)
        return Response(status=204)
