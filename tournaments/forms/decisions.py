"""Decisions: what a director fills in to decide an encounter, or about an entrant: what, and why."""

from collections.abc import Collection
from typing import Any, Final

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.formats.encounters import Ending, Leg, Plan, Result, Side, outcome_of
from tournaments.formats.errors import BadResult
from tournaments.selectors.encounters import EncounterFacts
from tournaments.services.audit import LONGEST_REASON

RESULT: Final = "result"
MOST_POINTS: Final = 1000


class DecisionForm(forms.Form):
    """One of the things that can be decided now, and why."""

    decision = forms.ChoiceField(label=gettext_lazy("What is decided"), widget=forms.RadioSelect)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=LONGEST_REASON, help_text=gettext_lazy("Stands in the log.")
    )

    def __init__(self, *args: Any, choices: Collection[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["decision"].choices = list(choices)  # type: ignore[attr-defined]

    @property
    def chosen(self) -> str:
        """Return what was chosen, in words."""
        return str(dict(self.fields["decision"].choices)[self.cleaned_data["decision"]])  # type: ignore[attr-defined]


class EncounterForm(DecisionForm):
    """What becomes of an encounter; where it is a result, the score of each leg that was played."""

    def __init__(self, *args: Any, plan: Plan, facts: EncounterFacts, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan, self.facts = plan, facts
        scores = {leg.number: leg.score for leg in facts.legs if leg.score is not None}
        for number in range(1, len(plan.legs) + 1):
            for at, side in enumerate(Side):
                self.fields[f"{side}_{number}"] = forms.IntegerField(
                    min_value=0,
                    max_value=MOST_POINTS,
                    required=False,
                    initial=scores[number][at] if number in scores else None,
                    widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
                )
            self.fields[f"won_{number}"] = forms.ChoiceField(required=False, choices=self._winners())

    def _winners(self) -> list[tuple[str, str]]:
        away = self.facts.away.name if self.facts.away is not None else ""
        return [("", _("by the score")), (Side.HOME.value, self.facts.home.name), (Side.AWAY.value, away)]

    @property
    def leg_fields(self) -> list[dict[str, Any]]:
        """Return the fields of each leg."""
        return [
            {
                "number": number,
                "home": self[f"home_{number}"],
                "away": self[f"away_{number}"],
                "won": self[f"won_{number}"],
            }
            for number in range(1, len(self.plan.legs) + 1)
        ]

    @property
    def legs(self) -> tuple[Leg, ...]:
        """Return the legs that were filled in, up to the first that was not."""
        found: list[Leg] = []
        for number in range(1, len(self.plan.legs) + 1):
            home, away = (self.cleaned_data.get(f"{side}_{number}") for side in Side)
            if home is None or away is None:
                break
            won = self.cleaned_data.get(f"won_{number}")
            found.append(Leg(home, away, Side(won) if won else None))
        return tuple(found)

    @property
    def score(self) -> str:
        """Return the score in words."""
        return ", ".join(f"{leg.home}\u2013{leg.away}" for leg in self.legs)

    def clean(self) -> dict[str, Any]:
        """Refuse a result that cannot come from this encounter."""
        facts = super().clean() or {}
        if facts.get("decision") == RESULT:
            try:
                outcome_of(self.plan, Result(self.facts.key, self.legs, Ending.PLAYED))
            except BadResult as refusal:
                words = _("Give each leg that was played its score, up to the one that decides, and no further.")
                raise forms.ValidationError(words, code=refusal.code) from refusal
        return facts
