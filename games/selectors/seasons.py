"""Seasons: the quarters of the year in which ladders begin anew, in the civil time of the site (docs/adr/0057)."""

import re
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone

SEASON_OF: Final = """to_char({} AT TIME ZONE %(zone)s, 'YYYY"q"Q')"""
"""The season of a column's time, in SQL; wants the name of the zone as `zone`."""

_SEASON: Final = re.compile(r"[1-9][0-9]{3}q[1-4]", re.ASCII)


def zone() -> str:
    """Return the name of the time zone in which seasons begin."""
    name: str = settings.TIME_ZONE
    return name


def season_of(moment: datetime) -> str:
    """Return the season of a moment, such as `2026q4`."""
    day = moment.astimezone(timezone.get_default_timezone())
    return f"{day.year}q{(day.month + 2) // 3}"


def is_season(word: str) -> bool:
    """Tell whether a word names a season."""
    return _SEASON.fullmatch(word) is not None
