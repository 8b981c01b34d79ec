"""REST of draws: starting a tournament, drawing, editing and publishing a round, and opening its tables."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY
from tournaments.api.directors import api_hand, tournament_for
from tournaments.serializers.directing import ReasonSerializer
from tournaments.serializers.results import (
    DoneOnceSerializer,
    DrawSerializer,
    ForbiddenSerializer,
    ReleaseSerializer,
    SwapSerializer,
)
from tournaments.services import drawing, forbidding, rounds, swapping
from tournaments.services.closing_entries import close_entries_now


class StartView(APIView):
    """The start of a tournament."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Start a tournament now; once."""
        tournament = tournament_for(request, code)
        done = drawing.start_tournament(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now())
        return Response({"done": done})


class EntriesClosedView(APIView):
    """The end of entries."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Settle who plays before the time for it; once."""
        tournament = tournament_for(request, code)
        done = close_entries_now(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now())
        return Response({"done": done})


class DraftView(APIView):
    """The draft of a round."""

    strangers = NOBODY
    scopes = {"PUT": "account", "DELETE": "account"}

    @extend_schema(request=DrawSerializer, responses={204: None})
    def put(self, request: Request, code: str, number: int) -> Response:
        """Draw the next round, in the place of an earlier draft of it, around the pairs made by hand."""
        tournament = tournament_for(request, code)
        wish = DrawSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        drawing.draw_round(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            by_hand=wish.pairs(),
        )
        return Response(status=204)

    @extend_schema(request=ReasonSerializer, responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Take a draft back."""
        tournament = tournament_for(request, code)
        wish = ReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        drawing.drop_round(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            **wish.validated_data,
        )
        return Response(status=204)


class SwapView(APIView):
    """The places of two entrants in a draw."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=SwapSerializer, responses={204: None})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Let two entrants change places, in a draft or where neither has begun to play."""
        tournament = tournament_for(request, code)
        wish = SwapSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        swapping.swap_entrants(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            **wish.validated_data,
        )
        return Response(status=204)


class ReleaseView(APIView):
    """The publication of a draw."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=ReleaseSerializer, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str, number: int) -> Response:
        """Publish a draft; once."""
        tournament = tournament_for(request, code)
        wish = ReleaseSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        done = drawing.release_round(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            **wish.validated_data,
        )
        return Response({"done": done})


class RoundStartView(APIView):
    """The start of a round."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str, number: int) -> Response:
        """Open the tables of a published round; once."""
        tournament = tournament_for(request, code)
        done = rounds.start_round(
            tournament_id=tournament.pk, number=number, hand=api_hand(request), now=timezone.now()
        )
        return Response({"done": done})


class RoundCloseView(APIView):
    """The end of a round."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str, number: int) -> Response:
        """See to it that a round is closed; refused with `round_open` while a table has no result."""
        tournament = tournament_for(request, code)
        done = rounds.close_round(
            tournament_id=tournament.pk, number=number, hand=api_hand(request), now=timezone.now()
        )
        return Response({"done": done})


class ForbiddenView(APIView):
    """Pairs that are not to be drawn."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=ForbiddenSerializer, responses=DoneOnceSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Let two entrants not be drawn together from the next draw on, or let them again."""
        tournament = tournament_for(request, code)
        wish = ForbiddenSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = wish.validated_data
        act = forbidding.allow_pair if facts.pop("allowed") else forbidding.forbid_pair
        return Response({"done": act(tournament_id=tournament.pk, hand=api_hand(request), **facts)})
