"""Sheet hand: the form in which the people at a table write down a hand they have counted (segnapunti)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine.paper import ALL_THIRDS, KINDS, SIDES, Counted, thirds_of
from games.engine.rulesets import Ruleset
from games.engine.scoring import ALL_POINTS, LAST_TRICK

CARD_THIRDS: Final = ALL_THIRDS - LAST_TRICK
MOST: Final = {"three": 3, "four": 3, "napoletana": 4}
KIND_WORDS: Final = {
    "napoletana": _("Napoletana"),
    "three": pgettext_lazy("a declaration", "Three of a kind"),
    "four": pgettext_lazy("a declaration", "Four of a kind"),
}


class SheetHandForm(forms.Form):
    """One hand. Cards are counted by one side, in points or in thirds; what the others have follows."""

    side = forms.TypedChoiceField(
        label=_("Whose cards did you count?"),
        coerce=int,
        empty_value=None,
        initial=0,
        required=False,
        widget=forms.RadioSelect,
    )
    points = forms.TypedChoiceField(
        label=_("Points, with the last trick"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[(points, str(points)) for points in range(ALL_POINTS + 1)],
        widget=forms.RadioSelect,
    )
    thirds = forms.IntegerField(
        label=_("Thirds of the cards"),
        help_text=_("An ace is three; a 3, a 2 and each court card are one."),
        min_value=0,
        max_value=CARD_THIRDS,
        required=False,
    )
    last = forms.TypedChoiceField(label=_("Last trick"), coerce=int, empty_value=None, required=False)
    all_tricks = forms.BooleanField(label=_("One side took every trick"), required=False)
    fault = forms.TypedChoiceField(
        label=_("Fault"),
        help_text=_("Eleven points to the other side. A hand that ended with one needs no cards."),
        coerce=int,
        empty_value=None,
        required=False,
    )

    def __init__(self, rules: Ruleset, names: Sequence[str], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        self.rules, self.names = rules, names
        sides = list(enumerate(names))
        for name, nobody in (("side", None), ("last", _("not noted")), ("fault", _("none"))):
            choices = sides if nobody is None else [("", nobody), *sides]
            self.fields[name].choices = choices  # type: ignore[attr-defined] # all three are choices
        if rules.cappotto != "all_tricks" or rules.cappotto_effect == "none":
            del self.fields["all_tricks"]
        for kind, side in self.declaration_keys:
            self.fields[f"{kind}_{side}"] = forms.IntegerField(
                label=KIND_WORDS[kind], min_value=0, max_value=MOST[kind], required=False
            )

    @property
    def declaration_keys(self) -> list[tuple[str, int]]:
        """The declarations the rules have, by side and kind, the commonest first."""
        if not self.rules.has_declarations:
            return []
        return [(kind, side) for side in range(SIDES) for kind in KIND_WORDS]

    @property
    def declarations(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The fields for declarations, by the name of the side; none where the rules have none."""
        keys = self.declaration_keys
        return [
            (name, [self[f"{kind}_{at}"] for kind, at in keys if at == side])
            for side, name in enumerate(self.names)
            if keys
        ]

    @property
    def has_declared(self) -> bool:
        """Whether something was written in a field for declarations."""
        return any(self[f"{kind}_{side}"].value() for kind, side in self.declaration_keys)

    def clean(self) -> dict[str, Any]:
        """Check that the cards were counted in one way."""
        facts: dict[str, Any] = super().clean() or {}
        thirds, last = facts.get("thirds"), facts.get("last")
        if facts.get("points") is not None and thirds is not None:
            raise forms.ValidationError(_("Points or thirds, not both."))
        if thirds is not None and last is None:
            raise forms.ValidationError(_("Say who took the last trick: it is worth a point."))
        if facts.get("points") is None and thirds is None and facts.get("fault") is None and not self.errors:
            raise forms.ValidationError(_("Choose the points one side has made."))
        return facts

    def counted(self) -> Counted:
        """Return what was written, of a form that is valid."""
        facts = self.cleaned_data
        side, fault = facts["side"] or 0, facts["fault"]
        pairs = {kind: tuple(facts.get(f"{kind}_{at}") or 0 for at in range(SIDES)) for kind in KINDS}
        return Counted(
            _thirds(side, facts),
            **pairs,  # type: ignore[arg-type] # a number a side
            faults=(int(fault == 0), int(fault == 1)),
            last=facts["last"],
            all_tricks=facts.get("all_tricks", False),
        )


def _thirds(side: int, facts: Mapping[str, Any]) -> int | None:
    """Return the thirds of side 0 with the last trick, None where no cards were counted."""
    points, thirds = facts["points"], facts["thirds"]
    if points is not None:
        return thirds_of(points if side == 0 else ALL_POINTS - points)
    if thirds is None:
        return None
    own: int = thirds + (LAST_TRICK if facts["last"] == side else 0)
    return own if side == 0 else ALL_THIRDS - own
