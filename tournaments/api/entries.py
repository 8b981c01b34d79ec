"""REST of entries: who plays in a tournament, entering and withdrawing, the check-in, seeds, and bots."""

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.api.callers import NOBODY, caller
from accounts.models import Right
from accounts.selectors.clubs import has_right
from accounts.selectors.people import id_of_player
from tournaments.api.directors import api_hand, tournament_for
from tournaments.errors import NotEntered
from tournaments.formats.errors import NoSuchEntrant
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.selectors.encounters import untold_matches
from tournaments.selectors.entries import entries_of_person, entry_of, every_entrant
from tournaments.serializers.entries import (
    DoorSerializer,
    EntryMadeSerializer,
    EntrySerializer,
    FilledSerializer,
    FillSerializer,
    MyEntrySerializer,
    NewEntrySerializer,
    RemovalSerializer,
    SeedsSerializer,
)
from tournaments.services import check_in, entries, hand_entries, seeding


class EntriesView(ListAPIView[Entrant]):
    """The entrants of a tournament."""

    scopes = {"GET": "read", "POST": "account"}
    throttle_rates = {"POST": "enter"}
    serializer_class = EntrySerializer
    queryset = Entrant.objects.none()
    ordering = ("number",)

    def get_queryset(self) -> QuerySet[Entrant]:
        """Return all there have been; by state one sees who plays, waits, or went out."""
        return every_entrant(tournament_for(self.request, self.kwargs["code"]))

    def get_serializer_context(self) -> dict[str, Any]:
        """Return what the serializer has to know of the reader."""
        code = self.kwargs.get("code")  # the description is made without one
        own = {} if code is None else _reader(self.request, tournament_for(self.request, code))
        return {**super().get_serializer_context(), **own}

    @extend_schema(responses=EntrySerializer(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the entrants in the order of entry, also those who wait or went out."""
        return self.list(request, *args, **kwargs)

    @extend_schema(request=NewEntrySerializer, responses={201: EntryMadeSerializer})
    def post(self, request: Request, code: str) -> Response:
        """Enter alone where one plays alone or partners are drawn; as the director, put others in by name."""
        tournament = tournament_for(request, code)
        wish = NewEntrySerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        players, names = wish.validated_data["players"], wish.validated_data["names"]
        if players or names:
            number = hand_entries.add(
                tournament_id=tournament.pk,
                hand=api_hand(request),
                user_ids=[id_of_player(player) for player in players],
                names=names,
                now=timezone.now(),
            )
        else:
            number = entries.enter(tournament_id=tournament.pk, user_id=caller(request), now=timezone.now())
        address = reverse("api:tournament-entry", args=[code, number], request=request)
        return Response({"number": number}, status=201, headers={"Location": address})


class EntryView(APIView):
    """One entrant."""

    scopes = {"GET": "read", "PATCH": "account", "DELETE": "account"}

    @extend_schema(responses=EntrySerializer)
    def get(self, request: Request, code: str, number: int) -> Response:
        """Show an entrant."""
        return Response(_shown(request, tournament_for(request, code), number))

    @extend_schema(request=DoorSerializer, responses=EntrySerializer)
    def patch(self, request: Request, code: str, number: int) -> Response:
        """Note at the door that an entrant is there, and that its fee is paid."""
        tournament = tournament_for(request, code)
        wish = DoorSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        tournament_id, hand, now = tournament.pk, api_hand(request), timezone.now()
        if (present := wish.validated_data.get("checked_in")) is not None:
            check_in.tick(tournament_id=tournament_id, number=number, hand=hand, present=present, now=now)
        if (paid := wish.validated_data.get("fee_paid")) is not None:
            check_in.mark_fee(tournament_id=tournament_id, number=number, hand=hand, paid=paid)
        return Response(_shown(request, tournament, number))

    @extend_schema(request=RemovalSerializer, responses={204: None})
    def delete(self, request: Request, code: str, number: int) -> Response:
        """Withdraw with your partner; as the director, take an entrant off that has not begun."""
        tournament = tournament_for(request, code)
        wish = RemovalSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        hand, now = api_hand(request), timezone.now()
        own = entry_of(tournament_id=tournament.pk, user_id=caller(request))
        if own is not None and own.number == number:
            entries.withdraw(tournament_id=tournament.pk, user_id=caller(request), hand=hand, now=now)
        else:
            hand_entries.remove(tournament_id=tournament.pk, number=number, hand=hand, now=now, **wish.validated_data)
        return Response(status=204)


class CheckInView(APIView):
    """The check-in of one's own entrant."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, code: str, number: int) -> Response:
        """Say that you and your partner are there."""
        tournament = tournament_for(request, code)
        own = entry_of(tournament_id=tournament.pk, user_id=caller(request))
        if own is None or own.number != number:
            raise NotEntered
        check_in.check_in(tournament_id=tournament.pk, user_id=caller(request), now=timezone.now())
        return Response(status=204)


class SeedsView(APIView):
    """The seeds by hand."""

    strangers = NOBODY
    scopes = {"PUT": "account"}

    @extend_schema(request=SeedsSerializer, responses={204: None})
    def put(self, request: Request, code: str) -> Response:
        """Put entrants in an order before the first round is drawn."""
        tournament = tournament_for(request, code)
        wish = SeedsSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        seeding.set_seeds(tournament_id=tournament.pk, hand=api_hand(request), **wish.validated_data)
        return Response(status=204)


class BotsView(APIView):
    """The bots that fill a tournament up."""

    strangers = NOBODY
    scopes = {"POST": "account"}

    @extend_schema(request=FillSerializer, responses=FilledSerializer)
    def post(self, request: Request, code: str) -> Response:
        """Enter bots of the house until so many have a place."""
        tournament = tournament_for(request, code)
        wish = FillSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        came = hand_entries.fill_with_bots(
            tournament_id=tournament.pk, hand=api_hand(request), now=timezone.now(), **wish.validated_data
        )
        return Response({"came": came})


class MyEntriesView(ListAPIView[EntrantMember]):
    """Your own entries."""

    strangers = NOBODY
    scopes = {"GET": "read"}
    serializer_class = MyEntrySerializer
    queryset = EntrantMember.objects.none()
    ordering = ("-pk",)

    def get_queryset(self) -> QuerySet[EntrantMember]:
        """Return where the caller stands, in tournaments that are not over."""
        return entries_of_person(user_id=caller(self.request))


def _reader(request: Request, tournament: Tournament) -> dict[str, bool]:
    """Return what a caller may read of entrants: the fees at the door, and places once the end was seen."""
    user_id = request.user.pk
    return {
        "is_at_door": has_right(user_id=user_id, club_id=tournament.club_id, right=Right.CHECK_IN),
        "is_untold": bool(untold_matches(tournament, user_id)),
    }


def _shown(request: Request, tournament: Tournament, number: int) -> dict[str, Any]:
    entrant = every_entrant(tournament).filter(number=number).first()
    if entrant is None:
        raise NoSuchEntrant(f"nobody here has the number {number}")
    return dict(EntrySerializer(entrant, context=_reader(request, tournament)).data)
