"""REST of ratings: where a player stands, what every match did to it and why, and the correction of a match."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import NOBODY, caller
from accounts.services.addresses import address_of
from games.api.lists import FactsList
from games.api.readers import check_may_watch, user_id_of
from games.models import Correction, RatingChange
from games.models.pools import POOLS
from games.selectors.lateness import check_over
from games.selectors.players import player_named
from games.selectors.ratings import history, history_facts, match_facts, rating_facts, ratings_of
from games.serializers.ratings import (
    CorrectionSerializer,
    HistorySerializer,
    MatchRatingsSerializer,
    NewCorrectionSerializer,
    RatingSerializer,
)
from games.services import corrections
from games.services.corrections import Hand

READ: dict[str, str | None] = {"GET": "read"}


class RatingsView(APIView):
    """A player's ratings."""

    scopes = READ

    @extend_schema(responses=RatingSerializer(many=True))
    def get(self, request: Request, name: str) -> Response:
        """List where a player stands, in each pool with a rated match."""
        player = player_named(name)
        return Response([rating_facts(rating) for rating in ratings_of([player.pk])[player.pk]])


class HistoryView(FactsList):
    """How a rating came to be: the player's rated matches in a pool, the latest first."""

    scopes = READ
    serializer_class = HistorySerializer
    queryset = RatingChange.objects.none()  # whose columns the description shows
    ordering = ("-finish_no",)

    def get_queryset(self) -> QuerySet[Any]:
        """Return the player's changes. Raises NoSuchPlayer, Http404 for what is no pool."""
        if self.kwargs["pool"] not in POOLS:
            raise Http404
        return history(player_named(self.kwargs["name"]).pk, self.kwargs["pool"], user_id_of(self.request))

    def facts(self, rows: Sequence[Any]) -> list[dict[str, Any]]:
        """Return each with why."""
        return history_facts(rows)


class MatchRatingsView(APIView):
    """The ratings of a match."""

    scopes = READ

    @extend_schema(responses={200: MatchRatingsSerializer, 409: None})
    def get(self, request: Request, match_id: UUID) -> Response:
        """Tell what the match did to its players' ratings; a running one answers 409 `match_running`."""
        check_may_watch(request, match_id)
        check_over(match_id, user_id_of(request))
        return Response(match_facts(match_id))


class CorrectionView(APIView):
    """The correction of an ended match, for the staff."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=NewCorrectionSerializer, responses={201: CorrectionSerializer})
    def post(self, request: Request, match_id: UUID) -> Response:
        """Decide another result, annul the match or delete it; the ratings of all that came after follow."""
        wish = NewCorrectionSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        kind, reason, result = wish.validated_data.pop("kind"), wish.validated_data.pop("reason"), wish.validated_data
        hand = Hand(caller(request), "api", address_of(request) or None)
        match kind:
            case Correction.Kind.RESULT:
                made = corrections.correct_result(match_id=match_id, hand=hand, reason=reason, result=result)
            case Correction.Kind.ANNULMENT:
                made = corrections.annul(match_id=match_id, hand=hand, reason=reason)
            case _:
                made = corrections.delete(match_id=match_id, hand=hand, reason=reason)
        return Response({"id": made}, status=201)
