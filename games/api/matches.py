"""REST of matches: lists, one as it stands, its events, its commands and its record."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import caller
from games.api.filters import MatchFilters
from games.api.lists import FactsList
from games.api.readers import check_may_watch, user_id_of
from games.engine.errors import BadFormat
from games.errors import NotSeated
from games.protocol.acts import perform
from games.protocol.commands import command
from games.selectors.frames import event_frames, fresh_view
from games.selectors.lateness import check_over, sight_of
from games.selectors.listings import match_row, visible_matches
from games.selectors.records import record_of_match
from games.serializers import (
    DoneSerializer,
    EventsSerializer,
    MatchListSerializer,
    MatchSerializer,
    RecordSerializer,
    command_schema,
    match_facts,
)

MOST_EVENTS = 200
LARGEST_SEQ = 2**31 - 1
READ: dict[str, str | None] = {"GET": "read"}


class MatchesView(FactsList):
    """The matches you may find: those at public tables, and your own; the latest begun first."""

    scopes = READ
    filterset_class = MatchFilters
    serializer_class = MatchListSerializer
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the matches the caller may find."""
        return visible_matches(user_id_of(self.request))

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what a list shows of them."""
        return [match_facts(match_row(row)) for row in rows]


class MatchView(APIView):
    """One match as it stands."""

    scopes = READ

    @extend_schema(responses=MatchSerializer)
    def get(self, request: Request, match_id: UUID) -> Response:
        """Show the match at its latest event, as on the socket; `you` is there for a seat holder only."""
        check_may_watch(request, match_id)
        frame = fresh_view(match_id, user_id_of(request))
        return Response({key: value for key, value in frame.items() if key != "type"})


class EventsView(APIView):
    """What happened in a match."""

    scopes = READ

    @extend_schema(
        parameters=[OpenApiParameter("since", {"type": "integer", "minimum": 0, "maximum": LARGEST_SEQ, "default": 0})],
        responses=EventsSerializer,
    )
    def get(self, request: Request, match_id: UUID) -> Response:
        """List the events after `since`, at most 200, as on the socket; `seq` is the latest there is."""
        since = since_of(request)
        check_may_watch(request, match_id)
        seq = sight_of(match_id, user_id_of(request)).seq
        frames = event_frames(match_id, since, min(seq, since + MOST_EVENTS), user_id_of(request))
        return Response({"match": str(match_id), "seq": seq, "events": frames})


class CommandsView(APIView):
    """What a seat's holder does."""

    scopes = {"POST": "play"}
    guests = frozenset({"POST"})

    @extend_schema(request={"application/json": command_schema()}, responses=DoneSerializer)
    def post(self, request: Request, match_id: UUID) -> Response:
        """Do a command of the socket protocol; its id is the Idempotency-Key, or `command_id` in the body."""
        fields, command_id = command_of(request, match_id)
        if sight_of(match_id, caller(request)).delay:
            raise NotSeated("who watches late is told at once, whatever is on")
        seq = perform(command(fields, match=match_id, command_id=command_id), user_id=caller(request))
        return Response({"seq": seq})


class RecordView(APIView):
    """The record of an ended match."""

    scopes = READ

    @extend_schema(responses={200: RecordSerializer, 409: None})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Return the match as `tressette/1` (docs/record.md); a running one answers 409 `match_running`."""
        check_may_watch(request, match_id)
        check_over(match_id, user_id_of(request))
        return Response(record_of_match(match_id))


def since_of(request: Request) -> int:
    """Return the number the reader has seen. Raises ValidationError for what is no such number."""
    since = request.query_params.get("since", "0")
    if not (since.isascii() and since.isdigit() and len(since) <= len(str(LARGEST_SEQ)) and int(since) <= LARGEST_SEQ):
        raise ValidationError({"since": ["This is the number of an event, or 0."]})
    return int(since)


def command_of(request: Request, match_id: UUID) -> tuple[dict[str, Any], UUID]:
    """Return the fields of a command and its id, which stands in the header or in the body. Raises BadFormat."""
    if not isinstance(request.data, dict):
        raise BadFormat("A command is a JSON object.")
    fields = dict(request.data)
    try:
        named = {UUID(fields.pop("match"))} if "match" in fields else set()
        ids = {UUID(fields.pop("command_id"))} if "command_id" in fields else set()
        if (key := request.headers.get("Idempotency-Key")) is not None:
            ids.add(UUID(key))
    except (ValueError, AttributeError, TypeError) as fault:
        raise BadFormat("`match`, `command_id` and Idempotency-Key are UUIDs.") from fault
    if named - {match_id}:
        raise BadFormat("The command is for another match.")
    if len(ids) != 1:
        raise BadFormat("A command has one id: the header Idempotency-Key, or `command_id`.")
    return fields, ids.pop()
