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
from games.selectors.ladders import stands_of
from games.selectors.players import player_facts, player_named, players
from games.selectors.statistics import statistics_of
from games.serializers import PlayerSerializer
from games.serializers.ladders import ProfileSerializer, stand_facts, statistics_facts

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

    @extend_schema(responses=ProfileSerializer)
    def get(self, request: Request, name: str) -> Response:
        """Tell who plays under a name, in any spelling of it, where they stand and how they have fared."""
        player = player_named(name)
        ratings = [stand_facts(stand) for stand in stands_of(player.pk)]
        statistics = statistics_facts(statistics_of(player.pk))
        return Response({**player_facts(player), "ratings": ratings, "statistics": statistics})
