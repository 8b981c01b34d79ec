"""REST of departures: entrants that a director takes out, and lets come back."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY
from tournaments.api.directors import api_hand, tournament_for
from tournaments.serializers.directing import NeedsReasonSerializer, ReasonSerializer
from tournaments.services.departures import come_back, disqualify, withdraw


class WithdrawalView(APIView):
    """Whether an entrant plays on."""

    strangers = NOBODY
    scopes = {"POST": "account", "DELETE": "account"}

    @extend_schema(request=ReasonSerializer, responses={204: None})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Take an entrant out of a running tournament, with what it is playing: your own, or any as its director."""
        tournament = tournament_for(request, code)
        wish = ReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        withdraw(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            **wish.validated_data,
        )
        return Response(status=204)

    @extend_schema(request=ReasonSerializer, responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Let an entrant that has left play again from the next round on, where the format allows it."""
        tournament = tournament_for(request, code)
        wish = ReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        come_back(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            **wish.validated_data,
        )
        return Response(status=204)


class DisqualificationView(APIView):
    """An entrant put out."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=NeedsReasonSerializer, responses={204: None})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Disqualify an entrant."""
        tournament = tournament_for(request, code)
        wish = NeedsReasonSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        disqualify(
            tournament_id=tournament.pk,
            number=number,
            hand=api_hand(request),
            now=timezone.now(),
            **wish.validated_data,
        )
        return Response(status=204)
