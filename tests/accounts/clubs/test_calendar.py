"""Calendars: civil time through every change of the clocks, and a file that calendar programs read."""

from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest

from accounts import errors, ics
from accounts.civil_time import days_between, moment_of
from accounts.models import ClubEvent
from accounts.selectors.calendar import entries_of, occurrences
from accounts.services import calendar as calendars
from tests.accounts.clubs.houses import club_of, member_in
from tests.accounts.factories import UserFactory

ROME = "Europe/Rome"


@pytest.mark.parametrize(
    ("day", "hour", "zone", "moment"),
    [
        (date(2026, 11, 5), time(21), ROME, "2026-11-05T20:00"),
        (date(2026, 7, 2), time(21), ROME, "2026-07-02T19:00"),
        (date(2027, 3, 28), time(2, 30), ROME, "2027-03-28T01:30"),  # skipped: read by the offset before
        (date(2026, 10, 25), time(2, 30), ROME, "2026-10-25T00:30"),  # comes twice: the first
        (date(2026, 10, 25), time(2, 30, fold=1), ROME, "2026-10-25T00:30"),
        (date(2026, 10, 4), time(2, 15), "Australia/Lord_Howe", "2026-10-03T15:45"),  # clocks go by half an hour
        (date(2011, 12, 30), time(12), "Pacific/Apia", "2011-12-30T22:00"),  # a day that never was
        (date(2026, 11, 5), time(21), "Asia/Kathmandu", "2026-11-05T15:15"),
    ],
)
def test_the_hour_on_the_wall_has_one_moment(day, hour, zone, moment):
    assert moment_of(day, hour, zone) == datetime.fromisoformat(f"{moment}+00:00")


@pytest.mark.parametrize(
    ("first", "last", "until", "days"),
    [
        (1, 30, None, [5, 12, 19, 26]),
        (5, 5, None, [5]),
        (6, 19, None, [12, 19]),
        (1, 30, 19, [5, 12, 19]),
        (20, 30, 19, []),
        (1, 4, None, []),
    ],
)
def test_weekly_days(first, last, until, days):
    span = {"first": date(2026, 11, first), "last": date(2026, 11, last)}
    end = until and date(2026, 11, until)
    found = days_between(date(2026, 11, 5), weekly=True, until=end, **span)
    assert [day.day for day in found] == days


@pytest.fixture
def ada(db):
    return UserFactory(username="Ada")


@pytest.fixture
def club(ada):
    return club_of(ada, name="Caffè Sport", place="Trieste")


def write(club, user, **facts) -> ClubEvent:
    facts = {"title": "Il giovedì del circolo", "day": date(2026, 10, 1), "hour": time(21), "repeats": "weekly"} | facts
    return ClubEvent.objects.get(pk=calendars.write_event(club_id=club.pk, user_id=user.pk, **facts))


def test_every_thursday_at_nine_stays_at_nine(club, ada):
    write(club, ada)
    first, last = datetime(2026, 10, 1, tzinfo=UTC), datetime(2027, 10, 1, tzinfo=UTC)
    year = occurrences(club_id=club.pk, since=first, before=last)
    assert len(year) == 53
    assert {on.starts_at.hour for on in year} == {19, 20}
    assert all(later.day - on.day == timedelta(days=7) for on, later in pairwise(year))
    gaps = {later.starts_at - on.starts_at for on, later in pairwise(year)}
    assert gaps == {timedelta(days=7), timedelta(days=7, hours=1), timedelta(days=7, hours=-1)}


@pytest.mark.parametrize("day", [date(2026, 10, 25), date(2027, 3, 28)])
def test_a_doubled_and_a_skipped_hour_are_on_once(club, ada, day):
    write(club, ada, day=day - timedelta(days=7), hour=time(2, 30))
    night = datetime(day.year, day.month, day.day, tzinfo=UTC)
    found = occurrences(club_id=club.pk, since=night - timedelta(hours=6), before=night + timedelta(hours=6))
    assert [on.day for on in found] == [day]


