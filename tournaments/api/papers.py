"""REST of papers: the score sheets of legs played with real cards, and what players and directors do to them."""

from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from tournaments.api.directors import api_hand, tournament_for
from tournaments.models import Tournament
from tournaments.selectors import papers as written
from tournaments.selectors.paper_page import paper_page
from tournaments.serializers.papers import (
    NewPaperSerializer,
    PaperActSerializer,
    PaperLinksSerializer,
    PaperResultSerializer,
    PaperSerializer,
    paper_facts,
)
from tournaments.services import paper_links, papers, sheets
from tournaments.services.paper_desk import Writer

SERVICES: Final[dict[str, Callable[..., int]]] = {
    "hand": sheets.write_hand,
    "undo": sheets.undo_hand,
    "propose": papers.propose,
    "confirm": papers.confirm,
    "dispute": papers.dispute,
    "take_back": papers.take_back,
}


class PapersView(APIView):
    """The legs of an encounter on paper."""

    scopes = {"GET": "read", "POST": "account"}

    @extend_schema(responses=PaperSerializer(many=True))
    def get(self, request: Request, code: str, key: str) -> Response:
        """List the sheets of an encounter, leg by leg."""
        tournament = tournament_for(request, code)
        legs = range(1, len(written.leg_at(tournament, key, 1).plan.legs) + 1)
        return Response([_sheet(request, tournament, key, leg) for leg in legs])

    @extend_schema(request=NewPaperSerializer, responses={201: PaperSerializer})
    def post(self, request: Request, code: str, key: str) -> Response:
        """Put the leg that is due on paper, as a director."""
        tournament = tournament_for(request, code)
        wish = NewPaperSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        place: dict[str, Any] = {"tournament_id": tournament.pk, "key": key, "leg": wish.validated_data["leg"]}
        papers.open_paper(**place, hand=api_hand(request), now=timezone.now())
        return Response(_sheet(request, tournament, key, place["leg"]), status=201)


class PaperView(APIView):
    """The sheet of one leg."""

    scopes = {"GET": "read", "POST": "play", "PUT": "account", "DELETE": "account"}

    @extend_schema(responses=PaperSerializer)
    def get(self, request: Request, code: str, key: str, leg: int) -> Response:
        """Show the sheet."""
        return Response(_sheet(request, tournament_for(request, code), key, leg))

    @extend_schema(operation_id="encounter_papers_act", request=PaperActSerializer, responses=PaperSerializer)
    def post(self, request: Request, code: str, key: str, leg: int) -> Response:
        """Write a hand, strike the last one out, propose a result, or answer the other side's."""
        tournament = tournament_for(request, code)
        wish = PaperActSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        SERVICES[wish.validated_data["do"]](
            tournament_id=tournament.pk,
            key=key,
            leg=leg,
            writer=Writer(caller(request)),
            version=wish.validated_data["version"],
            now=timezone.now(),
            **wish.facts(),
        )
        return Response(_sheet(request, tournament, key, leg))

    @extend_schema(request=PaperResultSerializer, responses=PaperSerializer)
    def put(self, request: Request, code: str, key: str, leg: int) -> Response:
        """Enter the result alone, as a director: it counts at once."""
        tournament = tournament_for(request, code)
        wish = PaperResultSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        facts = wish.validated_data | {"won_by": wish.validated_data["won_by"] or ""}
        place: dict[str, Any] = {"tournament_id": tournament.pk, "key": key, "leg": leg}
        papers.enter(**place, hand=api_hand(request), now=timezone.now(), **facts)
        return Response(_sheet(request, tournament, key, leg))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, key: str, leg: int) -> Response:
        """Put the sheet away, as a director: nothing on it counts."""
        tournament = tournament_for(request, code)
        papers.drop(tournament_id=tournament.pk, key=key, leg=leg, hand=api_hand(request), now=timezone.now())
        return Response(status=204)


class PaperLinksView(APIView):
    """The private links of an encounter on paper, for players without an account."""

    strangers = NOBODY
    scopes = {"POST": "account", "DELETE": "account"}

    @extend_schema(request=None, responses={201: PaperLinksSerializer})
    def post(self, request: Request, code: str, key: str, leg: int) -> Response:
        """Make new links, shown this once; those made before lead nowhere."""
        tournament = tournament_for(request, code)
        made = paper_links.make_links(
            tournament_id=tournament.pk, key=key, leg=leg, hand=api_hand(request), now=timezone.now()
        )
        return Response({"home": _address(made.home), "away": _address(made.away)}, status=201)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, key: str, leg: int) -> Response:
        """End the links."""
        tournament = tournament_for(request, code)
        paper_links.revoke_links(tournament_id=tournament.pk, key=key, leg=leg, hand=api_hand(request))
        return Response(status=204)


def _sheet(request: Request, tournament: Tournament, key: str, leg: int) -> dict[str, Any]:
    side = written.side_of(written.leg_at(tournament, key, leg).encounter, request.user.pk)
    return dict(PaperSerializer(paper_facts(paper_page(tournament, key, leg, side))).data)


def _address(link: str) -> str:
    return f"{settings.SITE_URL}{reverse('paper-link', args=[link])}"
