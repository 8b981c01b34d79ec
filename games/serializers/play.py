"""Serializers: the shapes in which REST takes and gives tables, matches and rulesets (docs/protocol.md 1.2 to 1.4)."""

from typing import Any, get_args

import msgspec
from rest_framework import serializers

from accounts.serializers import ExactBoolean, ExactInteger, ExactSerializer, ExactText, PersonSerializer
from games.protocol.commands import AnyCommand
from games.selectors.listings import MatchRow
from games.serializers.seeks import InvitationSerializer


class OptionSerializer(serializers.Serializer[Any]):
    """One option of a preset (rules 5)."""

    kind = serializers.ChoiceField(["number", "choice", "flag", "words"])
    default = serializers.JSONField()
    values = serializers.ListField(child=serializers.CharField(), help_text="Of a choice, or the words there are.")
    low = serializers.IntegerField(required=False)
    high = serializers.IntegerField(required=False)
    has_effect = serializers.BooleanField(help_text="False: it is accepted here and changes nothing.")
    offered = serializers.ListField(child=serializers.JSONField(), help_text="What forms offer.")


class RulesetSerializer(serializers.Serializer[Any]):
    """A preset (rules 6)."""

    preset = serializers.CharField()
    version = serializers.IntegerField()
    players = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many people play, by the value of the option `players`."
    )
    goal = serializers.ChoiceField(["highest", "lowest"])
    options = serializers.DictField(child=OptionSerializer())


class PlayerSerializer(PersonSerializer):
    """A player as everybody may see one."""

    level = serializers.CharField(allow_null=True, help_text="Of a bot of the house.")
    joined_at = serializers.DateTimeField()


# --- tables (docs/protocol.md 1.4) -------------------------------------------------------------
class NamedSerializer(serializers.Serializer[Any]):
    """Somebody, by id and name."""

    id = serializers.IntegerField()
    name = serializers.CharField()


class LobbySeatSerializer(serializers.Serializer[Any]):
    """A chair in the lobby's list."""

    seat = serializers.IntegerField()
    user = PersonSerializer(allow_null=True)


class SeatSerializer(LobbySeatSerializer):
    """A chair."""

    controller = NamedSerializer(allow_null=True, help_text="Who decides about it while it is empty.")
    rematch = serializers.ChoiceField(["same", "swap"], allow_null=True, help_text="What the sitter wants next.")
    present = serializers.BooleanField(help_text="The sitter has the table open.")


class TableClubSerializer(serializers.Serializer[Any]):
    """A club, as a table of its names it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    deck = serializers.CharField(help_text="The cards it is shown with to who has not chosen others.")


class TableRulesSerializer(serializers.Serializer[Any]):
    """A version of a club's rules, as a table names it."""

    name = serializers.CharField()
    version = serializers.IntegerField()


class LobbyTableSerializer(serializers.Serializer[Any]):
    """A table in the lobby's list."""

    code = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField(help_text="Grows with every change.")
    status = serializers.ChoiceField(["open", "playing", "closed"])
    preset = serializers.CharField()
    options = serializers.DictField(help_text="What differs from the preset.")
    target = serializers.IntegerField()
    visibility = serializers.ChoiceField(["public", "link", "password", "club"])
    club = TableClubSerializer(allow_null=True, help_text="Whose table it is; most are nobody's.")
    house_rules = TableRulesSerializer(allow_null=True, help_text="The club's rules it was opened with.")
    rated = serializers.BooleanField()
    partners = serializers.ChoiceField(
        ["chosen", "lot", "card"], help_text="Who plays with whom in the first match: as people sit, or drawn."
    )
    move_seconds = serializers.IntegerField()
    bank_seconds = serializers.IntegerField()
    series = serializers.ChoiceField(["bella", "giro"], allow_null=True, help_text="Null: single matches.")
    bella = serializers.DictField(help_text="In which options the bella differs from the table.")
    watch_delay = serializers.IntegerField(help_text="Seconds after which watchers see what has happened.")
    match_number = serializers.IntegerField()
    seats = LobbySeatSerializer(many=True)
    opened_by = PersonSerializer(allow_null=True)


class SeatRequestSerializer(serializers.Serializer[Any]):
    """Somebody who waits for your answer."""

    id = serializers.IntegerField()
    seat = serializers.IntegerField()
    name = serializers.CharField()
    until = serializers.DateTimeField(help_text="No answer by then accepts.")


