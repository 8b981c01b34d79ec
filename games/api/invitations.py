"""REST of invitations: asking people to one's table, and answering who asks (docs/protocol.md 2)."""

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
from games.api.readers import table_at, view_for
from games.selectors.invitations import invitation_facts, open_invitations
from games.selectors.players import player_named
from games.serializers import AnswerSerializer, TableSerializer
from games.serializers.seeks import InvitationSerializer, NewInvitationSerializer
from games.services import invitations


class TableInvitationsView(APIView):
    """The invitations to a table."""

    scopes = {"POST": "tables"}
    throttle_rates = {"POST": "invite"}

    @extend_schema(request=NewInvitationSerializer, responses={201: TableSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Ask a person to a free chair you decide about; `you.invitations` shows it until it is answered."""
        wish = NewInvitationSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        invitations.invite(
            table_id=table_at(code),
            user_id=caller(request),
            invited_id=player_named(wish.validated_data["name"]).pk,
            number=wish.validated_data["seat"],
        )
        return Response(view_for(request, code), status=201)


class InvitationsView(FactsList):
    """The invitations that wait for your answer."""

    strangers = frozenset[str]()
    scopes = {"GET": "read"}
    serializer_class = InvitationSerializer
    ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the caller's open invitations."""
        return open_invitations(timezone.now()).filter(invited=caller(self.request))

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return what is told of them."""
        return [invitation_facts(row) for row in rows]


class InvitationView(APIView):
    """An invitation of yours, to answer or to take back."""

    scopes = {"POST": "tables", "DELETE": "tables"}

    @extend_schema(request=AnswerSerializer, responses={204: None})
    def post(self, request: Request, invitation_id: int) -> Response:
        """Sit down where you were invited to, or decline."""
        wish = AnswerSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        accept = wish.validated_data["accept"]
        invitations.answer(invitation_id=invitation_id, user_id=caller(request), accept=accept)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, invitation_id: int) -> Response:
        """Take back an invitation you made."""
        invitations.withdraw(invitation_id=invitation_id, user_id=caller(request))
        return Response(status=204)
