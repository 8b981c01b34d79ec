"""Papers: the shapes in which REST takes and gives the score sheets of legs played with real cards."""

from collections.abc import Mapping
from typing import Any, Final

from rest_framework import serializers

from accounts.serializers.exact import ExactInteger, ExactSerializer, ExactText
from games.engine.paper import Counted
from tournaments.formats.encounters import Side
from tournaments.selectors.paper_page import PaperPage
from tournaments.serializers.directing import ReasonSerializer
from tournaments.services.papers import LONGEST_WORDS

MOST_LEGS: Final = 5
MOST_POINTS: Final = 1000
SIDES: Final = [side.value for side in Side]
ACTS: Final = ("hand", "undo", "propose", "confirm", "dispute", "take_back")


class NewPaperSerializer(ExactSerializer):
    """A leg to be put on paper."""

    leg = ExactInteger(min_value=1, max_value=MOST_LEGS, default=1)


class PaperActSerializer(ExactSerializer):
    """What a player does to a sheet: `version` is that of the sheet as it was read.

    `hand` goes with `hand`, `home` and `away` with `propose`, `words` with `dispute`.
    """

    do = serializers.ChoiceField(ACTS)
    version = ExactInteger(min_value=0)
    hand = serializers.JSONField(required=False)
    home = ExactInteger(min_value=0, max_value=MOST_POINTS, required=False)
    away = ExactInteger(min_value=0, max_value=MOST_POINTS, required=False)
    words = ExactText(max_length=LONGEST_WORDS, allow_blank=True, required=False)

    FIELDS: Final[Mapping[str, tuple[str, ...]]] = {"hand": ("hand",), "propose": ("home", "away")}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse an act without its fields, and fields of another act."""
        wanted = self.FIELDS.get(attrs["do"], ())
        allowed = {"do", "version", *wanted, *(("words",) if attrs["do"] == "dispute" else ())}
        wrong = {name: ["This goes with another act."] for name in attrs.keys() - allowed}
        wrong |= {name: ["This is required."] for name in wanted if name not in attrs}
        if wrong:
            raise serializers.ValidationError(wrong)
        return attrs

    def facts(self) -> dict[str, Any]:
        """Return what the act's service is told beside the version. Raises BadFormat for what is no hand."""
        sent = {name: value for name, value in self.validated_data.items() if name not in {"do", "version", "hand"}}
        return sent | ({"counted": Counted.from_dict(self.validated_data["hand"])} if self._is_hand else {})

    @property
    def _is_hand(self) -> bool:
        return bool(self.validated_data["do"] == "hand")


class PaperResultSerializer(ReasonSerializer):
    """A result that a director enters; `won_by` where the score does not say it."""

    home = ExactInteger(min_value=0, max_value=MOST_POINTS)
    away = ExactInteger(min_value=0, max_value=MOST_POINTS)
    won_by = serializers.ChoiceField(SIDES, allow_null=True, default=None)


class PaperHandSerializer(serializers.Serializer[Any]):
    """A hand on a sheet: what was counted, and what it came to; lists go home, away."""

    counted = serializers.JSONField()
    gained = serializers.ListField(child=serializers.IntegerField())
    totals = serializers.ListField(child=serializers.IntegerField())
    cappotto = serializers.IntegerField(allow_null=True)


class ProposalSerializer(serializers.Serializer[Any]):
    """A result that waits to be confirmed by the other side."""

    home = serializers.IntegerField()
    away = serializers.IntegerField()
    by = serializers.ChoiceField(SIDES)


class PaperSerializer(serializers.Serializer[Any]):
    """The sheet of a leg. `score` is what counts, once it does."""

    leg = serializers.IntegerField()
    version = serializers.IntegerField()
    is_due = serializers.BooleanField()
    is_on_paper = serializers.BooleanField()
    side = serializers.ChoiceField(SIDES, allow_null=True)
    hands = PaperHandSerializer(many=True)
    totals = serializers.ListField(child=serializers.IntegerField())
    is_over = serializers.BooleanField()
    proposal = ProposalSerializer(allow_null=True)
    score = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class PaperLinksSerializer(serializers.Serializer[Any]):
    """The private addresses of both sides, shown this once."""

    home = serializers.CharField()
    away = serializers.CharField()


def paper_facts(page: PaperPage) -> dict[str, Any]:
    """Return a sheet as REST gives it to the reader of *page*."""
    proposal = page.proposal
    return {
        "leg": page.leg.number,
        "version": page.version,
        "is_due": page.is_due,
        "is_on_paper": page.is_on_paper,
        "side": page.side,
        "hands": [
            {"counted": hand.counted.as_dict(), "gained": hand.gained, "totals": hand.totals, "cappotto": hand.cappotto}
            for hand in page.sheet.hands
        ],
        "totals": page.sheet.totals,
        "is_over": page.sheet.is_over,
        "proposal": {"home": proposal.home, "away": proposal.away, "by": proposal.by} if proposal else None,
        "score": [page.score.home, page.score.away] if page.score else None,
    }
