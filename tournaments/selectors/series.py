"""Series: which there are, and the table of one: each total with the tournaments it comes from."""

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import F, QuerySet

from accounts import names
from tournaments.errors import NoSuchSeries
from tournaments.models import Entrant, EntrantMember, Tournament, TournamentSeries
from tournaments.selectors.encounters import untold_tournaments

_NO_PLACE = (10**6, 0)
"""After every place there is: who has one more good place stands before who has not."""


@dataclass(frozen=True, slots=True)
class SeriesTerm:
    """One part of a total: what a place in one tournament was worth."""

    tournament: str
    name: str
    day: date | None
    place: int
    points: int


@dataclass(slots=True)
class SeriesRow:
    """Somebody's line in the table of a series; without an account there is only a name."""

    user_id: int | None
    name: str
    place: int = 0
    terms: list[SeriesTerm] = field(default_factory=list)

    @property
    def points(self) -> int:
        """The sum of the terms."""
        return sum(term.points for term in self.terms)

    @property
    def key(self) -> tuple[Any, ...]:
        """What the table is ordered by: points, then who has the better places, and more of them."""
        counted = Counter(term.place for term in self.terms)
        return (-self.points, [*sorted((place, -count) for place, count in counted.items()), _NO_PLACE])


def series_at(*, club_slug: str, slug: str) -> TournamentSeries:
    """Return the series of this address, with its club. Raises NoSuchSeries."""
    found = TournamentSeries.objects.select_related("club").filter(club__slug=club_slug, slug=slug).first()
    if found is None:
        raise NoSuchSeries
    return found


def series_of(*, club_id: int) -> QuerySet[TournamentSeries]:
    """Return the series of a club, those that go on first."""
    going_on_first = F("ended_at").desc(nulls_first=True)
    return TournamentSeries.objects.filter(club_id=club_id).order_by(going_on_first, "-first_day", "pk")


def tournaments_of(series: TournamentSeries) -> QuerySet[Tournament]:
    """Return the tournaments of a series that everybody may know of, the latest first."""
    return series.tournaments.exclude(state=Tournament.State.DRAFT).order_by("-series_day", "-pk")


def standings_of(series: TournamentSeries) -> list[SeriesRow]:
    """Return the table of a series: two queries. Bots play along, and stand in no table.

    Everybody who was in an entrant at the end has what its place was worth. Equal rows share a place.
    """
    placed = Entrant.objects.filter(
        tournament__series=series, tournament__state=Tournament.State.FINISHED, place__isnull=False
    ).exclude(tournament__in=untold_tournaments())
    entrants = {entrant.pk: entrant for entrant in placed.select_related("tournament")}
    members = EntrantMember.objects.filter(entrant__in=entrants, until=None).exclude(user__kind="bot")
    rows: dict[int | str, SeriesRow] = {}
    for member in members.select_related("user").order_by("pk"):
        name = member.user.username if member.user else member.name
        row = rows.setdefault(member.user_id or names.key_of(name), SeriesRow(member.user_id, name))
        row.terms.append(_term(entrants[member.entrant_id]))
    return _placed(list(rows.values()))


def worth_of(series: TournamentSeries | None, place: int | None) -> int | None:
    """Return what a place is worth in a series, None outside of one or without a place; a shared one is worth all."""
    if series is None or place is None:
        return None
    return series.points[place - 1] if place <= len(series.points) else 0


def _term(entrant: Entrant) -> SeriesTerm:
    held = entrant.tournament
    return SeriesTerm(held.code, held.name, held.series_day, entrant.place or 0, entrant.series_points or 0)


def _placed(rows: list[SeriesRow]) -> list[SeriesRow]:
    """Return the rows in their order, each with its place."""
    for row in rows:
        row.terms.sort(key=lambda term: (term.day or date.min, term.tournament))
    rows.sort(key=lambda row: (row.key, names.key_of(row.name)))
    for count, row in enumerate(rows, 1):
        before = rows[count - 2] if count > 1 else None
        row.place = before.place if before is not None and before.key == row.key else count
    return rows