def test_what_has_begun_is_still_on_and_what_has_ended_is_not(club, ada):
    event = write(club, ada, repeats="never", day=date(2026, 11, 5), minutes=120)  # 20:00 to 22:00 UTC
    now = datetime(2026, 11, 5, 21, 59, tzinfo=UTC)
    week = timedelta(days=7)
    assert [on.event for on in occurrences(club_id=club.pk, since=now, before=now + week)] == [event]
    assert not occurrences(club_id=club.pk, since=now + timedelta(minutes=1), before=now + week)
    assert not occurrences(club_id=club.pk, since=now - week, before=datetime(2026, 11, 5, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ({"title": " \u202e"}, errors.BadEvent),
        ({"title": "x" * 121}, errors.BadEvent),
        ({"words": "x" * 501}, errors.BadEvent),
        ({"minutes": 0}, errors.BadEvent),
        ({"minutes": 1441}, errors.BadEvent),
        ({"day": date(1999, 1, 1)}, errors.BadEvent),
        ({"repeats": "daily"}, errors.BadEvent),
        ({"until": date(2026, 9, 30)}, errors.BadEvent),
        ({"repeats": "never", "until": date(2026, 10, 30)}, errors.BadEvent),
        ({"zone": "Mars/Olympus"}, errors.BadZone),
        ({"event_id": 0}, errors.NoSuchEvent),
    ],
)
def test_events_that_cannot_be(club, ada, facts, refusal):
    with pytest.raises(refusal):
        write(club, ada, **facts)
    assert not ClubEvent.objects.exists()


def test_only_who_keeps_the_calendar_writes_in_it(club, ada, monkeypatch):
    director, host = member_in(club, "director"), member_in(club, "host")
    event = write(club, director)
    with pytest.raises(errors.NoRight):
        write(club, host)
    with pytest.raises(errors.NoRight):
        calendars.strike_event(club_id=club.pk, user_id=host.pk, event_id=event.pk)
    assert write(club, ada, event_id=event.pk, title="Torneo").title == "Torneo"
    other = club_of(ada)
    with pytest.raises(errors.NoSuchEvent):
        write(other, ada, event_id=event.pk)
    with pytest.raises(errors.NoSuchEvent):
        calendars.strike_event(club_id=other.pk, user_id=ada.pk, event_id=event.pk)
    monkeypatch.setattr(calendars, "MOST_EVENTS", 1)
    with pytest.raises(errors.TooManyEvents):
        write(club, ada)
    calendars.strike_event(club_id=club.pk, user_id=director.pk, event_id=event.pk)
    write(club, ada)


def test_an_event_keeps_the_zone_it_was_written_in(club, ada):
    assert write(club, ada).zone == ROME
    assert write(club, ada, zone="Europe/London").zone == "Europe/London"


def test_the_file_is_what_calendar_programs_read(club, ada):
    long = "Portare le carte; chi vuole, cena. " * 6
    event = write(club, ada, title="Torneo à coppie 🃏 " * 5, words=long, until=date(2026, 10, 29))
    entries = entries_of(
        club,
        now=datetime(2026, 10, 2, tzinfo=UTC),
        site="https://carte.example.org",
        address="https://c.example.org/x/",
    )
    raw = ics.calendar("Caffè\nSport; bar", entries)
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    for line in lines:
        line.decode()  # no character is cut in two
    text = raw.replace(b"\r\n ", b"").decode()
    assert text.startswith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
    assert text.endswith("END:VCALENDAR\r\n")
    assert "X-WR-CALNAME:Caffè\\nSport\\; bar\r\n" in text
    assert f"UID:event-{event.pk}-20261001@carte.example.org\r\n" in text
    assert text.count("BEGIN:VEVENT") == text.count("END:VEVENT") == 5
    assert "DTSTART:20261001T190000Z\r\nDTEND:20261001T220000Z\r\n" in text
    assert "DTSTART:20261029T200000Z" in text
    assert "DESCRIPTION:Portare le carte\\; chi vuole\\, cena. " in text
    assert f"SUMMARY:{'Torneo à coppie 🃏 ' * 5}".strip() in text
    assert "LOCATION:Trieste\r\n" in text
