"""Halls of fame: who has won at a club, tournament by tournament and taken together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.db.models.functions import ExtractYear

from accounts import names
from accounts.civil_time import moment_of
from accounts.models import Club
from tournaments.models import Entrant, EntrantMember, Tournament
from tournaments.selectors.encounters import untold_tournaments
from tournaments.selectors.nameplates import Nameplate, nameplate, with_players

LAST_PLACE: Final = 3
YEARS: Final = range(2000, 2101)


@dataclass(frozen=True, slots=True)
class Edition:
    """A tournament that has ended, and who has the first places; shared ones stand beside each other."""

    tournament: Tournament
    winners: tuple[Nameplate, ...]


@dataclass(slots=True)
class Medals:
    """How often somebody was first, second and third; without an account there is only a name."""

    user_id: int | None
    name: str
    counts: list[int] = field(default_factory=lambda: [0] * LAST_PLACE)
    place: int = 0

    @property
    def key(self) -> list[int]:
        """What the table is ordered by: first places, then second, then third."""
        return [-count for count in self.counts]


def ended_tournaments(club: Club, *, year: int | None = None, series: str = "") -> QuerySet[Tournament]:
    """Return what a club has played to the end, in a *year* on its clocks, of the series of this address.

    Where watchers are late, it is there once they have seen the end.
    """
    found = Tournament.objects.filter(club=club, state=Tournament.State.FINISHED).exclude(pk__in=untold_tournaments())
    if series:
        found = found.filter(series__slug=series)
    if year is not None:
        found = found.filter(starts_at__gte=_new_year(year, club.zone), starts_at__lt=_new_year(year + 1, club.zone))
    return found


def years_of(club: Club) -> list[int]:
    """Return the years in which a club has played to the end, the latest first."""
    year = ExtractYear("starts_at", tzinfo=ZoneInfo(club.zone))
    return sorted(set(ended_tournaments(club).annotate(year=year).values_list("year", flat=True)), reverse=True)


def editions(tournaments: Iterable[Tournament]) -> list[Edition]:
    """Return *tournaments* with their winners, in their order: two queries."""
    held = list(tournaments)
    placed = Entrant.objects.filter(tournament__in=held, place__lte=LAST_PLACE)
    entrants = placed.exclude(tournament__in=untold_tournaments()).order_by("place", "seed", "number")
    winners: dict[int, list[Nameplate]] = {}
    for entrant in with_players(entrants):
        winners.setdefault(entrant.tournament_id, []).append(nameplate(entrant))
    return [Edition(tournament, tuple(winners.get(tournament.pk, ()))) for tournament in held]


def medals_of(tournaments: QuerySet[Tournament]) -> list[Medals]:
    """Return who has how many first places in *tournaments*: one query.

    Bots stand in no table. Who hides from ladders or has closed the account uses no rank here either; the tournaments
    themselves name them as their pages do.
    """
    members = EntrantMember.objects.filter(
        tournament__in=tournaments, until=None, entrant__place__lte=LAST_PLACE
    ).exclude(user__kind="bot")
    members = members.exclude(user__wants_ladder=False).exclude(user__is_active=False)
    rows: dict[int | str, Medals] = {}
    for member in members.select_related("user", "entrant").order_by("pk"):
        name = member.user.username if member.user else member.name
        row = rows.setdefault(member.user_id or names.key_of(name), Medals(member.user_id, name))
        row.counts[(member.entrant.place or LAST_PLACE) - 1] += 1
    return _placed(rows)


def _placed(rows: Mapping[int | str, Medals]) -> list[Medals]:
    table = sorted(rows.values(), key=lambda row: (row.key, names.key_of(row.name)))
    for count, row in enumerate(table, 1):
        before = table[count - 2] if count > 1 else None
        row.place = before.place if before is not None and before.key == row.key else count
    return table


def _new_year(year: int, zone: str) -> datetime:
    return moment_of(date(year, 1, 1), time(0), zone)
