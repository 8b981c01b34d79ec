"""Seek: the form that asks to be found a table."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.errors import NoSuchPlayer
from games.engine.rulesets import PRESETS
from games.forms.rule_words import preset_groups
from games.selectors.players import player_named

TARGETS: Final = (11, 21, 31, 41, 51, 61, 71)
BANDS: Final = (100, 200, 400)

FAULTS: Final = {
    "already_seated": _("You have a chair. Stand up first."),
    "already_seeking": _("You are waiting for a table already."),
    "blocked": _("This person does not want to play with you."),
    "busy": _("Too much happened at once. Try again."),
    "no_such_player": _("Nobody has this name."),
    "no_such_seek": _("This has been settled already."),
    "no_such_invitation": _("This has been settled already."),
    "invitation_gone": _("This invitation has been settled or is too old."),
    "not_yourself": _("That is you."),
    "people_only": _("Bots are seated at a table, not looked for."),
    "seat_taken": _("Somebody sits in this chair by now."),
    "table_closed": _("The table has been closed."),
    "table_playing": _("The match has begun without you."),
}
OTHER_FAULT: Final = _("This cannot be done now.")


class SeekForm(forms.Form):
    """What table somebody wants to be found."""

    preset = forms.ChoiceField(label=_("Game"))
    target = forms.TypedChoiceField(
        label=_("Play to"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("as usual")), *((points, str(points)) for points in TARGETS)],
    )
    band = forms.TypedChoiceField(
        label=_("With whom"),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", _("anybody"))],
    )
    partner = forms.CharField(
        label=_("Partner"),
        help_text=_("A name, if you want to play with somebody; they are asked first."),
        max_length=24,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )
    rated = forms.BooleanField(label=_("Rated"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = [(title, [(named.code, named.words.name) for named in presets]) for title, presets in preset_groups()]
        self.fields["preset"].choices = groups  # type: ignore[attr-defined]
        bands = [(points, _("within %(points)s points of mine") % {"points": points}) for points in BANDS]
        self.fields["band"].choices = [("", _("anybody")), *bands]  # type: ignore[attr-defined]

    def clean_partner(self) -> int | None:
        """Return the id of the player who has the name, None for no name."""
        name: str = self.cleaned_data["partner"].strip()
        try:
            return player_named(name).pk if name else None
        except NoSuchPlayer as refusal:
            raise forms.ValidationError(FAULTS["no_such_player"]) from refusal

    def clean(self) -> dict[str, Any]:
        """Refuse points that the game is not played to."""
        found: dict[str, Any] = super().clean() or {}
        preset, target = found.get("preset"), found.get("target")
        if preset and target and target not in PRESETS[preset].offered("target"):
            self.add_error("target", _("This game is not played to so many points."))
        return found

    def seek(self, rating: int) -> dict[str, Any]:
        """Return what makes the seek of somebody with this *rating*, by the names of `services.seeks.seek`."""
        data = self.cleaned_data
        band = data["band"]
        return {
            "preset": data["preset"],
            "options": {"target": data["target"]} if data["target"] else {},
            "rated": data["rated"],
            "rating_low": max(0, rating - band) if band else None,
            "rating_high": rating + band if band else None,
            "partner_id": data["partner"],
        }
