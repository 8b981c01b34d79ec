"""REST of what a club plays: the rules of its house, and its tables."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api import caller
from accounts.selectors.clubs import club_at, membership_of
from games.api.readers import view_for
from games.models import HouseRules
from games.selectors.club_rooms import club_tables, house_rules_of
from games.selectors.tables import lobby_row, table_view
from games.serializers import LobbyTableSerializer, TableSerializer
from games.serializers.clubs import HouseRulesSerializer, NewClubTableSerializer, NewHouseRulesSerializer
from games.services import house_rules
from games.services.club_tables import open_club_table

MOST_TABLES = 200


class HouseRulesView(APIView):
    """The rules a club plays now."""

    scopes = {"GET": "read", "POST": "account"}

    @extend_schema(responses=HouseRulesSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List them by name."""
        return Response(HouseRulesSerializer(house_rules_of(club_id=club_at(slug).pk), many=True).data)

    @extend_schema(request=NewHouseRulesSerializer, responses={201: HouseRulesSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Publish rules; under a name the club has, they are its next version."""
        wish = NewHouseRulesSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        rules_id = house_rules.publish(club_id=club_at(slug).pk, user_id=caller(request), **wish.validated_data)
        return Response(HouseRulesSerializer(HouseRules.objects.get(pk=rules_id)).data, status=201)


class HouseRulesOneView(APIView):
    """One version of a club's rules."""

    scopes = {"DELETE": "account"}

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, rules_id: int) -> Response:
        """Offer them no more; tables opened with them keep them."""
        house_rules.withdraw(club_id=club_at(slug).pk, user_id=caller(request), house_rules_id=rules_id)
        return Response(status=204)


class ClubTablesView(APIView):
    """The tables of a club."""

    scopes = {"GET": "read", "POST": "tables"}
    throttle_rates = {"POST": "open_table"}

    @extend_schema(responses=LobbyTableSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List those that are not closed: the public ones, to members also the club's own."""
        club = club_at(slug)
        is_member = membership_of(user_id=request.user.pk, club_id=club.pk) is not None
        tables = club_tables(club_id=club.pk, is_member=is_member)[:MOST_TABLES]
        return Response([lobby_row(table) for table in tables])

    @extend_schema(request=NewClubTableSerializer, responses={201: TableSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Open a table of the club's, by `house_rules` or by a preset."""
        club = club_at(slug)
        wish = NewClubTableSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts: dict[str, Any] = dict(wish.validated_data)
        rules_id = facts.pop("house_rules", None)
        table_id = open_club_table(user_id=caller(request), club_id=club.pk, house_rules_id=rules_id, **facts)
        code = table_view(table_id, caller(request))["code"]
        address = reverse("api:table", args=[code], request=request)
        return Response(view_for(request, code), status=201, headers={"Location": address})
