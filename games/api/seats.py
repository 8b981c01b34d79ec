"""REST of chairs: sitting down, asking for one, answering who asks, and bots (product, Seating)."""

from http import HTTPStatus

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import caller
from games.api.readers import table_at, unlocked_of, view_for
from games.errors import NotSeated, RequestGone
from games.serializers import AnswerSerializer, NothingSerializer, TableSerializer
from games.services import house_bots, seating


class SeatView(APIView):
    """A chair, for yourself."""

    scopes = {"PUT": "tables", "DELETE": "tables"}
    guests = frozenset({"PUT", "DELETE"})

    @extend_schema(
        request=NothingSerializer,
        responses={
            200: OpenApiResponse(TableSerializer, "You sit there."),
            202: OpenApiResponse(TableSerializer, "You have asked for it: `you.asked` says until when."),
        },
    )
    def put(self, request: Request, code: str, number: int) -> Response:
        """Sit down; where a partner decides about the chair, ask for it."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        asked = seating.sit(
            table_id=table_at(code), user_id=caller(request), number=number, unlocked=code in unlocked_of(request)
        )
        status = HTTPStatus.OK if asked is None else HTTPStatus.ACCEPTED
        return Response(view_for(request, code), status=status)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Stand up, or take back the request for this chair."""
        you = view_for(request, code)["you"]
        if number not in {you["seat"], (you["asked"] or {}).get("seat")}:
            raise NotSeated("You neither sit in this chair nor have asked for it.")
        seating.stand(table_id=table_at(code), user_id=caller(request))
        return Response(status=204)


class BotView(APIView):
    """A chair, for a bot of the house."""

    scopes = {"PUT": "tables", "DELETE": "tables"}
    guests = frozenset({"PUT", "DELETE"})

    @extend_schema(request=NothingSerializer, responses=TableSerializer)
    def put(self, request: Request, code: str, number: int) -> Response:
        """Let a bot sit down; who sits here or opened the table may."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        house_bots.seat_bot(table_id=table_at(code), user_id=caller(request), number=number)
        return Response(view_for(request, code))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Take a bot away again."""
        house_bots.unseat_bot(table_id=table_at(code), user_id=caller(request), number=number)
        return Response(status=204)


class RequestView(APIView):
    """Somebody's request for a chair you decide about."""

    scopes = {"POST": "tables"}

    @extend_schema(request=AnswerSerializer, responses=TableSerializer)
    def post(self, request: Request, code: str, request_id: int) -> Response:
        """Accept or refuse who asks; three may be refused, the fourth sits."""
        wish = AnswerSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        if all(asked["id"] != request_id for asked in view_for(request, code)["you"]["requests"]):
            raise RequestGone("No such request waits for your answer at this table.")
        seating.answer(request_id=request_id, user_id=caller(request), accept=wish.validated_data["accept"])
        return Response(view_for(request, code))
