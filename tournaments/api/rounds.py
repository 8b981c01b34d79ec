"""REST of rounds: the list of them, one with its encounters, and one encounter."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.directors import tournament_for
from tournaments.formats.errors import NoSuchPairing
from tournaments.selectors.progress import progress_of
from tournaments.selectors.sights import Sight, sight_of
from tournaments.serializers.play import EncounterSerializer, OneRoundSerializer, TournamentRoundSerializer


def sight_for(request: Request, code: str) -> Sight:
    """Return a tournament as the caller sees it now. Raises NoSuchTournament."""
    return sight_of(tournament_for(request, code), user_id=request.user.pk, now=timezone.now())


class RoundsView(APIView):
    """The rounds that have been drawn."""

    scopes = {"GET": "read"}

    @extend_schema(responses=TournamentRoundSerializer(many=True))
    def get(self, request: Request, code: str) -> Response:
        """List the rounds, and how many encounters of each are decided."""
        return Response(TournamentRoundSerializer(progress_of(sight_for(request, code)), many=True).data)


class RoundView(APIView):
    """One round."""

    scopes = {"GET": "read"}

    @extend_schema(operation_id="tournaments_rounds_one", responses=OneRoundSerializer)
    def get(self, request: Request, code: str, number: int) -> Response:
        """Show who meets whom at which table, and how it stands."""
        sight = sight_for(request, code)
        found = next((each for each in progress_of(sight) if each.round.number == number), None)
        if found is None:
            raise NoSuchPairing("this round has not been drawn")
        encounters = list(sight.encounters_in(number).values())
        return Response(OneRoundSerializer({"round": found, "encounters": encounters}).data)


class EncounterView(APIView):
    """One encounter."""

    scopes = {"GET": "read"}

    @extend_schema(responses=EncounterSerializer)
    def get(self, request: Request, code: str, key: str) -> Response:
        """Show an encounter with its legs."""
        sight = sight_for(request, code)
        pairing = sight.stage.by_key.get(key)
        if pairing is None:
            raise NoSuchPairing(f"no pairing {key} has been drawn")
        return Response(EncounterSerializer(sight.encounters_in(pairing.round)[key]).data)
