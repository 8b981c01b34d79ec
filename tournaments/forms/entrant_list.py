"""Entrant list form: a table of entrants, as a file or as its text."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.club_forms import MemberListForm


class EntrantListForm(MemberListForm):
    """A list of entrants: a file, or the text of one that has been looked at."""

    file = forms.FileField(
        label=_("Table of entrants"), required=False,
        help_text=_("CSV UTF-8, with a first line such as: player1;player2;seed;fee paid"),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )  # fmt: skip
