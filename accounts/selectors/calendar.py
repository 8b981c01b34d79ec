"""Calendars: what is on at a club in a span of days, each time at its moment."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Q

from accounts.civil_time import civil_day, days_between, moment_of
from accounts.errors import NoSuchEvent
from accounts.ics import Entry
from accounts.models import Club, ClubEvent

BACK = timedelta(days=31)
AHEAD = timedelta(days=366)
"""How far a subscribed calendar reaches into the past and into the future."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time that an event is on."""

    event: ClubEvent
    day: date
    starts_at: datetime
    ends_at: datetime


def event_of(*, club_id: int, event_id: int) -> ClubEvent:
    """Return an event of a club. Raises NoSuchEvent."""
    event = ClubEvent.objects.filter(club_id=club_id, pk=event_id).first()
    if event is None:
        raise NoSuchEvent
    return event


def occurrences(*, club_id: int, since: datetime, before: datetime) -> list[Occurrence]:
    """Return what is on at a club between two moments, what has not ended by the first with it, in the order of time.

    An hour is the clock's of the event's zone: a skipped or a doubled one is on once.
    """
    day = timedelta(days=1)
    lasting = Q(day__gte=since.date() - 2 * day) | Q(repeats=ClubEvent.Repeats.WEEKLY)
    going = Q(until=None) | Q(until__gte=since.date() - 2 * day)
    events = ClubEvent.objects.filter(lasting, going, club_id=club_id, day__lte=before.date() + day)
    found = [
        occurrence
        for event in events
        for on in days_between(
            event.day,
            weekly=event.repeats == ClubEvent.Repeats.WEEKLY,
            until=event.until,
            first=civil_day(since, event.zone) - day,
            last=civil_day(before, event.zone),
        )
        if (occurrence := _on(event, on)).ends_at > since and occurrence.starts_at < before
    ]
    return sorted(found, key=lambda occurrence: (occurrence.starts_at, occurrence.event.pk))


def entries_of(club: Club, *, now: datetime, site: str, address: str) -> list[Entry]:
    """Return a club's calendar for those who subscribe to it; *address* is that of its page at *site*."""
    host = site.rsplit("://", maxsplit=1)[-1]
    return [
        Entry(
            uid=f"event-{on.event.pk}-{on.day:%Y%m%d}@{host}",
            title=on.event.title,
            words=on.event.words,
            place=club.place,
            starts_at=on.starts_at,
            ends_at=on.ends_at,
            changed_at=on.event.changed_at,
            address=address,
        )
        for on in occurrences(club_id=club.pk, since=now - BACK, before=now + AHEAD)
    ]


def _on(event: ClubEvent, day: date) -> Occurrence:
    starts_at = moment_of(day, event.hour, event.zone)
    return Occurrence(event, day, starts_at, starts_at + timedelta(minutes=event.minutes))
