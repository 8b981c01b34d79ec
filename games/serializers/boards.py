"""What REST tells of boards and of TV."""

from typing import Any

from rest_framework import serializers


class BoardSeatSerializer(serializers.Serializer[Any]):
    """Who holds a seat."""

    seat = serializers.IntegerField()
    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.ChoiceField(["human", "bot"])
    by_bot = serializers.BooleanField(help_text="A bot plays for the holder.")


class BoardCardSerializer(serializers.Serializer[Any]):
    """A card on the cloth."""

    seat = serializers.IntegerField()
    card = serializers.CharField()
    signal = serializers.CharField(required=False)
    say = serializers.CharField(required=False)


class BoardSerializer(serializers.Serializer[Any]):
    """A table in little, as everybody may see it (docs/protocol.md 1.9)."""

    code = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    preset = serializers.CharField()
    rated = serializers.BooleanField()
    version = serializers.IntegerField()
    match = serializers.UUIDField()
    seq = serializers.IntegerField()
    status = serializers.ChoiceField(["running", "finished", "aborted"])
    target = serializers.IntegerField()
    hand = serializers.IntegerField(allow_null=True, help_text="The number of the hand, from 0.")
    phase = serializers.CharField()
    dealer = serializers.IntegerField(allow_null=True)
    turn = serializers.IntegerField(allow_null=True, help_text="The seat that is to act.")
    sides = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()), allow_null=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    seats = BoardSeatSerializer(many=True)
    counts = serializers.ListField(child=serializers.IntegerField(), help_text="Cards in each hand.")
    cloth = BoardCardSerializer(many=True)
    winner = serializers.IntegerField(allow_null=True, help_text="Who takes the trick that lies on the cloth.")
    result = serializers.DictField(allow_null=True)
    watchers = serializers.IntegerField()


class TvSerializer(serializers.Serializer[Any]):
    """What is on TV."""

    table = serializers.CharField(allow_null=True, help_text="The code of the table; null where nothing is on.")
    since = serializers.DateTimeField(allow_null=True)
    board = BoardSerializer(allow_null=True)
