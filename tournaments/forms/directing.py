"""Directing: what a director fills in, and who calls one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import DirectorCall
from tournaments.services.adding_time import MOST_MINUTES
from tournaments.services.audit import LONGEST_REASON
from tournaments.services.calls import LONGEST_WORDS, PLAYERS_REASONS
from tournaments.services.messages import LONGEST as LONGEST_MESSAGE


class CallForm(forms.Form):
    """Why somebody at a table calls the director."""

    reason = forms.ChoiceField(
        label=_("What is it about?"),
        choices=[(reason.value, reason.label) for reason in PLAYERS_REASONS],
        initial=DirectorCall.Reason.RULES,
    )
    words = forms.CharField(
        label=_("In a few words"), max_length=LONGEST_WORDS, required=False, help_text=_("May stay empty.")
    )


class MessageForm(forms.Form):
    """Words to everybody who plays."""

    words = forms.CharField(
        label=_("Message"),
        max_length=LONGEST_MESSAGE,
        help_text=_("To everybody who has entered, and on the tournament's page."),
    )


class ReasonForm(forms.Form):
    """Why something is done."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, help_text=_("Stands in the log."))


class MaybeReasonForm(forms.Form):
    """Why something is done that needs no reason."""

    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, required=False, help_text=_("Stands in the log; may stay empty.")
    )


class MoreTimeForm(forms.Form):
    """How many minutes more."""

    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=5)


class SubstituteForm(MaybeReasonForm):
    """Who plays no longer, and who in their place."""

    out = forms.TypedChoiceField(label=_("Plays no longer"), coerce=int)
    coming = forms.CharField(label=_("Plays instead"), max_length=64, help_text=_("Their name here."))
    field_order = ("out", "coming", "reason")

    def __init__(self, *args: Any, people: list[tuple[int, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["out"].choices = people  # type: ignore[attr-defined]
