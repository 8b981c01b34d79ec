"""Pairings: what a director fills in to edit the draw of a round."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.services.audit import LONGEST_REASON


class TwoForm(forms.Form):
    """Two entrants of the round."""

    one = forms.TypedChoiceField(label=gettext_lazy("This entrant"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("and this one"), coerce=int)

    def __init__(self, *args: Any, entrants: Collection[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            self.fields[name].choices = list(entrants)  # type: ignore[attr-defined]
        self.fields["other"].initial = next((number for number, _name in list(entrants)[1:2]), None)

    def clean(self) -> dict[str, Any]:
        """Refuse one and the same."""
        facts = super().clean() or {}
        if facts.get("one") is not None and facts.get("one") == facts.get("other"):
            raise forms.ValidationError(_("Choose two different ones."), code="bad_pairing")
        return facts


class SwapForm(TwoForm):
    """Two entrants who change places in the draw; why, where it is public already."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        help_text=gettext_lazy("Needed once the draw is public."),
    )


class ByHandForm(TwoForm):
    """Two entrants who are to meet, or one who has a free round."""

    FREE_ROUND = 0

    def __init__(self, *args: Any, entrants: Collection[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, entrants=entrants, **kwargs)
        free = (self.FREE_ROUND, _("free round"))
        self.fields["other"].choices = [*entrants, free]  # type: ignore[attr-defined]
