"""REST of seeks: being found a table, and being asked to be somebody's partner (docs/protocol.md 1.8)."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import caller
from games.api.lists import FactsList
from games.errors import NoSuchSeek
from games.selectors.players import player_named
from games.selectors.seeks import proposals_to, seek_facts, seek_of, waiting_seeks
from games.serializers import AnswerSerializer
from games.serializers.seeks import NewSeekSerializer, SeekSerializer
from games.services import seeks


class SeeksView(FactsList):
    """Who waits to be found a table."""

    scopes = {"GET": "read"}
    serializer_class = SeekSerializer
    ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the seeks that wait for company."""
        return waiting_seeks()

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what everybody may know of them."""
        return [seek_facts(row) for row in rows]


class SeekView(APIView):
    """Your own seek."""

    strangers = frozenset[str]()
    scopes = {"GET": "read", "PUT": "tables", "DELETE": "tables"}
    throttle_rates = {"PUT": "seek"}

    @extend_schema(responses={200: SeekSerializer, 404: None})
    def get(self, request: Request) -> Response:
        """Show your seek, or how the latest has ended; `no_such_seek` two minutes later."""
        return Response(_own(request))

    @extend_schema(request=NewSeekSerializer, responses={200: SeekSerializer, 404: None})
    def put(self, request: Request) -> Response:
        """Ask for a table; the same again goes on waiting, another wish takes its place.

        A seek lives as long as you have a live socket of this site open, or repeat it at least every 30 seconds.
        """
        wish = NewSeekSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        partner = wish.validated_data.pop("partner")
        partner_id = None if partner is None else player_named(partner).pk
        seeks.seek(user_id=caller(request), partner_id=partner_id, **wish.validated_data)
        return Response(_own(request))

    @extend_schema(responses={204: None, 404: None})
    def delete(self, request: Request) -> Response:
        """Wait no longer; a partner no longer waits either."""
        seeks.cancel(user_id=caller(request))
        return Response(status=204)


class ProposalsView(FactsList):
    """The seeks in which you are the named partner and have not answered."""

    strangers = frozenset[str]()
    scopes = {"GET": "read"}
    serializer_class = SeekSerializer
    ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the seeks that wait for the caller's answer."""
        return proposals_to(caller(self.request))

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what is told of them."""
        return [seek_facts(row) for row in rows]


class ProposalView(APIView):
    """A seek whose partner you are to be."""

    strangers = frozenset[str]()
    scopes = {"POST": "tables"}

    @extend_schema(request=AnswerSerializer, responses={204: None})
    def post(self, request: Request, seek_id: int) -> Response:
        """Accept, and wait with who asked you, or decline."""
        wish = AnswerSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        seeks.answer(seek_id=seek_id, user_id=caller(request), accept=wish.validated_data["accept"])
        return Response(status=204)


def _own(request: Request) -> dict[str, Any]:
    """Return the caller's seek. Raises NoSuchSeek."""
    found = seek_of(caller(request), timezone.now())
    if found is None:
        raise NoSuchSeek
    return seek_facts(found)
