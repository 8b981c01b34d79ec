"""REST of making: the list of tournaments, and one from its draft to its announcement or cancellation."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.models import Right
from accounts.selectors.clubs import club_at, has_right, membership_of, rights_of
from games.engine.errors import BadFormat
from tournaments.api.directors import api_hand, tournament_for
from tournaments.models import Entrant, Tournament
from tournaments.selectors.doors import public_tournaments, tournament_at
from tournaments.selectors.entries import entry_of
from tournaments.selectors.entry_rules import IN, check_in_of
from tournaments.serializers.making import (
    CancellationSerializer,
    CheckInWindowSerializer,
    NewTournamentSerializer,
    OneTournamentSerializer,
    TournamentFactsSerializer,
    TournamentSerializer,
)
from tournaments.services import making


def tournament_facts(tournament: Tournament, user_id: int | None) -> dict[str, Any]:
    """Return a tournament as *user_id* sees it."""
    states = list(Entrant.objects.filter(tournament=tournament).values_list("state", flat=True))
    check_in = check_in_of(tournament)
    entrant = entry_of(tournament_id=tournament.pk, user_id=user_id)
    rights = rights_of(membership_of(user_id=user_id, club_id=tournament.club_id))
    return {
        **TournamentSerializer(tournament).data,
        "check_in": None if check_in is None else CheckInWindowSerializer(check_in).data,
        "entered": sum(state in IN for state in states),
        "waiting": states.count(Entrant.State.WAITING),
        "you": {"rights": sorted(rights), "entrant": None if entrant is None else entrant.number},
    }


class TournamentsView(ListAPIView[Tournament]):
    """Tournaments that are announced, running or over."""

    scopes = {"GET": "read", "POST": "account"}
    throttle_rates = {"POST": "make_tournament"}
    serializer_class = TournamentSerializer
    queryset = Tournament.objects.none()
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Tournament]:
        """Return those everybody may know of; of a club whose tournaments one runs, its drafts too."""
        slug, state = (self.request.query_params.get(name) for name in ("club", "state"))
        found = public_tournaments()
        if slug:
            club = club_at(slug[:48])
            found = found.filter(club=club)
            if has_right(user_id=self.request.user.pk, club_id=club.pk, right=Right.TOURNAMENTS):
                found = Tournament.objects.filter(club=club)
        if state is not None and state not in Tournament.State.values:
            raise BadFormat(f"state is one of {', '.join(Tournament.State.values)}")
        return (found.filter(state=state) if state else found).select_related("club", "series")

    @extend_schema(
        parameters=[
            OpenApiParameter("club", str, description="The club's slug; its drafts only to who runs them."),
            OpenApiParameter("state", str, enum=Tournament.State.values),
        ],
        responses={200: TournamentSerializer(many=True), 404: None},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List tournaments, the latest made first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(request=NewTournamentSerializer, responses={201: OneTournamentSerializer, 404: None})
    def post(self, request: Request) -> Response:
        """Make a draft of a club's whose tournaments you run; announce it when it is as it should be."""
        wish = NewTournamentSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        club = club_at(wish.validated_data.pop("club"))
        now, user_id = timezone.now(), caller(request)
        code = making.create(club_id=club.pk, user_id=user_id, now=now, **wish.validated_data)
        facts = tournament_facts(tournament_at(code=code, user_id=user_id), user_id)
        address = reverse("api:tournament", args=[code], request=request)
        return Response(facts, status=201, headers={"Location": address})


class TournamentView(APIView):
    """One tournament."""

    scopes = {"GET": "read", "PATCH": "account", "DELETE": "account"}

    @extend_schema(responses=OneTournamentSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Show a tournament, and what you have to do with it."""
        return Response(tournament_facts(tournament_for(request, code), request.user.pk))

    @extend_schema(request=TournamentFactsSerializer(partial=True), responses=OneTournamentSerializer)
    def patch(self, request: Request, code: str) -> Response:
        """Change what may still change."""
        tournament = tournament_for(request, code)
        wish = TournamentFactsSerializer(data=request.data, partial=True)
        wish.is_valid(raise_exception=True)
        making.change(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now(), **wish.validated_data)
        return Response(tournament_facts(tournament_for(request, code), request.user.pk))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Throw a draft away; what has been announced is cancelled instead."""
        making.delete_draft(tournament_id=tournament_for(request, code).pk, hand=api_hand(request))
        return Response(status=204)


class AnnouncementView(APIView):
    """The announcement of a tournament."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """Announce a draft: everybody sees it, and may enter."""
        tournament = tournament_for(request, code)
        making.announce(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now())
        return Response(status=204)


class CancellationView(APIView):
    """The cancellation of a tournament."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=CancellationSerializer, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """Call a tournament off that has not begun; everybody who has entered is told."""
        tournament = tournament_for(request, code)
        wish = CancellationSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        making.cancel(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now(), **wish.validated_data)
        return Response(status=204)
