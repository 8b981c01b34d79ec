"""REST of the people one follows, and of those one has blocked."""

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import NOBODY, caller
from accounts.selectors.ties import people_blocked_by, people_followed_by
from accounts.services import ties
from games.api.lists import FactsList
from games.selectors.friends import friends_facts
from games.selectors.players import person_named
from games.serializers.people import FriendSerializer
from games.serializers.play import NamedSerializer

CHANGES: dict[str, str | None] = {"PUT": "account", "DELETE": "account"}


class FriendsView(FactsList):
    """The people the caller follows."""

    strangers = NOBODY
    scopes = {"GET": "read"}
    serializer_class = FriendSerializer
    ordering = ("name_key",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return whom the caller follows."""
        return people_followed_by(user_id=caller(self.request))

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return where they are."""
        return friends_facts(rows)


class FriendView(APIView):
    """One person to follow."""

    strangers = NOBODY
    scopes = CHANGES

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, name: str) -> Response:
        """Follow a person; who follows you too is a friend."""
        ties.follow(user_id=caller(request), other_id=person_named(name).pk)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Follow a person no more."""
        ties.unfollow(user_id=caller(request), other_id=person_named(name).pk)
        return Response(status=204)


class BlocksView(FactsList):
    """The people the caller has blocked."""

    strangers = NOBODY
    scopes = {"GET": "read"}
    serializer_class = NamedSerializer
    ordering = ("name_key",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return whom the caller has blocked."""
        return people_blocked_by(user_id=caller(self.request))

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return their names."""
        return [{"id": row.pk, "name": row.username} for row in rows]


class BlockView(APIView):
    """One person to block."""

    strangers = NOBODY
    scopes = CHANGES

    @extend_schema(request=None, responses={204: None})
    def put(self, request: Request, name: str) -> Response:
        """Hear no more of a person: no chat, no request for your partner's chair, no invitation."""
        ties.block(user_id=caller(request), other_id=person_named(name).pk)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, name: str) -> Response:
        """Hear of a person again."""
        ties.unblock(user_id=caller(request), other_id=person_named(name).pk)
        return Response(status=204)
