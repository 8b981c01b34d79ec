"""REST of players: who plays here, as anybody may see it."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.filters import PlayerFilters
from games.api.lists import FactsList
from games.selectors.players import player_facts, player_named, players
from games.serializers import PlayerSerializer

READ: dict[str, str | None] = {"GET": "read"}


class PlayersView(FactsList):
    """The players, by name."""

    scopes = READ
    filterset_class = PlayerFilters
    serializer_class = PlayerSerializer
    ordering = ("name_key",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return everybody."""
        return players()

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what everybody may know of them."""
        return [player_facts(row) for row in rows]


class PlayerView(APIView):
    """One player."""

    scopes = READ

    @extend_schema(responses=PlayerSerializer)
    def get(self, request: Request, name: str) -> Response:
        """Tell who plays under a name, in any spelling of it."""
        return Response(player_facts(player_named(name)))
