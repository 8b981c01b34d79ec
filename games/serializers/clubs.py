"""Clubs: the shapes of the rules of a house, and of a table that a club opens."""

from typing import Any

from rest_framework import serializers

from accounts.serializers import ExactInteger, ExactSerializer, ExactText
from games.serializers.play import NewTableSerializer


class HouseRulesSerializer(serializers.Serializer[Any]):
    """A version of a club's rules."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    version = serializers.IntegerField()
    preset = serializers.CharField()
    options = serializers.DictField(help_text="What differs from the preset.")
    made_at = serializers.DateTimeField()


class NewHouseRulesSerializer(ExactSerializer):
    """Rules to publish."""

    name = ExactText(max_length=60)
    preset = ExactText(max_length=20)
    options = serializers.DictField(default=dict, help_text="What differs from the preset: GET /rulesets/<preset>/.")


class NewClubTableSerializer(NewTableSerializer):
    """The table that is wanted; by `house_rules` preset and options are the club's."""

    preset = ExactText(max_length=20, default="club")
    house_rules = ExactInteger(min_value=1, required=False, help_text="The id of rules the club plays now.")
    visibility = serializers.ChoiceField(["public", "link", "password", "club"], default="club")
