"""Serializers of ladders and of a player's statistics."""

from collections.abc import Iterable
from typing import Any

from django.core.validators import ProhibitNullCharactersValidator
from rest_framework import serializers

from accounts.serializers import ExactSerializer
from games.models import CompanyTally, PresetTally
from games.selectors.ladders import Row, Stand
from games.selectors.statistics import Statistics, Sums
from games.serializers.play import NamedSerializer, PlayerSerializer

LARGEST_PAGE = 200
PAGE = 50


class LadderQuerySerializer(ExactSerializer):
    """Which rows of a ladder are wanted."""

    season = serializers.RegexField(
        r"\A([1-9][0-9]{3}q[1-4]|current)\Z", required=False, help_text="A quarter such as 2026q4, or `current`."
    )
    club = serializers.SlugField(required=False, max_length=48, help_text="Only members of the club.")
    place = serializers.CharField(
        required=False, max_length=120, validators=[ProhibitNullCharactersValidator()],
        help_text="Only members of the clubs of a place.",
    )  # fmt: skip
    friends = serializers.ChoiceField(["true"], required=False, help_text="Only whom you follow, and you.")
    provisional = serializers.ChoiceField(
        ["true", "false"], required=False, help_text="Those with too few matches for a rank, instead."
    )
    around = serializers.CharField(
        required=False, max_length=64, validators=[ProhibitNullCharactersValidator()],
        help_text="The page on which this player stands.",
    )  # fmt: skip
    cursor = serializers.CharField(required=False, max_length=1000)
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_PAGE)


class OfferedLadderSerializer(serializers.Serializer[Any]):
    """A ladder there is."""

    pool = serializers.CharField()
    presets = serializers.ListField(child=serializers.CharField())
    ranked = serializers.IntegerField(help_text="Players who take a rank.")
    seasons = serializers.ListField(child=serializers.CharField(), help_text="The latest first.")


class LadderRowSerializer(serializers.Serializer[Any]):
    """A row of a ladder."""

    rank = serializers.IntegerField(allow_null=True, help_text="1, 2, 2, 4 by `points`; null for the provisional.")
    player = NamedSerializer()
    points = serializers.IntegerField(help_text="The rating as it is shown: rounded, halves to even.")
    rating = serializers.FloatField(help_text="As it is kept.")
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()


class LadderSerializer(serializers.Serializer[Any]):
    """A page of a ladder, as it was when its first page was given out."""

    pool = serializers.CharField()
    season = serializers.CharField(allow_null=True)
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = LadderRowSerializer(many=True)


class StandSerializer(serializers.Serializer[Any]):
    """Where a player stands in a pool."""

    pool = serializers.CharField()
    points = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    provisional = serializers.BooleanField()
    matches = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    draws = serializers.IntegerField()


class FaredSerializer(serializers.Serializer[Any]):
    """How matches went."""

    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()


class DoneInSerializer(FaredSerializer):
    """How matches went, and what was done in them."""

    declarations = serializers.IntegerField(help_text="Combinations declared.")
    declared = serializers.IntegerField(help_text="Points declared.")
    cappotti = serializers.IntegerField()
    cappotti_against = serializers.IntegerField()


class PresetSumsSerializer(DoneInSerializer):
    """How matches of a preset went."""

    preset = serializers.CharField()


class CompanySumsSerializer(FaredSerializer):
    """How matches with or against somebody went."""

    player = NamedSerializer()


class StatisticsSerializer(serializers.Serializer[Any]):
    """How a player has fared; with partners and opponents met most often."""

    sums = DoneInSerializer()
    presets = PresetSumsSerializer(many=True)
    partners = CompanySumsSerializer(many=True)
    opponents = CompanySumsSerializer(many=True)


class ProfileSerializer(PlayerSerializer):
    """A player, with where they stand and how they have fared."""

    ratings = StandSerializer(many=True)
    statistics = StatisticsSerializer()


def row_facts(row: Row) -> dict[str, Any]:
    """Return a row of a ladder as REST tells it."""
    return {
        "rank": row.rank,
        "player": {"id": row.user_id, "name": row.name},
        "points": row.points,
        "rating": row.rating,
        "matches": row.matches,
        "wins": row.wins,
        "losses": row.losses,
        "draws": row.draws,
    }


def stand_facts(stand: Stand) -> dict[str, Any]:
    """Return where a player stands as REST tells it."""
    return {
        "pool": stand.pool,
        "points": stand.points,
        "rank": stand.rank,
        "provisional": stand.is_provisional,
        "matches": stand.matches,
        "wins": stand.wins,
        "losses": stand.losses,
        "draws": stand.draws,
    }


def statistics_facts(told: Statistics) -> dict[str, Any]:
    """Return how a player has fared as REST tells it."""
    return {
        "sums": _done(told.sums),
        "presets": [{"preset": row.preset, **_done(row)} for row in told.presets],
        "partners": _company(told.partners),
        "opponents": _company(told.opponents),
    }


def _done(sums: Sums | PresetTally) -> dict[str, int]:
    return {
        "played": sums.played,
        "won": sums.won,
        "drawn": sums.drawn,
        "declarations": sums.declarations,
        "declared": sums.declared,
        "cappotti": sums.cappotti,
        "cappotti_against": sums.cappotti_against,
    }


def _company(rows: Iterable[CompanyTally]) -> list[dict[str, Any]]:
    return [
        {
            "player": {"id": row.other_id, "name": row.other.username},
            "played": row.played,
            "won": row.won,
            "drawn": row.drawn,
        }
        for row in rows
    ]
