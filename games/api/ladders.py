"""REST of ladders: which there are, and a page of one."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import remove_query_param, replace_query_param
from rest_framework.views import APIView

from games.api.readers import user_id_of
from games.engine.rulesets import PRESETS
from games.models import pool_of
from games.selectors.ladder_keys import sealed, unsealed
from games.selectors.ladder_kinds import Ladder, ladder_named, offered
from games.selectors.ladders import Key, around, ladder_page
from games.selectors.players import player_named
from games.serializers.ladders import PAGE, LadderQuerySerializer, LadderSerializer, OfferedLadderSerializer, row_facts

READ: dict[str, str | None] = {"GET": "read"}


class LaddersView(APIView):
    """The ladders."""

    scopes = READ

    @extend_schema(responses=OfferedLadderSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the pools, each with the presets rated together there, and its seasons."""
        return Response(
            [
                {
                    "pool": one.pool,
                    "presets": [preset for preset in PRESETS if pool_of(preset) == one.pool],
                    "ranked": one.ranked,
                    "seasons": one.seasons,
                }
                for one in offered()
            ]
        )


class LadderView(APIView):
    """One ladder."""

    scopes = READ

    @extend_schema(parameters=[LadderQuerySerializer], responses=LadderSerializer)
    def get(self, request: Request, pool: str) -> Response:
        """Show a page; its `next` and `previous` show the ladder as it was when the first page was given out.

        Narrowed by `club`, `place` or `friends`, one of them; then ranks are those among the players shown.
        """
        asked = _asked(request)
        ladder = _ladder(request, pool, asked)
        size = asked.get("page_size", PAGE)
        if "around" in asked:
            page = around(ladder, player_named(asked["around"]).pk, size)
        else:
            page = ladder_page(ladder, unsealed(ladder, asked.get("cursor", "")), size)
        return Response(
            {
                "pool": ladder.pool,
                "season": ladder.season or None,
                "next": _address(request, ladder, page.next),
                "previous": _address(request, ladder, page.previous),
                "results": [row_facts(row) for row in page.rows],
            }
        )


def _asked(request: Request) -> dict[str, Any]:
    """Return what the query says. Raises ValidationError for a filter there is not, that is empty or stands twice."""
    given = request.query_params
    if unclear := [name for name in given if len(given.getlist(name)) != 1 or not given[name]]:
        raise ValidationError({name[:40]: ["Give one value, or leave it out."] for name in unclear})
    query = LadderQuerySerializer(data=given.dict())
    query.is_valid(raise_exception=True)
    asked: dict[str, Any] = query.validated_data
    if len(asked.keys() & {"club", "place", "friends"}) > 1:
        raise ValidationError("Narrow by club, place or friends, one of them.")
    if {"around", "cursor"} <= asked.keys():
        raise ValidationError("A cursor says already where its page is.")
    return asked


def _ladder(request: Request, pool: str, asked: dict[str, Any]) -> Ladder:
    """Return the ladder that is meant. Raises NotAuthenticated where a stranger asks for friends."""
    user_id = user_id_of(request) if "friends" in asked else None
    if "friends" in asked and user_id is None:
        raise NotAuthenticated
    return ladder_named(
        pool,
        season=asked.get("season", ""),
        club=asked.get("club", ""),
        place=asked.get("place", ""),
        friends_of=user_id,
        is_provisional=asked.get("provisional") == "true",
    )


def _address(request: Request, ladder: Ladder, key: Key | None) -> str | None:
    if key is None:
        return None
    here = remove_query_param(request.build_absolute_uri(), "around")
    return replace_query_param(here, "cursor", sealed(ladder, key))
