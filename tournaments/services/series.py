"""Series: making one, changing what is to come of it, ending it, and announcing its next tournament, once."""

import logging
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.utils.text import slugify

from accounts.errors import BadZone
from accounts.errors import Refusal as AccountRefusal
from accounts.models import Club, Right, known_zones
from accounts.selectors.clubs import check_right
from accounts.services.clubs import lock_club
from accounts.texts import one_line, some_words
from tournaments.errors import BadSeries, NoSuchSeries, SeriesEnded, TooManySeries
from tournaments.formats.errors import Refusal as FormatRefusal
from tournaments.models import Tournament, TournamentSeries
from tournaments.selectors.plans import plan_from, stored_plan
from tournaments.selectors.series_days import due_days, next_days, start_on
from tournaments.services.audit import SERVER, note
from tournaments.services.making import announce, make
from tournaments.services.tournament_facts import FACTS, take

logger = logging.getLogger(__name__)

MOST_SERIES: Final = 20
"""Series of a club that have not been ended."""
LONGEST_NAME: Final = 60
LONGEST_DESCRIPTION: Final = 4000
YEARS: Final = range(2000, 2101)
DAYS_AHEAD: Final = range(1, 61)
MOST_PLACES: Final = 64
MOST_POINTS: Final = 1000
USUAL_POINTS: Final = (10, 8, 6, 5, 4, 3, 2, 1)
TEMPLATE: Final = FACTS - {"name", "starts_at"}
"""What the tournaments of a series have in common; name and start are each one's own."""
_FIELDS: Final = frozenset(
    {"name", "description", "zone", "first_day", "hour", "weekly", "until", "days_ahead", "template", "points"}
)
_SOON: Final = timedelta(days=1)


@transaction.atomic
def begin(*, club_id: int, user_id: int, now: datetime, **facts: Any) -> str:
    """Make a series of a club's and return its slug; its first tournament is announced when its time has come.

    *facts*: name, first_day and hour at least, in civil time of *zone*, by default the club's. Locks the club. Raises
    NoRight without the right to run tournaments, ClubClosed, TooManySeries, BadZone, BadSeries, BadText, and what a
    tournament made of the template is refused for.
    """
    club = lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.TOURNAMENTS)
    if TournamentSeries.objects.filter(club=club, ended_at=None).count() >= MOST_SERIES:
        raise TooManySeries(f"a club has at most {MOST_SERIES} series")
    series = TournamentSeries(club=club, zone=club.zone, points=list(USUAL_POINTS), created_by_id=user_id)
    series.created_at = now
    _set(series, {"template": {}, **facts}, now)
    series.slug = _free_slug(club, series.name)
    series.save()
    return series.slug


@transaction.atomic
def change(*, series_id: int, user_id: int, now: datetime, **facts: Any) -> None:
    """Change a series for the tournaments that are to come; what has been announced stays as it is.

    Locks the series. Raises NoSuchSeries, NoRight, SeriesEnded, and what `begin` raises of facts.
    """
    series = _lock(series_id, user_id)
    _set(series, facts, now)
    series.save()


@transaction.atomic
def end(*, series_id: int, user_id: int, now: datetime) -> None:
    """Let nothing follow in a series; its tournaments and its table stay. Locks it.

    Raises NoSuchSeries, NoRight, SeriesEnded.
    """
    series = _lock(series_id, user_id)
    series.ended_at = now
    series.save(update_fields=["ended_at"])


def announce_due(*, now: datetime) -> list[str]:
    """Make and announce the tournaments of series whose time has come, and return their codes.

    Each is a transaction that locks club and series, so any number of callers make each once. One that cannot be made
    is logged and holds no other up.
    """
    going_on = TournamentSeries.objects.filter(ended_at=None, club__closed_at=None).order_by("pk")
    codes = []
    for series in going_on:
        for day in due_days(series, now):
            try:
                code = _announce(series.pk, series.club_id, day, now)
            except (FormatRefusal, AccountRefusal):
                logger.exception("The tournament of %s of series %s cannot be made.", day, series.pk)
            else:
                codes += [code] if code else []
    return codes


def template_of(tournament: Tournament) -> dict[str, Any]:
    """Return what further tournaments like this one have in common with it."""
    return {name: getattr(tournament, name) for name in sorted(TEMPLATE)}


@transaction.atomic
def _announce(series_id: int, club_id: int, day: date, now: datetime) -> str | None:
    """Make and announce the tournament of a day; None where it is there, or no longer wanted."""
    club = lock_club(club_id)
    series = TournamentSeries.objects.select_for_update(no_key=True).get(pk=series_id)
    if day not in due_days(series, now) or series.tournaments.filter(series_day=day).exists():
        return None
    facts = _facts(series, day)
    tournament = make(club, facts, created_by_id=series.created_by_id, now=now, series=series, series_day=day)
    note(tournament, SERVER, "made_for_series", about=series.slug)
    announce(tournament_id=tournament.pk, hand=SERVER, now=now)
    return tournament.code


