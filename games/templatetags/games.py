"""Games: what templates say about presets, cards and places at a table."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.safestring import SafeString

from accounts.services.qr_codes import svg_of
from games.forms.card_words import card_name
from games.forms.pool_words import pool_name
from games.forms.rule_words import preset_name
from games.models import RatingChange

register = template.Library()
register.filter("preset_name", preset_name)
register.filter("card_name", card_name)
register.filter("pool_name", pool_name)


@register.simple_tag
def qr_code(address: str, title: str, title_id: str) -> SafeString:
    """Return the QR code of an address as SVG."""
    return svg_of(address, title, title_id=title_id)


@register.filter
def signed(points: int) -> str:
    """Return *points* with their sign, a true minus and no hyphen."""
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points else "0"


@register.filter
def points(rating: float) -> int:
    """Return a rating as it is shown: rounded, as ranks go by it."""
    return round(rating)


@register.filter
def moved(change: RatingChange) -> str:
    """Return what a match did to a rating, to a tenth, with a sign."""
    by = change.after - change.before
    sign = "\N{MINUS SIGN}" if by < 0 else "+"
    return sign + number_format(abs(by), decimal_pos=1)


PLACES = {
    2: ("south", "north"),
    3: ("south", "east", "west"),
    4: ("south", "east", "north", "west"),
}


@register.filter
def board_place(number: int, board: Mapping[str, Any]) -> str:
    """Return where seat *number* of a board is round the cloth; larger tables are lists without places."""
    places = PLACES.get(len(board["counts"]), ())
    return places[number] if number < len(places) else "any"


@register.filter
def board_scores(board: Mapping[str, Any]) -> list[tuple[str, int]]:
    """Return who has which points on a board: by sides where they are known, else by seats."""
    totals, sides = board["totals"], board["sides"]
    if not sides or len(sides) != len(totals):
        sides = [[seat] for seat in range(len(totals))] if len(totals) == len(board["counts"]) else [[]] * len(totals)
    names = {seat["seat"]: seat["name"] for seat in board["seats"]}
    return [
        (" · ".join(names[seat] for seat in side if seat in names), points)
        for side, points in zip(sides, totals, strict=True)
    ]


@register.simple_tag
def card_image(code: str) -> str:
    """Return the address of a card's picture in the usual deck."""
    return static(f"cards/napoletane/{code}.svg")


@register.filter
def chair_place(number: int, table: Mapping[str, Any]) -> str:
    """Return where chair *number* of a lobby row stands round the cloth; larger tables are lists without places."""
    places = PLACES.get(max(seat["seat"] for seat in table["seats"]) + 1, ())
    return places[number] if number < len(places) else "any"
