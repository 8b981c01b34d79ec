"""Club table: the forms for the rules of a house, and for a table of a club's."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.options import OPTIONS
from games.forms.new_table import NewTableForm
from games.models import HouseRules, Table


class HouseRulesForm(NewTableForm):
    """Rules under one preset and a name of their own."""

    def __init__(self, preset: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(preset, *args, **kwargs)
        options = {name: field for name, field in self.fields.items() if name in OPTIONS}
        self.fields = {
            "rules_name": forms.CharField(
                label=_("Name of the rules"),
                max_length=60,
                help_text=_("Under a name the club has, this is the next version."),
            ),
            **options,
        }


class ClubTableForm(NewTableForm):
    """A table of a club's; by house rules it asks only for what every table has."""

    def __init__(self, preset: str, *args: Any, rules: HouseRules | None = None, **kwargs: Any) -> None:
        super().__init__(preset, *args, **kwargs)
        self.rules = rules
        visibility = self.fields["visibility"]
        own = [(Table.Visibility.CLUB.value, _("members of the club"))]
        visibility.choices = [*own, *visibility.choices]  # type: ignore[attr-defined]
        visibility.initial = Table.Visibility.CLUB.value
        if rules is not None:
            for name in [name for name in self.fields if name in OPTIONS]:
                del self.fields[name]

    def table(self) -> dict[str, Any]:
        """Return what opens the table, by the names of `open_club_table`."""
        return super().table() | {"house_rules_id": self.rules.pk if self.rules else None}