class AskedSerializer(serializers.Serializer[Any]):
    """Your own request."""

    seat = serializers.IntegerField()
    until = serializers.DateTimeField()


class TableYouSerializer(serializers.Serializer[Any]):
    """The reader's own part of a table."""

    seat = serializers.IntegerField(allow_null=True)
    requests = SeatRequestSerializer(many=True)
    asked = AskedSerializer(allow_null=True)
    invitations = InvitationSerializer(many=True, help_text="To this table, open, made by you or sent to you.")
    may = serializers.ListField(child=serializers.CharField(), help_text="`sit:2`, `stand`, `bot:1`, `rematch` …")
    delay = serializers.IntegerField(help_text="Seconds by which the reader sees the table late; 0 for who plays.")
    replaced = serializers.BooleanField(help_text="Somebody else plays the match of a tournament on for the reader.")


class PartSerializer(serializers.Serializer[Any]):
    """A match of a series that has ended."""

    match = serializers.UUIDField()
    sides = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    totals = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Indexes of `sides`.")


class GiroStandingSerializer(serializers.Serializer[Any]):
    """Where a player stands in a giro."""

    place = serializers.IntegerField()
    user = NamedSerializer()
    wins = serializers.IntegerField()
    difference = serializers.IntegerField()
    points = serializers.IntegerField()


class SittingSerializer(serializers.Serializer[Any]):
    """Where the latest series of a table stands."""

    state = serializers.ChoiceField(["running", "finished", "broken"])
    next = serializers.IntegerField(allow_null=True, help_text="The match to come or being played, from 1.")
    matches = PartSerializer(many=True)
    score = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Matches won, by side; of a bella."
    )
    standings = GiroStandingSerializer(many=True, allow_null=True, help_text="Of a giro, the best first.")


class DrawSerializer(serializers.Serializer[Any]):
    """How chance settled who plays with whom; everything to draw again (docs/protocol.md 1.4)."""

    method = serializers.ChoiceField(["lot", "card"])
    match_number = serializers.IntegerField()
    seed = serializers.CharField(help_text="Hexadecimal.")
    shuffle = serializers.CharField(help_text="The name of the shuffle.")
    rounds = serializers.ListField(child=serializers.DictField(child=serializers.CharField()), help_text="By user.")
    before = serializers.ListField(child=serializers.IntegerField(), help_text="Users by chair.")
    after = serializers.ListField(child=serializers.IntegerField())


class OfficialSerializer(serializers.Serializer[Any]):
    """What a tournament has laid down for a table of its own; who sits there is told by `seats`."""

    origin = serializers.CharField(help_text="What it is part of, in words.")
    url = serializers.CharField(help_text="The page of that, from the site's root.")
    bots_allowed = serializers.BooleanField(help_text="Whether a bot may play on for who leaves or lets time run out.")
    stops_at = serializers.DateTimeField(allow_null=True, help_text="The hand begun before is the last, with a leader.")
    arrived = serializers.ListField(child=serializers.IntegerField(), help_text="The chairs whose sitters have come.")


class TableSerializer(LobbyTableSerializer):
    """A table as its reader sees it."""

    seats = SeatSerializer(many=True)
    match = serializers.UUIDField(allow_null=True, help_text="The latest.")
    sitting = SittingSerializer(allow_null=True)
    draw = DrawSerializer(allow_null=True, help_text="How partners were drawn.")
    official = OfficialSerializer(allow_null=True, help_text="Null: nobody's but its players'.")
    you = TableYouSerializer()


class NewTableSerializer(ExactSerializer):
    """The table that is wanted; what is left out is as usual."""

    preset = ExactText(max_length=20)
    options = serializers.DictField(default=dict, help_text="What differs from the preset: GET /rulesets/<preset>/.")
    name = ExactText(max_length=60, allow_blank=True, default="")
    visibility = serializers.ChoiceField(["public", "link", "password"], default="public")
    password = ExactText(max_length=128, allow_blank=True, default="", trim_whitespace=False)
    rated = ExactBoolean(default=False)
    partners = serializers.ChoiceField(["chosen", "lot", "card"], default="chosen")
    move_seconds = ExactInteger(min_value=0, max_value=300, required=False)
    bank_seconds = ExactInteger(min_value=0, max_value=3600, required=False)
    bot_delay_ms = ExactInteger(min_value=0, max_value=10_000, required=False)
    series = serializers.ChoiceField(["bella", "giro"], required=False, help_text="Without it single matches.")
    bella = serializers.DictField(required=False, help_text="In which options the bella differs.")
    watch_delay = ExactInteger(min_value=0, max_value=900, default=0, help_text="Seconds by which watchers are late.")


