"""New table: the form that opens a table, made from the options of the chosen preset (rules 5)."""

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.engine.errors import BadOption
from games.engine.options import OPTIONS, Option
from games.engine.rulesets import PRESETS, Preset, resolve
from games.forms.rule_words import OPTION_WORDS, value_text
from games.models import Table
from games.selectors.chairs import has_partners
from games.selectors.series import can_play_series

FIRST: Final = ("players", "target")  # asked at once; the other options stand behind "More rules"
CLOCKS: Final = {"usual": (30, 180), "quick": (15, 60), "slow": (60, 300), "none": (0, 0)}


class NewTableForm(forms.Form):
    """What a table under one preset may be; `options` gives what the rules take."""

    name = forms.CharField(
        label=_("Name of the table"),
        help_text=_("Shown in the lobby; may stay empty."),
        max_length=60,
        required=False,
    )
    visibility = forms.ChoiceField(
        label=_("Who may come"),
        help_text=_("Tables with a link or a password do not stand in the lobby."),
        choices=[
            (Table.Visibility.PUBLIC.value, _("everybody")),
            (Table.Visibility.LINK.value, _("whoever has the link")),
            (Table.Visibility.PASSWORD.value, _("whoever knows the password")),
        ],
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("Only for a table with a password."),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    clock = forms.ChoiceField(
        label=_("Clock"),
        help_text=_("Time for a card, and a reserve for the whole match. No clock only at tables that are not public."),
        choices=[
            ("usual", _("30 seconds a card, 3 minutes in reserve")),
            ("quick", _("15 seconds a card, 1 minute in reserve")),
            ("slow", _("60 seconds a card, 5 minutes in reserve")),
            ("none", _("no clock")),
        ],
    )
    series = forms.ChoiceField(
        label=_("Series"),
        help_text=_("Partita, rivincita and, at one all, the bella; or a giro: three matches, with each partner once."),
        choices=[
            ("", _("single matches")),
            (Table.Series.BELLA.value, _("partita, rivincita, bella")),
            (Table.Series.GIRO.value, _("giro")),
        ],
        required=False,
    )
    bella_target = forms.TypedChoiceField(
        label=_("The bella is played to"), coerce=int, empty_value=None, required=False
    )
    watch_delay = forms.TypedChoiceField(
        label=_("Watchers see it"),
        help_text=_("Players see everything at once."),
        coerce=int,
        choices=[
            (0, _("at once")),
            (60, _("a minute late")),
            (300, _("5 minutes late")),
            (900, _("15 minutes late")),
        ],
        required=False,
    )
    partners = forms.ChoiceField(
        label=_("Partners"),
        help_text=_("For the first match; drawn openly once every chair is taken."),
        choices=[
            (Table.Partners.CHOSEN.value, _("as people sit down")),
            (Table.Partners.LOT.value, _("drawn by lot")),
            (Table.Partners.CARD.value, _("drawn by highest card")),
        ],
        required=False,
    )
    rated = forms.BooleanField(
        label=_("Rated"), help_text=_("Counts for the ladder when four people play it to its end."), required=False
    )

    def __init__(self, preset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.preset: Preset = PRESETS[preset]
        if not has_partners(resolve(preset, {})):
            del self.fields["partners"]
        self._offer_series()
        for option in OPTIONS.values():
            field = self._field_of(option)
            if field is not None:
                self.fields[option.name] = field

    def first(self) -> list[forms.BoundField]:
        """Return the fields of the rules that everybody should look at."""
        return [self[name] for name in FIRST if name in self.fields]

    def more(self) -> list[forms.BoundField]:
        """Return the fields of the other rules."""
        return [self[name] for name in self.fields if name in OPTIONS and name not in FIRST]

    def common(self) -> list[forms.BoundField]:
        """Return the fields that every table has."""
        return [self[name] for name in self.fields if name not in OPTIONS]

    def clean(self) -> dict[str, Any]:
        """Check what no field can check alone."""
        found: dict[str, Any] = super().clean() or {}
        is_public = found.get("visibility") == Table.Visibility.PUBLIC
        if found.get("clock") == "none" and (is_public or found.get("rated")):
            self.add_error("clock", _("A public or rated table needs a clock."))
        if found.get("visibility") == Table.Visibility.PASSWORD and not found.get("password"):
            self.add_error("password", _("Give the password people will need."))
        if not self.errors:
            try:
                resolve(self.preset.name, self.options())
            except BadOption as refusal:
                raise forms.ValidationError(_("These rules do not go together.")) from refusal
        return found

    def options(self) -> dict[str, object]:
        """Return the options given, as the rules take them."""
        given: dict[str, object] = {}
        for name in self.fields:
            if name not in OPTIONS:
                continue
            value = self.cleaned_data.get(name)
            kind = OPTIONS[name].kind
            if kind == "number":
                if value not in (None, ""):
                    given[name] = int(str(value))
            elif kind == "flag":
                given[name] = bool(value)
            else:
                given[name] = value
        if "hands" in given and "players" in given and not self._was_changed("hands"):
            del given["hands"]  # its default follows the number of players
        return given

    def table(self) -> dict[str, Any]:
        """Return what opens the table, by the names of `open_table`."""
        data = self.cleaned_data
        move, bank = CLOCKS[data["clock"]]
        is_locked = data["visibility"] == Table.Visibility.PASSWORD
        bella = data.get("bella_target")
        return {
            "preset": self.preset.name,
            "options": self.options(),
            "name": data["name"],
            "visibility": data["visibility"],
            "password": data["password"] if is_locked else "",
            "rated": data["rated"],
            "move_seconds": move,
            "bank_seconds": bank,
            "series": data.get("series", ""),
            "bella": {"target": bella} if bella and data.get("series") == Table.Series.BELLA else {},
            "watch_delay": data["watch_delay"] or 0,
            "partners": data.get("partners") or Table.Partners.CHOSEN,
        }

    def _offer_series(self) -> None:
        """Leave only the series that people can play under this preset."""
        rules = resolve(self.preset.name, {})
        kinds = {"", *(kind for kind in Table.Series.values if can_play_series(rules, kind))}
        if kinds == {""}:
            del self.fields["series"]
        else:
            field = self.fields["series"]
            field.choices = [choice for choice in field.choices if choice[0] in kinds]  # type: ignore[attr-defined]
        if Table.Series.BELLA.value in kinds:
            usual = [("", _("the same points"))]
            targets = [(value, value_text("target", value)) for value in self.preset.offered("target")]
            self.fields["bella_target"].choices = [*usual, *targets]  # type: ignore[attr-defined]
        else:
            del self.fields["bella_target"]

    def _was_changed(self, name: str) -> bool:
        return name in self.changed_data

    def _field_of(self, option: Option) -> forms.Field | None:
        """Return the field that asks for *option*, None where the preset offers no choice."""
        if not self.preset.has_effect(option.name):
            return None
        usual = next(iter(self.preset.shapes))
        default = self.preset.default(option.name, usual)
        words = OPTION_WORDS[option.name]
        about: dict[str, Any] = {"label": words.name, "help_text": words.line, "initial": default, "required": False}
        offered = self.preset.offered(option.name)
        if option.name == "hands":
            return forms.IntegerField(min_value=option.low, max_value=option.high, **about)
        if option.name == "players":
            choices = [(number, _people(int(str(number)))) for number in offered]
            return forms.TypedChoiceField(coerce=int, choices=choices, **about) if len(choices) > 1 else None
        match option.kind:
            case "number":
                return forms.TypedChoiceField(
                    coerce=int, choices=[(value, value_text(option.name, value)) for value in offered], **about
                )
            case "choice":
                return forms.ChoiceField(
                    choices=[(str(value), value_text(option.name, value)) for value in offered], **about
                )
            case "flag":
                return forms.BooleanField(**about)
            case "words":
                return forms.MultipleChoiceField(
                    choices=[(word, word) for word in option.values],
                    widget=forms.CheckboxSelectMultiple,
                    **(about | {"initial": list(default) if isinstance(default, tuple) else default}),
                )


def _people(count: int) -> str:
    return ngettext("%(count)d player", "%(count)d players", count) % {"count": count}


class PasswordForm(forms.Form):
    """The password of a private table."""

    password = forms.CharField(
        label=_("Password of the table"),
        help_text=_("Whoever invited you knows it."),
        max_length=60,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )
