"""Tournaments: what templates say about moments and encounters."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def moment(at: datetime, zone: str, words: str = "l j F Y, H:i") -> SafeString:
    """Return a moment on the clock of *zone*, named beside it; times.js turns it into the reader's own time."""
    there = at.astimezone(ZoneInfo(zone))
    return format_html(
        '<time datetime="{}" data-moment>{} <span class="quiet small">{}</span></time>',
        at.isoformat(),
        date_format(there, words),
        zone.replace("_", " "),
    )
