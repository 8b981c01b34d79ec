"""REST of calls: asking for the director, coming, and closing a call."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.models import Right
from accounts.selectors.clubs import check_right
from tournaments.api.directors import api_hand, tournament_for
from tournaments.selectors.calls import open_calls
from tournaments.serializers.calls import CallMadeSerializer, CallSerializer, NewCallSerializer
from tournaments.services.call_queue import accept_call, close_call
from tournaments.services.calls import call_director


class CallsView(APIView):
    """Calls for the director."""

    strangers = NOBODY
    scopes = {"GET": "read", "POST": "play"}

    @extend_schema(responses=CallSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """List the calls that nobody has closed, the oldest first, to who runs the tournament."""
        tournament = tournament_for(request, code)
        check_right(user_id=caller(request), club_id=tournament.club_id, right=Right.TOURNAMENTS)
        return Response(CallSerializer(open_calls(tournament_id=tournament.pk), many=True).data)

    @extend_schema(request=NewCallSerializer, responses={201: CallMadeSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Call the director to your table: one call stands for a table and a reason."""
        tournament = tournament_for(request, code)
        wish = NewCallSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        call_id = call_director(
            tournament_id=tournament.pk, user_id=caller(request), now=timezone.now(), **wish.validated_data
        )
        return Response({"id": call_id}, status=201)


class CallView(APIView):
    """One call."""

    strangers = NOBODY
    scopes = {"POST": "account", "DELETE": "account"}

    @extend_schema(operation_id="tournaments_calls_take", request=None, responses={204: None})
    def post(self, request: Request, code: str, call_id: int) -> Response:
        """Come: the players at the table are told."""
        tournament = tournament_for(request, code)
        accept_call(tournament_id=tournament.pk, call_id=call_id, hand=api_hand(request), now=timezone.now())
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, call_id: int) -> Response:
        """Close the call."""
        tournament = tournament_for(request, code)
        close_call(tournament_id=tournament.pk, call_id=call_id, hand=api_hand(request), now=timezone.now())
        return Response(status=204)
