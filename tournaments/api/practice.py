"""REST of practice cups: a tournament against bots, at once."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from tournaments.serializers.lists import PracticeCupSerializer
from tournaments.services import practice_cups


class PracticeCupView(APIView):
    """Your practice cup."""

    strangers = NOBODY
    scopes = {"POST": "play"}

    @extend_schema(request=None, responses={201: PracticeCupSerializer})
    def post(self, request: Request) -> Response:
        """Begin a knock-out of four pairs, you with a bot against bots; while one is on, that one."""
        code = practice_cups.enter(user_id=caller(request), now=timezone.now())
        return Response({"tournament": code}, status=201)
