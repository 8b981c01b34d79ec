"""REST of tables: the lobby, opening and closing one, and its password."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api import caller, scopes_of
from games.api.filters import TableFilters
from games.api.lists import FactsList
from games.api.readers import UNLOCKED, table_at, view_for
from games.selectors.tables import lobby_row, lobby_tables, table_view
from games.serializers import (
    LobbyTableSerializer,
    NewTableSerializer,
    NothingSerializer,
    PasswordSerializer,
    RematchSerializer,
    TableSerializer,
    VisibilitySerializer,
)
from games.services import official_tables, rematch, tables
from games.services.privacy import change_visibility
from games.services.unlocking import unlock

MOST_UNLOCKED = 50


class TablesView(FactsList):
    """The tables everybody may find."""

    scopes = {"GET": "read", "POST": "tables"}
    throttle_rates = {"POST": "open_table"}
    filterset_class = TableFilters
    serializer_class = LobbyTableSerializer
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the tables of the lobby."""
        return lobby_tables()

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what the lobby shows of them."""
        return [lobby_row(row) for row in rows]

    @extend_schema(request=NewTableSerializer, responses={201: TableSerializer})
    def post(self, request: Request) -> Response:
        """Open a table with empty chairs; who opened it may close it, and fill it with bots."""
        wish = NewTableSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        table_id = tables.open_table(user_id=caller(request), **wish.validated_data)
        code = table_view(table_id, caller(request))["code"]
        address = reverse("api:table", args=[code], request=request)
        return Response(view_for(request, code), status=201, headers={"Location": address})


class TableView(APIView):
    """One table, with who sits there."""

    scopes = {"GET": "read", "DELETE": "tables"}
    guests = frozenset({"DELETE"})

    @extend_schema(responses=TableSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Show a table as you see it; `you` says what you may do."""
        return Response(view_for(request, code))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Close a table you opened; who sits there stands up."""
        tables.close_table(table_id=table_at(code), user_id=caller(request))
        return Response(status=204)


class UnlockView(APIView):
    """The password of a table."""

    strangers = frozenset({"POST"})
    scopes = {"POST": "read"}
    throttle_rates = {"POST": "password"}

    @extend_schema(request=PasswordSerializer, responses={204: None})
    def post(self, request: Request, code: str) -> Response:
        """Give the password of a table: it is open to this browser's session, or to all tokens of yours for a day."""
        wish = PasswordSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        table_id, password = table_at(code), wish.validated_data["password"]
        if scopes_of(request) is not None:
            unlock(table_id=table_id, code=code, user_id=caller(request), password=password)
        else:
            tables.check_table_password(table_id=table_id, password=password)
            known = [other for other in request.session.get(UNLOCKED, []) if other != code]
            request.session[UNLOCKED] = [*known, code][-MOST_UNLOCKED:]
        return Response(status=204)


class PrivacyView(APIView):
    """Who may come to a table."""

    scopes = {"PUT": "tables"}

    @extend_schema(request=VisibilitySerializer, responses=TableSerializer)
    def put(self, request: Request, code: str) -> Response:
        """Say anew who may come to the table you opened; watchers who may not are sent away at once, sitters stay."""
        wish = VisibilitySerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        change_visibility(table_id=table_at(code), user_id=caller(request), **wish.validated_data)
        return Response(view_for(request, code))


class ArrivalView(APIView):
    """The arrival at a table of a tournament, which the live table notes by itself."""

    scopes = {"POST": "tables"}

    @extend_schema(request=NothingSerializer, responses=TableSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Say that you are there; once everybody is, the match starts."""
        NothingSerializer(data=request.data).is_valid(raise_exception=True)
        official_tables.arrive(table_id=table_at(code), user_id=caller(request), now=timezone.now())
        return Response(view_for(request, code))


class RematchView(APIView):
    """The wish for another match."""

    scopes = {"POST": "tables"}
    guests = frozenset({"POST"})

    @extend_schema(request=RematchSerializer, responses=TableSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Ask for another match, with another partner if you like; it starts when all people here ask the same."""
        wish = RematchSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        rematch.agree(table_id=table_at(code), user_id=caller(request), swap=wish.validated_data["swap"])
        return Response(view_for(request, code))
