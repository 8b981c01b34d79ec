"""Play: the shapes in which REST tells of rounds, encounters, brackets and tables."""

from typing import Any

from rest_framework import serializers

from tournaments.formats.encounters import Ending, Side
from tournaments.formats.ledger import Why
from tournaments.models import Round

SIDES = [side.value for side in Side]


class EntrantPlayerSerializer(serializers.Serializer[Any]):
    """Somebody who plays in an entrant; `id` is null for who has no account."""

    id = serializers.IntegerField(source="user_id", allow_null=True)
    name = serializers.CharField()


class EntrantRefSerializer(serializers.Serializer[Any]):
    """An entrant as others are told of it."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)
    players = EntrantPlayerSerializer(many=True)


class EncounterLegSerializer(serializers.Serializer[Any]):
    """A leg that has a table or a score; `score` is home's and away's, of one being played what everybody may see."""

    number = serializers.IntegerField()
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    way = serializers.CharField(allow_blank=True, help_text="played, paper, director; empty while there is no score.")
    table = serializers.CharField(allow_null=True, help_text="The code of the table to watch.")
    match = serializers.UUIDField(allow_null=True, help_text="The match to replay.")


class EncounterSerializer(serializers.Serializer[Any]):
    """An encounter; `away` is null for a free round, `ending` and `winner` while it is open."""

    key = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    home = EntrantRefSerializer()
    away = EntrantRefSerializer(allow_null=True)
    state = serializers.ChoiceField(["bye", "open", "waiting", "running", "decided"])
    ending = serializers.ChoiceField([ending.value for ending in Ending], allow_null=True)
    winner = serializers.ChoiceField(SIDES, allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField(), help_text="The legs won by home and away.")
    legs = EncounterLegSerializer(many=True)
    is_rematch = serializers.BooleanField()
    by_hand = serializers.BooleanField(help_text="The director made the pairing.")
    waits_until = serializers.DateTimeField(allow_null=True, help_text="When who is absent loses.")


class TournamentRoundSerializer(serializers.Serializer[Any]):
    """A round that has been released."""

    number = serializers.IntegerField(source="round.number")
    state = serializers.ChoiceField([state for state in Round.State.values if state != "draft"], source="round.state")
    starts_at = serializers.DateTimeField(source="round.starts_at", allow_null=True)
    started_at = serializers.DateTimeField(source="round.started_at", allow_null=True)
    ends_at = serializers.DateTimeField(source="round.ends_at", allow_null=True, help_text="The round clock.")
    closed_at = serializers.DateTimeField(source="round.closed_at", allow_null=True)
    encounters = serializers.IntegerField(help_text="Free rounds not counted.")
    decided = serializers.IntegerField()


class OneRoundSerializer(serializers.Serializer[Any]):
    """A round with its encounters, table by table."""

    round = TournamentRoundSerializer()
    encounters = EncounterSerializer(many=True)


class BracketSeatSerializer(serializers.Serializer[Any]):
    """One side of a match: who is there, or else where whoever will be comes from."""

    entrant = serializers.IntegerField(allow_null=True, help_text="Its number.")
    seed = serializers.IntegerField(allow_null=True, help_text="The seed this side is for.")
    winner_of = serializers.CharField(allow_null=True)
    loser_of = serializers.CharField(allow_null=True)


class BracketMatchSerializer(serializers.Serializer[Any]):
    """A match of a bracket, drawn or to come; who passes without play has none."""

    key = serializers.CharField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    home = BracketSeatSerializer()
    away = BracketSeatSerializer()
    winner = serializers.IntegerField(allow_null=True)


class BracketSerializer(serializers.Serializer[Any]):
    """A bracket; empty before the first round is drawn."""

    matches = BracketMatchSerializer(many=True)


class TermSerializer(serializers.Serializer[Any]):
    """One part of a number."""

    amount = serializers.FloatField(help_text="A whole number of halves.")
    why = serializers.ChoiceField([why.value for why in Why])
    round = serializers.IntegerField(allow_null=True)
    opponent = serializers.IntegerField(allow_null=True)


class StandingsCellSerializer(serializers.Serializer[Any]):
    """A number, and what it is the sum of."""

    column = serializers.CharField()
    value = serializers.FloatField()
    terms = TermSerializer(many=True)


class StandingsLineSerializer(serializers.Serializer[Any]):
    """An entrant's line; `place` is null for who is not ranked."""

    place = serializers.IntegerField(allow_null=True)
    entrant = EntrantRefSerializer()
    goes_through = serializers.BooleanField()
    cells = StandingsCellSerializer(many=True)


class StandingsTableSerializer(serializers.Serializer[Any]):
    """A table: of a group where `group` is its number from 1, else of all."""

    group = serializers.IntegerField(allow_null=True)
    columns = serializers.ListField(child=serializers.CharField())
    lines = StandingsLineSerializer(many=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """The tables as they stand; none before the first round is drawn."""

    tables = StandingsTableSerializer(many=True)
