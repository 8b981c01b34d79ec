"""Placing: writes beside each seat of an ended match who played together and which place they took."""

from collections.abc import Sequence

from django.db.models import Case, IntegerField, Value, When

from games.engine.shapes import Sides
from games.models import Match, MatchSeat


def place_seats(match: Match, sides: Sides, places: Sequence[int]) -> None:
    """Store the side and the place of everybody who held a seat at the end. The caller has locked the match."""
    if not sides:
        return
    by_side = [When(number__in=seats, then=Value(side)) for side, seats in enumerate(sides)]
    by_place = [When(number__in=seats, then=Value(place)) for seats, place in zip(sides, places, strict=True)]
    MatchSeat.objects.filter(match=match, to_seq=None).update(
        side=Case(*by_side, output_field=IntegerField()), place=Case(*by_place, output_field=IntegerField())
    )


def place_again(match: Match, places: Sequence[int]) -> None:
    """Store other places for the sides of an ended match. The caller has locked it."""
    by_side = [When(side=side, then=Value(place)) for side, place in enumerate(places)]
    held = MatchSeat.objects.filter(match=match, to_seq=None, side__isnull=False)
    held.update(place=Case(*by_side, output_field=IntegerField()))
