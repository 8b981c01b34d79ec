"""Tournaments: what templates say about moments, formats and the numbers of a table."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.forms.plan_words import format_words, group_letter, legs_words
from tournaments.forms.standing_words import mark_of, told
from tournaments.models import Entrant

register = template.Library()
register.filter("told", told)
register.filter("mark_of", mark_of)
register.filter("group_letter", group_letter)
register.filter("legs_words", legs_words)
register.filter("format_words", format_words)


@register.filter
def of(words: Mapping[str, Any], key: str) -> Any:
    """Return what stands under *key*."""
    return words[key]


@register.filter
def state_of(state: str) -> str:
    """Return what the state of an entrant is called."""
    return str(Entrant.State(state).label)


@register.simple_tag
def moment(at: datetime, zone: str, words: str = "l j F Y, H:i") -> SafeString:
    """Return a moment on the clock of *zone*, named beside it; times.js turns it into the reader's own time."""
    there = at.astimezone(ZoneInfo(zone))
    shown = "day" if "H" not in words else "time" if "j" not in words else "full"
    return format_html(
        '<time datetime="{}" data-moment="{}">{} <span class="quiet small">{}</span></time>',
        at.isoformat(),
        shown,
        date_format(there, words),
        zone.replace("_", " "),
    )
