"""Civil time: the moments at which something is on that stands in a calendar by day and hour (docs/adr/0054).

Pure: no clock, no Django. An hour that a change of the clocks skips is read by the offset before the change, one that
comes twice is its first; so each day has it exactly once, and the rest of the year keeps the hour on the wall.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

WEEK = timedelta(days=7)


def moment_of(day: date, hour: time, zone: str) -> datetime:
    """Return the moment (UTC) at which the clocks of *zone* show *hour* on *day*."""
    return datetime.combine(day, hour.replace(fold=0), ZoneInfo(zone)).astimezone(UTC)


def civil_day(moment: datetime, zone: str) -> date:
    """Return the day it is in *zone* at *moment*."""
    return moment.astimezone(ZoneInfo(zone)).date()


def days_between(day: date, *, weekly: bool, until: date | None, first: date, last: date) -> Iterator[date]:
    """Return the days from *first* to *last* on which something is that is on *day*, or from then on every week."""
    if not weekly:
        if first <= day <= last:
            yield day
        return
    weeks = max(0, -((day - first) // WEEK))
    day += weeks * WEEK
    end = last if until is None else min(last, until)
    while day <= end:
        yield day
        day += WEEK
