"""REST of a person's own place in the ladders: whether it is shown."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.selectors.ties import wants_ladder
from accounts.serializers.ladder_choice import LadderChoiceSerializer, MyLadderSerializer
from accounts.services import people


class MyLadderView(APIView):
    """You in the ladders."""

    strangers = NOBODY
    scopes = {"GET": "read", "PUT": "account"}

    @extend_schema(responses=MyLadderSerializer)
    def get(self, request: Request) -> Response:
        """Tell whether you are shown in the ladders."""
        return Response({"wants_ladder": wants_ladder(user_id=caller(request))})

    @extend_schema(request=LadderChoiceSerializer, responses=MyLadderSerializer)
    def put(self, request: Request) -> Response:
        """Choose whether you are shown there; who is not uses no rank."""
        wish = LadderChoiceSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        people.choose_ladder(user_id=caller(request), wants=wish.validated_data["wants_ladder"])
        return self.get(request)
