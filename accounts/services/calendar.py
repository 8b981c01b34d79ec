"""Calendars: writing down what is on at a club, changing it, and striking it out."""

from datetime import date, time

from django.db import transaction
from django.utils import timezone

from accounts.errors import BadEvent, BadZone, NoSuchEvent, TooManyEvents
from accounts.models import ClubEvent, Right, known_zones
from accounts.selectors.calendar import event_of
from accounts.selectors.clubs import check_right
from accounts.services.clubs import lock_club

MOST_EVENTS = 200
LONGEST_TITLE = 120
LONGEST_WORDS = 500
MINUTES = range(5, 24 * 60 + 1)
YEARS = range(2000, 2101)


@transaction.atomic
def write_event(
    *,
    club_id: int,
    user_id: int,
    title: str,
    day: date,
    hour: time,
    event_id: int | None = None,
    words: str = "",
    minutes: int = 180,
    zone: str = "",
    repeats: str = ClubEvent.Repeats.NEVER,
    until: date | None = None,
) -> int:
    """Write an event into a club's calendar, or anew over *event_id*; return its id. Locks the club.

    *day* and *hour* are civil time in *zone*, by default the club's. Raises NoRight without the right to the calendar,
    BadZone, BadEvent, NoSuchEvent, TooManyEvents.
    """
    club = lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.CALENDAR)
    zone = zone or club.zone
    if zone not in known_zones():
        raise BadZone
    if minutes not in MINUTES or day.year not in YEARS or repeats not in ClubEvent.Repeats.values:
        raise BadEvent("an event lasts 5 minutes to a day, in a year from 2000 to 2100")
    if until is not None and (repeats != ClubEvent.Repeats.WEEKLY or until < day):
        raise BadEvent("only what repeats has a last day, and not before its first")
    if event_id is None:
        if ClubEvent.objects.filter(club_id=club_id).count() >= MOST_EVENTS:
            raise TooManyEvents
        event = ClubEvent(club_id=club_id, made_by_id=user_id)
    else:
        event = event_of(club_id=club_id, event_id=event_id)
    event.title = _line(title, LONGEST_TITLE)
    if not event.title:
        raise BadEvent("an event has a title")
    event.words = _line(words, LONGEST_WORDS)
    event.day, event.hour, event.zone = day, hour.replace(second=0, microsecond=0, tzinfo=None), zone
    event.minutes, event.repeats, event.until = minutes, repeats, until
    event.changed_at = timezone.now()
    event.save()
    return event.pk


@transaction.atomic
def strike_event(*, club_id: int, user_id: int, event_id: int) -> None:
    """Take an event out of a club's calendar. Locks the club; raises NoRight, NoSuchEvent."""
    lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.CALENDAR)
    if not ClubEvent.objects.filter(club_id=club_id, pk=event_id).delete()[0]:
        raise NoSuchEvent


def _line(text: str, longest: int) -> str:
    """Return *text* on one line without what cannot be seen. Raises BadEvent for one that is too long."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    if len(plain) > longest:
        raise BadEvent(f"at most {longest} signs")
    return plain
