"""Club forms: what people fill in about their clubs."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import Club, ClubEvent, Membership, known_zones, validate_club_name
from accounts.spreadsheets import MOST_BYTES

DAY = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class ClubForm(forms.Form):
    """What a club says of itself."""

    name = forms.CharField(
        label=_("Name"),
        max_length=120,
        validators=[validate_club_name],
        help_text=_("No other club may have one like it."),
    )
    place = forms.CharField(
        label=_("Place"), max_length=120, required=False, help_text=_("Where you play: a bar, a street, a town.")
    )
    description = forms.CharField(
        label=_("Description"), max_length=4000, required=False, widget=forms.Textarea(attrs={"rows": 5}),
        help_text=_("What everybody reads on the club's page."),
    )  # fmt: skip
    entry = forms.ChoiceField(label=_("How one comes in"), choices=Club.Entry.choices, initial=Club.Entry.REQUEST)
    zone = forms.ChoiceField(
        label=_("Time zone"), help_text=_("Every time in the calendar is meant in it."), initial="Europe/Rome"
    )
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    deck = forms.ChoiceField(
        label=_("Cards"), choices=Club.Deck.choices, help_text=_("At the club's tables, for who has not chosen others.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["zone"].choices = [(zone, zone) for zone in sorted(known_zones())]  # type: ignore[attr-defined]


class MemberForm(forms.Form):
    """A member's card."""

    card_number = forms.CharField(label=_("Card number"), max_length=20, required=False, help_text=_("May stay empty."))
    paid_until = forms.DateField(
        label=_("Season paid until"), required=False, widget=DAY, help_text=_("The last day it covers.")
    )


class RoleForm(forms.Form):
    """What a member is."""

    role = forms.ChoiceField(
        label=_("Role"),
        choices=Membership.Role.choices,
        help_text=_("Owners give roles; a right that is lost ends at once."),
    )


class InvitationForm(forms.Form):
    """Inviting somebody."""

    player = forms.CharField(label=_("Player"), max_length=24, help_text=_("The name they play under."))
    words = forms.CharField(label=_("A word to them"), max_length=300, required=False, help_text=_("May stay empty."))


class RequestForm(forms.Form):
    """Asking to come in."""

    words = forms.CharField(
        label=_("A word to the club"), max_length=300, required=False, help_text=_("Who you are; may stay empty.")
    )


class MemberListForm(forms.Form):
    """A list of members: a file, or the text of one that has been looked at."""

    file = forms.FileField(
        label=_("Table of members"), required=False,
        help_text=_("CSV UTF-8, with a first line such as: name;card number;season paid until"),
        widget=forms.ClearableFileInput(attrs={"accept": ".csv,.txt,text/csv,text/plain"}),
    )  # fmt: skip
    text = forms.CharField(
        label=_("Or its text"), required=False, strip=False, max_length=MOST_BYTES,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Copied from a spreadsheet."),
    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Ask for one of the two."""
        found: dict[str, Any] = super().clean() or {}
        if not self.errors and not found.get("file") and not found.get("text"):
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return found

    def data_given(self) -> bytes:
        """Return the table as bytes; of a file no more than is needed to know that it is too large."""
        file = self.cleaned_data.get("file")
        data: bytes = file.read(MOST_BYTES + 1) if file else self.cleaned_data["text"].encode()
        return data


class EventForm(forms.Form):
    """Something in the calendar, in the club's civil time."""

    title = forms.CharField(label=_("What is on"), max_length=120, help_text=_("As it stands in the calendar."))
    day = forms.DateField(label=_("Day"), widget=DAY, help_text=_("The first, if it repeats."))
    hour = forms.TimeField(
        label=_("Time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("On the clock of the club, also when the clocks change."),
    )  # fmt: skip
    minutes = forms.IntegerField(
        label=_("Minutes it lasts"), min_value=5, max_value=1440, initial=180, help_text=_("5 to 1440.")
    )
    repeats = forms.ChoiceField(label=_("Repeats"), choices=ClubEvent.Repeats.choices)
    until = forms.DateField(
        label=_("Until"), required=False, widget=DAY, help_text=_("The last day it may be on; empty: it goes on.")
    )
    words = forms.CharField(label=_("Details"), max_length=500, required=False, help_text=_("May stay empty."))
    FACTS: ClassVar[tuple[str, ...]] = ("title", "day", "hour", "minutes", "repeats", "until", "words")

    def clean(self) -> dict[str, Any]:
        """Refuse a last day before the first, or of what is on once."""
        found: dict[str, Any] = super().clean() or {}
        day, until = found.get("day"), found.get("until")
        if until and (found.get("repeats") != ClubEvent.Repeats.WEEKLY or (day and until < day)):
            self.add_error("until", _("Only what repeats has a last day, and not before its first."))
        if day and not 2000 <= day.year <= 2100:
            self.add_error("day", _("A year from 2000 to 2100."))
        return found
