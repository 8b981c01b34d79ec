"""REST of members: who belongs to a club, coming in and going, cards and roles, and whole lists."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.models import Membership, Right
from accounts.selectors.clubs import (
    check_right,
    club_at,
    has_right,
    member_of,
    members_of,
    waiting_invitations,
    waiting_requests,
)
from accounts.selectors.people import id_of_player
from accounts.serializers.clubs import (
    AdmissionAnswerSerializer,
    AdmissionMadeSerializer,
    AdmissionSerializer,
    MemberFactsSerializer,
    MemberLineSerializer,
    MemberListSerializer,
    MemberSerializer,
    NewAdmissionSerializer,
)
from accounts.services import admissions, memberships
from accounts.services.member_lists import take_in


def member_facts(membership: Membership, *, keeps_list: bool) -> dict[str, Any]:
    """Return a member as the caller may see one."""
    user = membership.user
    return {
        "user": {"id": user.pk, "name": user.username, "kind": user.kind},
        "role": membership.role,
        "joined_at": membership.joined_at,
        "grants": membership.grants if keeps_list else None,
        "card_number": membership.card_number if keeps_list else None,
        "paid_until": membership.paid_until if keeps_list else None,
    }


class MembersView(ListAPIView[Membership]):
    """The members of a club."""

    scopes = {"GET": "read", "POST": "account"}
    serializer_class = MemberSerializer
    queryset = Membership.objects.none()  # what the description is made from: there the address names no club
    ordering = ("pk",)

    def get_queryset(self) -> QuerySet[Membership]:
        """Return the memberships that last."""
        return members_of(club_id=club_at(self.kwargs["slug"]).pk)

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the members, the longest there first."""
        club = club_at(self.kwargs["slug"])
        keeps = has_right(user_id=request.user.pk, club_id=club.pk, right=Right.MEMBERS)
        rows = self.paginate_queryset(self.get_queryset()) or []
        facts = [member_facts(row, keeps_list=keeps) for row in rows]
        return self.get_paginated_response(MemberSerializer(facts, many=True).data)

    @extend_schema(request=None, responses={201: MemberSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Come in: into an open club, or one that has invited you."""
        club = club_at(slug)
        memberships.join(club_id=club.pk, user_id=caller(request))
        own = member_of(club_id=club.pk, user_id=caller(request))
        return Response(MemberSerializer(member_facts(own, keeps_list=True)).data, status=201)


class MemberView(APIView):
    """One member of a club."""

    strangers = NOBODY
    scopes = {"GET": "read", "PATCH": "account", "DELETE": "account"}

    @extend_schema(responses=MemberSerializer)
    def get(self, request: Request, slug: str, name: str) -> Response:
        """Show a member; card, season and grants to who keeps the list, and to themselves."""
        return Response(self._shown(request, club_at(slug).pk, id_of_player(name)))

    @extend_schema(request=MemberFactsSerializer, responses=MemberSerializer)
    def patch(self, request: Request, slug: str, name: str) -> Response:
        """Change a member's role, grants, card or season: all of it or nothing."""
        club_id, member_id = club_at(slug).pk, id_of_player(name)
        wish = MemberFactsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        with transaction.atomic():
            _change(club_id, caller(request), member_id, wish.validated_data)
        return Response(self._shown(request, club_id, member_id))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, name: str) -> Response:
        """Remove a member, or leave."""
        club_id, member_id = club_at(slug).pk, id_of_player(name)
        if member_id == caller(request):
            memberships.leave(club_id=club_id, user_id=member_id)
        else:
            memberships.remove(club_id=club_id, user_id=caller(request), member_id=member_id)
        return Response(status=204)

    def _shown(self, request: Request, club_id: int, member_id: int) -> dict[str, Any]:
        found = member_of(club_id=club_id, user_id=member_id)
        keeps = has_right(user_id=caller(request), club_id=club_id, right=Right.MEMBERS)
        facts = member_facts(found, keeps_list=keeps or member_id == caller(request))
        return dict(MemberSerializer(facts).data)


def _change(club_id: int, user_id: int, member_id: int, facts: Mapping[str, Any]) -> None:
    """Do what a PATCH of a member asks for; the caller is in a transaction."""
    whom: dict[str, Any] = {"club_id": club_id, "user_id": user_id, "member_id": member_id}
    found = member_of(club_id=club_id, user_id=member_id)
    if "role" in facts:
        memberships.set_role(**whom, role=facts["role"])
    if "grants" in facts:
        wanted, had = set(facts["grants"]), set(found.grants)
        for right in sorted(wanted - had):
            memberships.grant(**whom, right=right)
        for right in sorted(had - wanted):
            memberships.revoke(**whom, right=right)
    if "card_number" in facts or "paid_until" in facts:
        card = {"card_number": found.card_number, "paid_until": found.paid_until}
        memberships.keep_card(**whom, **(card | {name: facts[name] for name in card if name in facts}))


class MemberListView(APIView):
    """A whole table of members."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=MemberListSerializer, responses=MemberLineSerializer(many=True))
    def post(self, request: Request, slug: str) -> Response:
        """Look at a table of members, or take it in: the whole of it or nothing (docs/clubs.md)."""
        wish = MemberListSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = wish.validated_data
        data = facts["csv"].encode()
        lines = take_in(club_id=club_at(slug).pk, user_id=caller(request), data=data, dry_run=facts["dry_run"])
        return Response(MemberLineSerializer(lines, many=True).data)


class AdmissionsView(APIView):
    """Requests to a club and its invitations."""

    strangers = NOBODY
    scopes = {"GET": "read", "POST": "account"}
    throttle_rates = {"POST": "admissions"}

    @extend_schema(responses=AdmissionSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List what waits for an answer, to who keeps the members."""
        club = club_at(slug)
        check_right(user_id=caller(request), club_id=club.pk, right=Right.MEMBERS)
        waiting = [*waiting_requests(club_id=club.pk), *waiting_invitations(club_id=club.pk)]
        shown = [{**AdmissionSerializer(_with_person(each)).data} for each in waiting]
        return Response(shown)

    @extend_schema(request=NewAdmissionSerializer, responses={201: AdmissionMadeSerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Ask to come in; with `player`, invite them for the club."""
        club = club_at(slug)
        wish = NewAdmissionSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        words, player = wish.validated_data["words"], wish.validated_data.get("player")
        made: int | None
        if player is None:
            made = admissions.ask(club_id=club.pk, user_id=caller(request), words=words)
        else:
            check_right(user_id=caller(request), club_id=club.pk, right=Right.MEMBERS)
            member_id = id_of_player(player)
            made = admissions.invite(club_id=club.pk, user_id=caller(request), member_id=member_id, words=words)
        return Response({"id": made}, status=201)


class AdmissionView(APIView):
    """One request or invitation."""

    strangers = NOBODY
    scopes = {"POST": "account", "DELETE": "account"}

    @extend_schema(request=AdmissionAnswerSerializer, responses={204: None})
    def post(self, request: Request, admission_id: int) -> Response:
        """Answer a request for the club, or an invitation for yourself."""
        wish = AdmissionAnswerSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        admissions.answer(admission_id=admission_id, user_id=caller(request), accept=wish.validated_data["accept"])
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, admission_id: int) -> Response:
        """Take back your request, or as the club an invitation."""
        admissions.withdraw(admission_id=admission_id, user_id=caller(request))
        return Response(status=204)


def _with_person(waiting: Any) -> dict[str, Any]:
    user = waiting.user
    person = {"id": user.pk, "name": user.username, "kind": user.kind}
    return {
        "pk": waiting.pk, "kind": waiting.kind, "user": person, "words": waiting.words, "made_at": waiting.made_at
    }  # fmt: skip