class VisibilitySerializer(ExactSerializer):
    """Who may come to a table from now on."""

    visibility = serializers.ChoiceField(["public", "link", "password", "club"])
    password = ExactText(max_length=128, allow_blank=True, default="", trim_whitespace=False)


class PasswordSerializer(ExactSerializer):
    """The password of a table."""

    password = ExactText(max_length=128, trim_whitespace=False)


class AnswerSerializer(ExactSerializer):
    """The answer to who asks for a chair."""

    accept = ExactBoolean()


class RematchSerializer(ExactSerializer):
    """The wish for another match."""

    swap = ExactBoolean(default=False, help_text="With another partner.")


class NothingSerializer(ExactSerializer):
    """An empty object, or no body at all."""


# --- matches (docs/protocol.md 1.2, 1.3) -------------------------------------------------------
class SideSerializer(serializers.Serializer[Any]):
    """One total of a match."""

    names = serializers.ListField(child=serializers.CharField())
    points = serializers.IntegerField(allow_null=True, help_text="Once the match has ended.")
    is_winner = serializers.BooleanField()


class MatchListSerializer(serializers.Serializer[Any]):
    """A match in a list."""

    match = serializers.UUIDField()
    table = serializers.CharField(help_text="The table's code.")
    number = serializers.IntegerField()
    status = serializers.ChoiceField(["running", "finished", "aborted"])
    preset = serializers.CharField()
    options = serializers.DictField()
    target = serializers.IntegerField()
    rated = serializers.BooleanField()
    sides = SideSerializer(many=True)
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class MatchSerializer(serializers.Serializer[Any]):
    """A match at its latest event."""

    match = serializers.UUIDField()
    seq = serializers.IntegerField()
    view = serializers.DictField(help_text="What everybody may see (docs/protocol.md 1.3).")
    you = serializers.DictField(required=False, help_text="A seat holder's own hand, and what they may do.")


class EventSerializer(serializers.Serializer[Any]):
    """An event; it has its kind's own fields besides (docs/protocol.md 1.2)."""

    type = serializers.CharField()
    match = serializers.UUIDField()
    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    seat = serializers.IntegerField(required=False)
    state = serializers.DictField(help_text="The parts of the view that change.")
    you = serializers.DictField(required=False)


class EventsSerializer(serializers.Serializer[Any]):
    """Events in order; there are more while the last one's `seq` is below this `seq`."""

    match = serializers.UUIDField()
    seq = serializers.IntegerField()
    events = EventSerializer(many=True)


class DoneSerializer(serializers.Serializer[Any]):
    """A command that was done."""

    seq = serializers.IntegerField(help_text="The event it became.")


class RecordSerializer(serializers.Serializer[Any]):
    """A record in the form `tressette/1` (docs/record.md)."""

    format = serializers.CharField()
    rules = serializers.CharField()
    options = serializers.DictField(required=False)
    players = serializers.ListField(child=serializers.CharField())
    hands = serializers.ListField(child=serializers.DictField())


def match_facts(row: MatchRow) -> dict[str, Any]:
    """Return a match of a list as MatchListSerializer shows it."""
    match = row.match
    return {
        "match": str(match.pk),
        "table": match.table.code,
        "number": match.number,
        "status": match.status,
        "preset": match.preset,
        "options": match.options,
        "target": row.rules.target,
        "rated": match.rated,
        "sides": [{"names": side.names, "points": side.points, "is_winner": side.is_winner} for side in row.sides],
        "started_at": match.started_at,
        "finished_at": match.finished_at,
    }


def command_schema() -> dict[str, Any]:
    """Return what a command may be, as OpenAPI 3.1 describes it: the very types by which games.protocol reads it.

    Over REST the address says which match, and the Idempotency-Key may stand for the `command_id`.
    """
    kinds = []
    for kind in get_args(AnyCommand):
        schema = dict(msgspec.json.schema(kind)["$defs"][kind.__name__])
        schema["required"] = [name for name in schema["required"] if name not in {"match", "command_id"}]
        kinds.append(schema)
    return {"oneOf": kinds}
