"""REST of directing: stopping a tournament for a while, more time, words to everybody, and substitutes."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY
from accounts.selectors.people import id_of_player
from tournaments.api.directors import api_hand, tournament_for
from tournaments.selectors.messages import messages_of
from tournaments.serializers.directing import (
    MessageSerializer,
    MoreTimeSerializer,
    NeedsReasonSerializer,
    ReasonSerializer,
    SubstituteSerializer,
    WordsSerializer,
)
from tournaments.services.adding_time import add_time_to_round, add_time_to_table
from tournaments.services.finishing import stop_early
from tournaments.services.messages import tell_everybody
from tournaments.services.pausing import pause_tournament, resume_tournament
from tournaments.services.substitutes import substitute_member


class PauseView(APIView):
    """The pause of the whole tournament."""

    strangers = NOBODY
    scopes = {"PUT": "account", "DELETE": "account"}

    @extend_schema(request=ReasonSerializer, responses={204: None})
    def put(self, request: Request, code: str) -> Response:
        """Stop the tournament and the matches at its tables."""
        tournament = tournament_for(request, code)
        wish = ReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        pause_tournament(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now(), **wish.validated_data)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Let it go on, with the time that it stood given back everywhere."""
        tournament = tournament_for(request, code)
        resume_tournament(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now())
        return Response(status=204)


class TimeView(APIView):
    """The clock of the round that runs."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=MoreTimeSerializer, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """Give the round more minutes."""
        tournament = tournament_for(request, code)
        wish = MoreTimeSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        add_time_to_round(tournament_id=tournament.pk, hand=api_hand(request), **wish.validated_data)
        return Response(status=204)


class TableTimeView(APIView):
    """The clock and the patience of one table."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=MoreTimeSerializer, responses={204: None})
    def post(self, request: Request, code: str, key: str) -> Response:
        """Let one encounter wait, and play, for more minutes."""
        tournament = tournament_for(request, code)
        wish = MoreTimeSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        add_time_to_table(
            tournament_id=tournament.pk, key=key, hand=api_hand(request), now=timezone.now(), **wish.validated_data
        )
        return Response(status=204)


class MessagesView(APIView):
    """Words to everybody who plays."""

    scopes = {"GET": "read", "POST": "account"}

    @extend_schema(responses=MessageSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """List the last messages, the newest first."""
        tournament = tournament_for(request, code)
        return Response(MessageSerializer(messages_of(tournament_id=tournament.pk, now=timezone.now()), many=True).data)

    @extend_schema(request=WordsSerializer, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """Tell everybody something."""
        tournament = tournament_for(request, code)
        wish = WordsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        tell_everybody(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now(), **wish.validated_data)
        return Response(status=204)


class SubstitutionView(APIView):
    """Who plays for an entrant."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=SubstituteSerializer, responses={204: None})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Let somebody come in for a member of an entrant, at once at their table too."""
        tournament = tournament_for(request, code)
        wish = SubstituteSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        substitute_member(
            tournament_id=tournament.pk,
            number=number,
            out_id=id_of_player(wish.validated_data["out"]),
            in_id=id_of_player(wish.validated_data["coming"]),
            reason=wish.validated_data["reason"],
            hand=api_hand(request),
            now=timezone.now(),
        )
        return Response(status=204)


class StopView(APIView):
    """The end before the last round."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=NeedsReasonSerializer, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """End the tournament as it stands: what is still being played counts for nothing."""
        tournament = tournament_for(request, code)
        wish = NeedsReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        stop_early(tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now(), **wish.validated_data)
        return Response(status=204)
