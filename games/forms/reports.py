"""Reports: what one person tells the staff about another."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models import Report
from games.models.reports import LONGEST_WORDS


class ReportForm(forms.Form):
    """Why somebody is reported."""

    line = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    reason = forms.ChoiceField(label=_("Reason"), choices=Report.Reason.choices, widget=forms.RadioSelect)
    words = forms.CharField(
        label=_("What happened"),
        help_text=_("In a few words, if you like. Only the staff reads it."),
        required=False,
        max_length=LONGEST_WORDS,
        widget=forms.Textarea(attrs={"rows": 4}),
    )
