"""Series form: what organisers fill in about a series of tournaments."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.club_forms import DAY
from tournaments.models import Tournament, TournamentSeries
from tournaments.services.series import DAYS_AHEAD, LONGEST_DESCRIPTION, LONGEST_NAME, USUAL_POINTS, template_of

MOST_MODELS = 30


class SeriesForm(forms.Form):
    """A series, in the club's civil time; its tournaments are played like one there has been."""

    name = forms.CharField(
        label=_("Name"), max_length=LONGEST_NAME, help_text=_("Each tournament has it, with its day.")
    )
    like = forms.ChoiceField(
        label=_("Played like"), help_text=_("A tournament of the club's: format, rules and times are taken from it.")
    )
    first_day = forms.DateField(label=_("First day"), widget=DAY, help_text=_("Of the first tournament."))
    hour = forms.TimeField(
        label=_("Time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("On the clock of the club, also when the clocks change."),
    )  # fmt: skip
    weekly = forms.ChoiceField(
        label=_("Repeats"), choices=[("1", _("every week")), ("", _("once"))], required=False, initial="1"
    )
    until = forms.DateField(
        label=_("Until"), required=False, widget=DAY, help_text=_("The last day it may be on; empty: it goes on.")
    )
    days_ahead = forms.IntegerField(
        label=_("Announced so many days before"), min_value=DAYS_AHEAD[0], max_value=DAYS_AHEAD[-1], initial=6
    )
    points = forms.CharField(
        label=_("Points by place"), max_length=320, required=False, initial=", ".join(map(str, USUAL_POINTS)),
        help_text=_("From the first place on, with commas between: 10, 8, 6, 5"),
    )  # fmt: skip
    description = forms.CharField(
        label=_("Description"), max_length=LONGEST_DESCRIPTION, required=False,
        widget=forms.Textarea(attrs={"rows": 4}), help_text=_("May stay empty."),
    )  # fmt: skip

    def __init__(self, *args: Any, club_id: int, series: TournamentSeries | None = None, **kwargs: Any) -> None:
        if series is not None:
            kwargs["initial"] = _facts_of(series) | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        self._models = {
            held.code: held for held in Tournament.objects.filter(club_id=club_id).order_by("-pk")[:MOST_MODELS]
        }
        choices = [("", _("as until now"))] if series else []
        self.fields["like"].choices = [*choices, *((code, held.name) for code, held in self._models.items())]  # type: ignore[attr-defined]
        self.fields["like"].required = series is None

    def clean_points(self) -> list[int]:
        """Return the points as numbers."""
        cells = [cell.strip() for cell in self.cleaned_data["points"].replace(";", ",").split(",") if cell.strip()]
        if not all(cell.isascii() and cell.isdigit() and len(cell) <= 4 for cell in cells):
            raise forms.ValidationError(_("Whole numbers, with commas between."))
        return [int(cell) for cell in cells]

    @property
    def facts(self) -> dict[str, Any]:
        """Return what `services.series` takes."""
        facts = {**self.cleaned_data, "weekly": bool(self.cleaned_data["weekly"])}
        like = self._models.get(facts.pop("like"))
        return facts | ({"template": template_of(like)} if like is not None else {})

    @property
    def has_models(self) -> bool:
        """Whether there is a tournament to be taken for a model."""
        return bool(self._models)


def _facts_of(series: TournamentSeries) -> dict[str, Any]:
    names = ("name", "first_day", "hour", "until", "days_ahead", "description")
    facts = {name: getattr(series, name) for name in names}
    return facts | {"weekly": "1" if series.weekly else "", "points": ", ".join(map(str, series.points))}
