"""REST of results: deciding an encounter, correcting it, taking it back, and having it played again."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY
from tournaments.api.directors import api_hand, tournament_for
from tournaments.serializers.directing import NeedsReasonSerializer
from tournaments.serializers.results import DoneOnceSerializer, ResultSerializer
from tournaments.services.corrections import decide_encounter, open_again, take_back
from tournaments.services.departures import disqualify_both


class ResultView(APIView):
    """The result of an encounter."""

    strangers = NOBODY
    scopes = {"PUT": "account", "DELETE": "account"}

    @extend_schema(request=ResultSerializer, responses={204: None})
    def put(self, request: Request, code: str, key: str) -> Response:
        """Decide an encounter, or correct its result; what follows is made anew."""
        tournament = tournament_for(request, code)
        wish = ResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        decide_encounter(
            tournament_id=tournament.pk, key=key, hand=api_hand(request), now=timezone.now(), **wish.decision()
        )
        return Response(status=204)

    @extend_schema(request=NeedsReasonSerializer, responses={204: None})
    def delete(self, request: Request, code: str, key: str) -> Response:
        """Take the result back: the encounter is open, its matches count for nothing."""
        _take_back(request, code, key, again=False)
        return Response(status=204)


class ReplayView(APIView):
    """An encounter played again."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=NeedsReasonSerializer, responses={204: None})
    def post(self, request: Request, code: str, key: str) -> Response:
        """Have an encounter played again from the first leg on, at a new table."""
        _take_back(request, code, key, again=True)
        return Response(status=204)


class TableAgainView(APIView):
    """The table of an encounter that is to be played."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str, key: str) -> Response:
        """Open a table for the leg that is to be played, if none is open."""
        tournament = tournament_for(request, code)
        done = open_again(tournament_id=tournament.pk, key=key, hand=api_hand(request), now=timezone.now())
        return Response({"done": done})


class BothOutView(APIView):
    """Both sides of an encounter put out."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=NeedsReasonSerializer, responses={204: None})
    def post(self, request: Request, code: str, key: str) -> Response:
        """Disqualify both sides; the encounter is void and holds nobody up."""
        tournament = tournament_for(request, code)
        wish = NeedsReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        disqualify_both(
            tournament_id=tournament.pk, key=key, hand=api_hand(request), now=timezone.now(), **wish.validated_data
        )
        return Response(status=204)


def _take_back(request: Request, code: str, key: str, *, again: bool) -> None:
    tournament = tournament_for(request, code)
    wish = NeedsReasonSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    take_back(
        tournament_id=tournament.pk,
        key=key,
        hand=api_hand(request),
        now=timezone.now(),
        again=again,
        **wish.validated_data,
    )
