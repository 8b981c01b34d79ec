"""Entries: the shapes in which REST takes and gives who plays in a tournament, and who would."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactInteger, ExactSerializer, ExactText
from tournaments.models import Entrant
from tournaments.selectors.entry_rules import MOST_ENTRANTS
from tournaments.selectors.nameplates import nameplate
from tournaments.services.desk import LONGEST_WORDS
from tournaments.services.hand_entries import LONGEST_NAME
from tournaments.services.making import LONGEST_REASON

MOST_PEOPLE = 4


class PartnerSerializer(serializers.Serializer[Any]):
    """Somebody who looks for a partner, or is asked to be one."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="username")


class PlayerSerializer(serializers.Serializer[Any]):
    """Somebody who plays in an entrant; who has no account has no id."""

    id = serializers.IntegerField(source="user_id", allow_null=True)
    name = serializers.CharField()


class EntrySerializer(serializers.Serializer[Any]):
    """An entrant: who it is, and how far it is in. The fee is null to who does not receive people at the door."""

    number = serializers.IntegerField()
    name = serializers.SerializerMethodField()
    players = serializers.SerializerMethodField()
    state = serializers.ChoiceField(Entrant.State.values)
    seed = serializers.IntegerField(allow_null=True)
    joined = serializers.IntegerField(help_text="Its first round.")
    left = serializers.IntegerField(allow_null=True, help_text="The first round it is out of.")
    entered_at = serializers.DateTimeField()
    checked_in = serializers.SerializerMethodField()
    fee_paid = serializers.SerializerMethodField()
    place = serializers.SerializerMethodField(help_text="Where watchers are late, once they have seen the end.")

    def get_name(self, entrant: Entrant) -> str:
        """Return its own name, or its players'."""
        return nameplate(entrant).name

    def get_players(self, entrant: Entrant) -> list[dict[str, Any]]:
        """Return who plays in it now."""
        return [dict(PlayerSerializer(player).data) for player in nameplate(entrant).players]

    def get_checked_in(self, entrant: Entrant) -> bool:
        """Tell whether it has said that it is there."""
        return entrant.checked_in_at is not None

    def get_fee_paid(self, entrant: Entrant) -> bool | None:
        """Tell whether it has paid, to whom that concerns."""
        return entrant.fee_paid if self.context.get("is_at_door") else None

    def get_place(self, entrant: Entrant) -> int | None:
        """Return its place, to who may know how all has ended."""
        return None if self.context.get("is_untold") else entrant.place


class NewEntrySerializer(ExactSerializer):
    """Nothing: enter alone, yourself. `players` and `names` (of people without an account): as its director."""

    players = serializers.ListField(child=ExactText(max_length=24), max_length=MOST_PEOPLE, default=list)
    names = serializers.ListField(child=ExactText(max_length=LONGEST_NAME), max_length=MOST_PEOPLE, default=list)


class EntryMadeSerializer(serializers.Serializer[Any]):
    """The entrant that was made."""

    number = serializers.IntegerField()


class DoorSerializer(ExactSerializer):
    """What is seen at the door."""

    checked_in = ExactBoolean(required=False)
    fee_paid = ExactBoolean(required=False)


class RemovalSerializer(ExactSerializer):
    """Why an entrant is taken off; one's own needs no reason."""

    reason = ExactText(max_length=LONGEST_REASON, allow_blank=True, default="")


class SeedsSerializer(ExactSerializer):
    """The order by hand, the strongest first; who is not named follows by rating."""

    order = serializers.ListField(child=ExactInteger(min_value=1), max_length=MOST_ENTRANTS)


class FillSerializer(ExactSerializer):
    """How many are to have a place."""

    up_to = ExactInteger(min_value=0, max_value=2 * MOST_ENTRANTS)


class FilledSerializer(serializers.Serializer[Any]):
    """How many bots came in."""

    came = serializers.IntegerField()


class NewPairSerializer(ExactSerializer):
    """Who is asked to be the partner."""

    player = ExactText(max_length=24)


class PairProposalSerializer(serializers.Serializer[Any]):
    """A proposal that waits for its answer."""

    id = serializers.IntegerField(source="pk")
    tournament = serializers.CharField(source="tournament.code")
    by = PartnerSerializer()
    to = PartnerSerializer()
    made_at = serializers.DateTimeField()


class ProposedSerializer(serializers.Serializer[Any]):
    """The proposal; `entrant` is the number of the pair where the two had asked each other."""

    id = serializers.IntegerField()
    entrant = serializers.IntegerField(allow_null=True)


class AnsweredSerializer(serializers.Serializer[Any]):
    """The number of the pair, null after a no."""

    entrant = serializers.IntegerField(allow_null=True)


class YesOrNoSerializer(ExactSerializer):
    """Yes or no."""

    accept = ExactBoolean()


class DeskNoteSerializer(serializers.Serializer[Any]):
    """Somebody who looks for a partner."""

    user = PartnerSerializer()
    words = serializers.CharField(allow_blank=True)
    made_at = serializers.DateTimeField()


class NewDeskNoteSerializer(ExactSerializer):
    """What kind of partner one looks for."""

    words = ExactText(max_length=LONGEST_WORDS, allow_blank=True, default="")


class MyEntrySerializer(serializers.Serializer[Any]):
    """Where the caller stands."""

    tournament = serializers.CharField(source="tournament.code")
    name = serializers.CharField(source="tournament.name")
    starts_at = serializers.DateTimeField(source="tournament.starts_at")
    number = serializers.IntegerField(source="entrant.number")
    state = serializers.ChoiceField(Entrant.State.values, source="entrant.state")
