"""Games: what templates say about presets, cards and places at a table."""

from collections.abc import Mapping
from typing import Any

from django import template

from games.forms.card_words import card_name
from games.forms.rule_words import preset_name

register = template.Library()
register.filter("preset_name", preset_name)
register.filter("card_name", card_name)


@register.filter
def signed(points: int) -> str:
    """Return *points* with their sign, a true minus and no hyphen."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


PLACES = {
    2: ("south", "north"),
    3: ("south", "east", "west"),
    4: ("south", "east", "north", "west"),
}


@register.filter
def chair_place(number: int, table: Mapping[str, Any]) -> str:
    """Return where chair *number* of a lobby row stands round the cloth; larger tables are lists without places."""
    places = PLACES.get(max(seat["seat"] for seat in table["seats"]) + 1, ())
    return places[number] if number < len(places) else "any"
