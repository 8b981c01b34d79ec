"""Serializers of ratings, of what moved them, and of corrections."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import ExactInteger, ExactSerializer, ExactText
from games.models import Correction
from games.serializers.play import NamedSerializer
from games.services.corrections import LONGEST_REASON


class RatingSerializer(serializers.Serializer[Any]):
    """Where a player stands in a pool."""

    pool = serializers.CharField()
    rating = serializers.FloatField(help_text="As it is kept; it is shown rounded.")
    matches = serializers.IntegerField(help_text="Rated ones.")
    wins = serializers.IntegerField()
    losses = serializers.IntegerField(help_text="What is neither won nor lost was drawn.")
    provisional = serializers.BooleanField(help_text="Fewer than 10 rated matches: no rank yet.")
    changed_at = serializers.DateTimeField(help_text="When the latest of them ended.")


class RatedSerializer(NamedSerializer):
    """Somebody else of the match, as rated before it."""

    rating = serializers.FloatField()


class MoveSerializer(serializers.Serializer[Any]):
    """What a match did to a rating: `k` times (`score` - `expected`), never below the floor."""

    before = serializers.FloatField()
    after = serializers.FloatField()
    k = serializers.FloatField(help_text="0 for who was left alone by a partner and lost.")
    expected = serializers.FloatField()
    score = serializers.FloatField(help_text="1 won, 0 lost or left, between for places in the middle.")
    place = serializers.IntegerField(help_text="Of the side: 1 is the best.")
    left = serializers.BooleanField(help_text="A bot held the seat at the end.")
    matches = serializers.IntegerField(help_text="The player's rated matches in the pool, this one with them.")


class HistorySerializer(MoveSerializer):
    """One match of a player's history."""

    match = serializers.UUIDField()
    ended_at = serializers.DateTimeField()
    partners = RatedSerializer(many=True)
    opponents = RatedSerializer(many=True)


class PlayerMoveSerializer(MoveSerializer):
    """What a match did to one of its players."""

    player = NamedSerializer()
    side = serializers.IntegerField()


class StandingSerializer(serializers.Serializer[Any]):
    """The result that counts."""

    winners = serializers.ListField(child=serializers.IntegerField())
    totals = serializers.ListField(child=serializers.IntegerField())
    ruled = serializers.BooleanField(help_text="It was decided, and differs from what was played or says so.")


class MatchRatingsSerializer(serializers.Serializer[Any]):
    """What a match did to ratings."""

    match = serializers.UUIDField()
    pool = serializers.CharField()
    rated = serializers.BooleanField()
    unrated_reason = serializers.CharField(help_text="Empty while it is rated.")
    standing = StandingSerializer()
    changes = PlayerMoveSerializer(many=True, help_text="None until a worker has rated it.")


class NewCorrectionSerializer(ExactSerializer):
    """What is to be changed about an ended match."""

    kind = serializers.ChoiceField(Correction.Kind.choices)
    reason = ExactText(max_length=LONGEST_REASON)
    winners = serializers.ListField(child=ExactInteger(min_value=0), required=False, help_text="Numbers of totals.")
    totals = serializers.ListField(child=ExactInteger(), required=False)


class CorrectionSerializer(serializers.Serializer[Any]):
    """A correction as it is written down."""

    id = serializers.IntegerField()
