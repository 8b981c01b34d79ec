"""REST of the chat at a table, and of reports."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import NOBODY, caller
from games.api.lists import FactsList
from games.api.readers import table_at, unlocked_of, user_id_of
from games.engine.errors import BadFormat
from games.models import ChatLine
from games.selectors.chat import EVERY, line_facts, lines_for
from games.selectors.players import person_named
from games.selectors.tables import table_view
from games.serializers.talk import LineSerializer, NewLineSerializer, NewReportSerializer, ReportSerializer
from games.services import chat, reports

ROOMS = (*ChatLine.Room.values, EVERY)
ROOM = OpenApiParameter("room", OpenApiTypes.STR, enum=ROOMS, default=ChatLine.Room.TABLE)


class ChatView(FactsList):
    """What is said at a table."""

    scopes = {"GET": "read", "POST": "play"}
    queryset = ChatLine.objects.none()  # which rows, the request decides
    serializer_class = LineSerializer
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the lines of a room that the caller may read."""
        code, room = self.kwargs["code"], self.request.query_params.get("room", ChatLine.Room.TABLE)
        if room not in ROOMS:
            raise BadFormat(f"room is one of {', '.join(ROOMS)}")
        table_id, user_id = table_at(code), user_id_of(self.request)
        table_view(table_id, user_id, unlocked=code in unlocked_of(self.request))  # or it is not theirs to see
        return lines_for(table_id=table_id, room=room, user_id=user_id)

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return the lines."""
        return line_facts(rows)

    @extend_schema(parameters=[ROOM], responses=LineSerializer(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List what was said in the last day, the latest first."""
        return self.list(request, *args, **kwargs)

    @extend_schema(request=NewLineSerializer, responses={201: LineSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Say something; the Idempotency-Key is the command's id."""
        wish = NewLineSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        key = request.headers.get("Idempotency-Key")
        line_id = chat.write(
            table_id=table_at(code),
            user_id=caller(request),
            command_id=UUID(key) if key else uuid4(),
            unlocked=code in unlocked_of(request),
            **wish.validated_data,
        )
        (facts,) = line_facts([ChatLine.objects.select_related("author").get(pk=line_id)])
        return Response(facts, status=201)


class ReportsView(APIView):
    """Reports to the staff."""

    strangers = NOBODY
    scopes = {"POST": "account"}
    throttle_rates = {"POST": "reports"}

    @extend_schema(request=NewReportSerializer, responses={201: ReportSerializer, 404: None})
    def post(self, request: Request) -> Response:
        """Report a person; while an earlier report of yours about them waits, this one is that."""
        wish = NewReportSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = wish.validated_data
        report_id = reports.report(
            user_id=caller(request),
            target_id=person_named(facts["player"]).pk,
            reason=facts["reason"],
            words=facts["words"],
            line_id=facts["line"],
        )
        return Response({"id": report_id}, status=201)
