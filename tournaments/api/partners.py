"""REST of partners: proposals of pairs, and the partnership desk."""

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.selectors.people import id_of_player
from tournaments.api.directors import tournament_for
from tournaments.errors import NoSuchProposal
from tournaments.models import PairProposal
from tournaments.selectors.entries import desk_of, proposals_of, proposals_to
from tournaments.serializers.entries import (
    AnsweredSerializer,
    DeskNoteSerializer,
    NewDeskNoteSerializer,
    NewPairSerializer,
    PairProposalSerializer,
    ProposedSerializer,
    YesOrNoSerializer,
)
from tournaments.services import desk, proposals


class PairProposalsView(APIView):
    """Your proposals in one tournament."""

    strangers = NOBODY
    scopes = {"GET": "read", "POST": "account"}
    throttle_rates = {"POST": "enter"}

    @extend_schema(responses=PairProposalSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """List what waits for an answer, by you or to you."""
        tournament = tournament_for(request, code)
        waiting = proposals_of(tournament_id=tournament.pk, user_id=caller(request))
        return Response(PairProposalSerializer(waiting, many=True).data)

    @extend_schema(request=NewPairSerializer, responses={201: ProposedSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Ask somebody to enter as a pair; if they have asked you, you are one by that."""
        tournament = tournament_for(request, code)
        wish = NewPairSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        proposal_id, number = proposals.propose(
            tournament_id=tournament.pk,
            user_id=caller(request),
            partner_id=id_of_player(wish.validated_data["player"]),
            now=timezone.now(),
        )
        return Response({"id": proposal_id, "entrant": number}, status=201)


class PairProposalView(APIView):
    """One proposal."""

    strangers = NOBODY
    scopes = {"POST": "account", "DELETE": "account"}

    @extend_schema(operation_id="tournaments_proposals_answer", request=YesOrNoSerializer, responses=AnsweredSerializer)
    def post(self, request: Request, code: str, proposal_id: int) -> Response:
        """Accept, and be a pair, or refuse."""
        _check_place(request, code, proposal_id)
        wish = YesOrNoSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        number = proposals.answer(
            proposal_id=proposal_id, user_id=caller(request), now=timezone.now(), **wish.validated_data
        )
        return Response({"entrant": number})

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str, proposal_id: int) -> Response:
        """Take your proposal back."""
        _check_place(request, code, proposal_id)
        proposals.take_back(proposal_id=proposal_id, user_id=caller(request))
        return Response(status=204)


class DeskView(APIView):
    """The partnership desk."""

    scopes = {"GET": "read", "PUT": "account", "DELETE": "account"}

    @extend_schema(responses=DeskNoteSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """List who looks for a partner."""
        return Response(DeskNoteSerializer(desk_of(tournament_for(request, code)), many=True).data)

    @extend_schema(request=NewDeskNoteSerializer, responses={204: None})
    def put(self, request: Request, code: str) -> Response:
        """Say that you look for a partner."""
        tournament = tournament_for(request, code)
        wish = NewDeskNoteSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        desk.put_up(tournament_id=tournament.pk, user_id=caller(request), now=timezone.now(), **wish.validated_data)
        return Response(status=204)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, code: str) -> Response:
        """Look no longer."""
        desk.take_down(tournament_id=tournament_for(request, code).pk, user_id=caller(request))
        return Response(status=204)


class MyPairProposalsView(ListAPIView[PairProposal]):
    """The proposals that wait for your answer."""

    strangers = NOBODY
    scopes = {"GET": "read"}
    serializer_class = PairProposalSerializer
    queryset = PairProposal.objects.none()
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[PairProposal]:
        """Return those to the caller."""
        return proposals_to(user_id=caller(self.request))


def _check_place(request: Request, code: str, proposal_id: int) -> None:
    """Accept a proposal of this tournament. Raises NoSuchTournament, NoSuchProposal."""
    tournament = tournament_for(request, code)
    if not PairProposal.objects.filter(pk=proposal_id, tournament=tournament).exists():
        raise NoSuchProposal
