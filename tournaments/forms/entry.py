"""Entry forms: what people fill in to come into a tournament, and its director to put others in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.errors import NoSuchPlayer
from accounts.selectors.people import id_of_player
from tournaments.selectors.entry_rules import MOST_ENTRANTS
from tournaments.services.desk import LONGEST_WORDS
from tournaments.services.hand_entries import LONGEST_NAME

NAME = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})


class PlayerField(forms.CharField):
    """The name of somebody who plays here; its value is their id."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=24, widget=NAME, **kwargs)

    def clean(self, value: Any) -> int | None:
        """Return the id of who has this name, None for none. Raises ValidationError."""
        name = super().clean(value)
        try:
            return id_of_player(name) if name else None
        except NoSuchPlayer as refusal:
            raise forms.ValidationError(_("Nobody has this name.")) from refusal


class PartnerForm(forms.Form):
    """Asking somebody to be the partner."""

    partner = PlayerField(label=_("Partner"), help_text=_("The name they play under; they are asked first."))


class DeskForm(forms.Form):
    """Looking for a partner."""

    words = forms.CharField(
        label=_("What for a partner"), max_length=LONGEST_WORDS, required=False, help_text=_("May stay empty.")
    )


class ByHandForm(forms.Form):
    """Putting people in as the director: by their accounts, or by name where all is played on paper."""

    first = PlayerField(label=_("Player"), required=False, help_text=_("The name they play under."))
    second = PlayerField(label=_("Partner"), required=False)
    names = forms.CharField(
        label=_("Without an account"), max_length=2 * LONGEST_NAME + 2, required=False,
        help_text=_("Names with a comma between; they play with real cards only."),
    )  # fmt: skip

    def user_ids(self) -> list[int]:
        """Return the ids of those with accounts."""
        return [self.cleaned_data[name] for name in ("first", "second") if self.cleaned_data[name] is not None]

    def plain_names(self) -> list[str]:
        """Return the names of those without."""
        return [name.strip() for name in self.cleaned_data["names"].split(",") if name.strip()]


class SeedsForm(forms.Form):
    """Seeds by hand."""

    order = forms.CharField(
        label=_("Order of seeds"), max_length=5 * MOST_ENTRANTS,
        help_text=_("Numbers with commas between, the strongest first; the others follow by rating."),
    )  # fmt: skip

    def clean_order(self) -> list[int]:
        """Return the numbers."""
        cells = [cell.strip() for cell in self.cleaned_data["order"].split(",") if cell.strip()]
        if not all(cell.isascii() and cell.isdigit() and len(cell) < 6 for cell in cells):
            raise forms.ValidationError(_("Whole numbers, with commas between."))
        return [int(cell) for cell in cells]


class BotsForm(forms.Form):
    """Filling up with bots."""

    up_to = forms.IntegerField(label=_("Fill with bots up to"), min_value=0, max_value=2 * MOST_ENTRANTS)