def _lock(series_id: int, user_id: int) -> TournamentSeries:
    locked = TournamentSeries.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    series = locked.filter(pk=series_id).first()
    if series is None:
        raise NoSuchSeries
    check_right(user_id=user_id, club_id=series.club_id, right=Right.TOURNAMENTS)
    if series.ended_at is not None:
        raise SeriesEnded
    return series


def _facts(series: TournamentSeries, day: date) -> dict[str, Any]:
    name = f"{series.name}, {day.day}.{day.month}.{day.year}"
    return {**series.template, "name": name, "starts_at": start_on(series, day)}


def _set(series: TournamentSeries, facts: Mapping[str, Any], now: datetime) -> None:
    """Set *facts* and check the whole; the caller stores it."""
    if unknown := facts.keys() - _FIELDS:
        raise BadSeries(f"a series has no {min(unknown)}", min(unknown))
    for name, value in facts.items():
        setattr(series, name, value)
    _check_texts(series)
    _check_days(series)
    if (
        not isinstance(series.points, list)
        or len(series.points) > MOST_PLACES
        or not all(map(_is_worth, series.points))
    ):
        raise BadSeries(f"points are at most {MOST_PLACES} whole numbers up to {MOST_POINTS}, by place", "points")
    days = next_days(series, now, 1)
    if not days:
        raise BadSeries("no day of it is to come", "first_day")
    _check_template(series, days[0], now)


def _check_texts(series: TournamentSeries) -> None:
    if not isinstance(series.name, str) or not isinstance(series.description, str):
        raise BadSeries("name and description are texts", "name")
    series.name = some_words(series.name, longest=LONGEST_NAME)
    lines = series.description.replace("\r\n", "\n").strip().split("\n")
    series.description = "\n".join(one_line(line, longest=LONGEST_DESCRIPTION) for line in lines)
    if len(series.description) > LONGEST_DESCRIPTION:
        raise BadSeries(f"a description has at most {LONGEST_DESCRIPTION} characters", "description")


def _check_days(series: TournamentSeries) -> None:
    if series.zone not in known_zones():
        raise BadZone
    if type(series.first_day) is not date or series.first_day.year not in YEARS:
        raise BadSeries("a series has a first day, from 2000 to 2100", "first_day")
    if not isinstance(series.hour, time):
        raise BadSeries("a series has an hour", "hour")
    series.hour = series.hour.replace(second=0, microsecond=0, tzinfo=None)
    if not isinstance(series.weekly, bool):
        raise BadSeries("weekly is true or false", "weekly")
    if series.until is not None and (type(series.until) is not date or not series.weekly):
        raise BadSeries("only what is every week has a last day", "until")
    if series.until is not None and series.until < series.first_day:
        raise BadSeries("it ends on its first day or later", "until")
    if type(series.days_ahead) is not int or series.days_ahead not in DAYS_AHEAD:
        raise BadSeries(f"days_ahead is {DAYS_AHEAD[0]} to {DAYS_AHEAD[-1]}", "days_ahead")


def _check_template(series: TournamentSeries, day: date, now: datetime) -> None:
    """Accept a template a tournament can be made of, and keep it as that tournament would.

    Raises BadSeries, and what `tournament_facts.take` raises.
    """
    template = series.template
    if not isinstance(template, dict) or template.keys() - TEMPLATE:
        raise BadSeries(f"a template has {', '.join(sorted(TEMPLATE))}", "template")
    if "format" not in template:
        raise BadSeries("a template has a format", "template")
    made = Tournament(club=series.club, plan=stored_plan(plan_from({})))
    facts = {"format_options": {}, **_facts(series, day)}
    take(made, {**facts, "starts_at": max(start_on(series, day), now + _SOON)}, now=now)
    series.template = {name: getattr(made, name) for name in template}


def _is_worth(points: object) -> bool:
    return type(points) is int and 0 <= points <= MOST_POINTS


def _free_slug(club: Club, name: str) -> str:
    """Return an address that no series of the club has."""
    stem = slugify(name)[:40].strip("-") or "series"
    taken = set(TournamentSeries.objects.filter(club=club, slug__startswith=stem).values_list("slug", flat=True))
    taken.add("new")  # the page on which one is made
    tries = (stem if count == 1 else f"{stem}-{count}" for count in range(1, len(taken) + 3))
    return next(slug for slug in tries if slug not in taken)
