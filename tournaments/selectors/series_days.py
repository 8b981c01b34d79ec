"""Series' days: when the tournaments of a series are, in the club's civil time (docs/adr/0074)."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from accounts.civil_time import civil_day, days_between, moment_of
from tournaments.models import TournamentSeries

DAY = timedelta(days=1)


def days_of(series: TournamentSeries, first: date, last: date) -> Iterator[date]:
    """Return the days of a series between two days, these with it."""
    return days_between(series.first_day, weekly=series.weekly, until=series.until, first=first, last=last)


def start_on(series: TournamentSeries, day: date) -> datetime:
    """Return the moment at which the tournament of a day starts: the hour on the clocks of the zone, once a day."""
    return moment_of(day, series.hour, series.zone)


def due_days(series: TournamentSeries, now: datetime) -> list[date]:
    """Return the days whose tournaments are to be announced by now and have not started yet.

    Those that have passed while nobody was there to announce them are not among them: nobody could have entered.
    """
    if series.ended_at is not None:
        return []
    last = now + timedelta(days=series.days_ahead)
    days = days_of(series, civil_day(now, series.zone) - DAY, civil_day(last, series.zone) + DAY)
    return [day for day in days if now < start_on(series, day) <= last]


def next_days(series: TournamentSeries, now: datetime, count: int) -> list[date]:
    """Return the next days of a series that have not begun, *count* at most."""
    if series.ended_at is not None:
        return []
    today = civil_day(now, series.zone)
    ahead = max(today, series.first_day) + timedelta(weeks=count + 1)
    days = (day for day in days_of(series, today - DAY, ahead) if start_on(series, day) > now)
    return list(days)[:count]


def missed_days(series: TournamentSeries, now: datetime, held: set[date], weeks: int = 26) -> list[date]:
    """Return the days of the last weeks on which there was no tournament, the latest first."""
    end = min(now, series.ended_at) if series.ended_at else now
    last = civil_day(end, series.zone)
    days = days_of(series, last - timedelta(weeks=weeks), last)
    begun = civil_day(series.created_at, series.zone)
    passed = (day for day in days if begun <= day and start_on(series, day) <= end)
    return sorted((day for day in passed if day not in held), reverse=True)
