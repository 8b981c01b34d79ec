"""REST of standings: the tables, with the terms of every number, and the bracket."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.rounds import sight_for
from tournaments.formats.bracket import Loser, Winner
from tournaments.selectors.brackets import Box, Seat, bracket_of, has_bracket
from tournaments.selectors.crosstables import crosstables
from tournaments.serializers.play import BracketSerializer, StandingsSerializer


class StandingsView(APIView):
    """The tables of a tournament."""

    scopes = {"GET": "read"}

    @extend_schema(responses=StandingsSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Show the tables: one, or one a group and later that of all; each number with all it is the sum of."""
        return Response(StandingsSerializer({"tables": crosstables(sight_for(request, code))}).data)


class BracketView(APIView):
    """The bracket of a tournament."""

    scopes = {"GET": "read"}

    @extend_schema(responses=BracketSerializer)
    def get(self, request: Request, code: str) -> Response:
        """Show every match of the bracket, drawn or to come; formats without one answer 404 `not_found`."""
        sight = sight_for(request, code)
        if not has_bracket(sight.played):
            raise Http404
        bracket = bracket_of(sight.played, sight.stage) if sight.is_drawn else None
        return Response(BracketSerializer({"matches": [node(box) for box in bracket.boxes] if bracket else []}).data)


def node(box: Box) -> dict[str, Any]:
    """Return what is told of a match of a bracket."""
    winner = next((seat.number for seat in (box.home, box.away) if seat.is_winner), None)
    facts = {"key": box.key, "round": box.round, "table": box.table}
    return {**facts, "home": spot(box.home), "away": spot(box.away), "winner": winner}


def spot(seat: Seat) -> dict[str, Any]:
    """Return what is told of one side of a match."""
    source = seat.source
    return {
        "entrant": seat.number,
        "seed": source if isinstance(source, int) else None,
        "winner_of": source.key if isinstance(source, Winner) else None,
        "loser_of": source.key if isinstance(source, Loser) else None,
    }
