"""Results: the shapes in which REST takes what a director decides about an encounter or a round."""

from typing import Any

from rest_framework import serializers

from accounts.serializers.exact import ExactBoolean, ExactInteger, ExactSerializer
from tournaments.formats.encounters import Ending, Leg, Side
from tournaments.serializers.directing import NeedsReasonSerializer, ReasonSerializer
from tournaments.serializers.making import ExactMoment

MOST_LEGS = 5
MOST_POINTS = 1000
SIDES = [side.value for side in Side]


class LegScoreSerializer(ExactSerializer):
    """The score of a leg; `won_by` where it does not say who has won."""

    home = ExactInteger(min_value=0, max_value=MOST_POINTS)
    away = ExactInteger(min_value=0, max_value=MOST_POINTS)
    won_by = serializers.ChoiceField(SIDES, allow_null=True, default=None)


class ResultSerializer(NeedsReasonSerializer):
    """A result: `played` with its legs, `walkover` with its `winner`, or `void`."""

    ending = serializers.ChoiceField([Ending.PLAYED.value, Ending.WALKOVER.value, Ending.VOID.value], default="played")
    legs = serializers.ListField(child=LegScoreSerializer(), max_length=MOST_LEGS, default=list)
    winner = serializers.ChoiceField(SIDES, allow_null=True, default=None)

    def decision(self) -> dict[str, Any]:
        """Return what was sent as the service wants it."""
        facts = self.validated_data
        return {
            "ending": Ending(facts["ending"]),
            "legs": [
                Leg(leg["home"], leg["away"], Side(leg["won_by"]) if leg["won_by"] else None) for leg in facts["legs"]
            ],
            "winner": Side(facts["winner"]) if facts["winner"] else None,
            "reason": facts["reason"],
        }


class DrawSerializer(ExactSerializer):
    """Pairs made by hand, each of two entrants' numbers, or of one who has a free round."""

    by_hand = serializers.ListField(
        child=serializers.ListField(child=ExactInteger(min_value=1), min_length=1, max_length=2),
        max_length=512,
        default=list,
    )

    def pairs(self) -> list[tuple[int, int | None]]:
        """Return the pairs as the service wants them."""
        return [(pair[0], pair[1] if len(pair) == 2 else None) for pair in self.validated_data["by_hand"]]


class ReleaseSerializer(ExactSerializer):
    """When the tables of a round open; by default after the break, or when the director starts it."""

    starts_at = ExactMoment(allow_null=True, default=None)


class SwapSerializer(ReasonSerializer):
    """Two entrants, by number, who change places."""

    one = ExactInteger(min_value=1)
    other = ExactInteger(min_value=1)


class ForbiddenSerializer(ReasonSerializer):
    """Two entrants, by number, who are not to be drawn together; with `allowed` they may again."""

    one = ExactInteger(min_value=1)
    other = ExactInteger(min_value=1)
    allowed = ExactBoolean(default=False)


class DoneOnceSerializer(serializers.Serializer[Any]):
    """Whether this call did it: false where it was so already."""

    done = serializers.BooleanField()
