"""Series and halls: the shapes in which REST takes and gives a club's series, its winners and its news."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactInteger, ExactSerializer, ExactText
from tournaments.models import ClubNews
from tournaments.services.series import LONGEST_DESCRIPTION, LONGEST_NAME


class SeriesFactsSerializer(ExactSerializer):
    """What a series is; what is not given is as usual, or stays."""

    name = ExactText(max_length=LONGEST_NAME)
    first_day = serializers.DateField(help_text="Civil time in `zone`.")
    hour = serializers.TimeField(input_formats=["%H:%M"])
    template = serializers.DictField(help_text="The fields of each tournament, but for `name` and `starts_at`.")
    description = ExactText(max_length=LONGEST_DESCRIPTION, allow_blank=True, required=False)
    zone = ExactText(max_length=64, required=False, help_text="By default the club's.")
    weekly = ExactBoolean(required=False)
    until = serializers.DateField(required=False, allow_null=True)
    days_ahead = ExactInteger(required=False, help_text="So many days before one it is announced, 1 to 60.")
    points = serializers.ListField(child=ExactInteger(), required=False, max_length=64, help_text="By place.")


class SeriesSerializer(serializers.Serializer[Any]):
    """A series of a club's."""

    slug = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField(allow_blank=True)
    zone = serializers.CharField()
    first_day = serializers.DateField()
    hour = serializers.TimeField(format="%H:%M")
    weekly = serializers.BooleanField()
    until = serializers.DateField(allow_null=True)
    days_ahead = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    template = serializers.DictField()
    ended_at = serializers.DateTimeField(allow_null=True)


class SeriesTermSerializer(serializers.Serializer[Any]):
    """What one tournament brought."""

    tournament = serializers.CharField(help_text="Its code.")
    name = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    place = serializers.IntegerField()
    points = serializers.IntegerField()


class SeriesRowSerializer(serializers.Serializer[Any]):
    """Somebody's line in the table of a series: the sum of its terms."""

    place = serializers.IntegerField()
    user = serializers.IntegerField(source="user_id", allow_null=True, help_text="None without an account.")
    name = serializers.CharField()
    points = serializers.IntegerField()
    terms = SeriesTermSerializer(many=True)


class OneSeriesSerializer(SeriesSerializer):
    """A series with its table, its tournaments and the starts that are to be announced."""

    table = SeriesRowSerializer(many=True)
    tournaments = serializers.ListField(child=serializers.CharField(), help_text="Codes, the latest first.")
    coming = serializers.ListField(child=serializers.DateTimeField())
    missed = serializers.ListField(child=serializers.DateField(), help_text="Days that passed without a tournament.")


class WinnerSerializer(serializers.Serializer[Any]):
    """An entrant with one of the first three places."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    players = serializers.ListField(child=serializers.CharField())


class EditionSerializer(serializers.Serializer[Any]):
    """A tournament that has ended, and who has won."""

    code = serializers.CharField()
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    series = serializers.CharField(allow_null=True)
    winners = WinnerSerializer(many=True)


class MedalsSerializer(serializers.Serializer[Any]):
    """How often somebody was first, second and third."""

    place = serializers.IntegerField()
    user = serializers.IntegerField(source="user_id", allow_null=True, help_text="None without an account.")
    name = serializers.CharField()
    counts = serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3)


class NewsSerializer(serializers.Serializer[Any]):
    """Something new at a club."""

    kind = serializers.ChoiceField([*ClubNews.Kind.values, "joined"])
    at = serializers.DateTimeField()
    tournament = serializers.CharField(source="tournament.code", default=None, allow_null=True)
    series = serializers.CharField(source="series.slug", default=None, allow_null=True)
    member = serializers.CharField(source="member.user.username", default=None, allow_null=True)
