"""Tournament lists: those that are on, those to come and those that have been, each row without a further query."""

from collections.abc import Collection

from django.db.models import Count, F, Q, QuerySet

from tournaments.models import Entrant, Tournament
from tournaments.selectors.doors import public_tournaments
from tournaments.selectors.nameplates import STANDING, Nameplate, nameplate, with_players

State = Tournament.State


def listed(club_id: int | None = None) -> QuerySet[Tournament]:
    """Return the tournaments that lists show, or those of a club, with `entrant_count`.

    Those that the server makes for one person or for none (practice cups, simulations) stand in their club's list only.
    """
    tournaments = public_tournaments()
    tournaments = (
        tournaments.filter(created_by__isnull=False) if club_id is None else tournaments.filter(club_id=club_id)
    )
    count = Count("entrants", filter=Q(entrants__state__in=STANDING))
    return tournaments.select_related("club").annotate(entrant_count=count)


def running(club_id: int | None = None) -> QuerySet[Tournament]:
    """Return those that are on, the latest begun first."""
    return listed(club_id).filter(state=State.RUNNING).order_by("-starts_at", "-pk")


def coming(club_id: int | None = None) -> QuerySet[Tournament]:
    """Return those to come, the next first."""
    return listed(club_id).filter(state=State.ANNOUNCED).order_by("starts_at", "pk")


def past(club_id: int | None = None) -> QuerySet[Tournament]:
    """Return those that have ended or were cancelled, the latest first."""
    ended = listed(club_id).filter(state__in=[State.FINISHED, State.CANCELLED])
    return ended.order_by(F("ended_at").desc(nulls_last=True), "-pk")


def drafts(club_id: int) -> QuerySet[Tournament]:
    """Return a club's drafts, for those who run its tournaments."""
    return Tournament.objects.filter(club_id=club_id, state=State.DRAFT).select_related("club").order_by("starts_at")


def winners_of(tournaments: Collection[Tournament]) -> dict[int, list[Nameplate]]:
    """Return who won each of these tournaments, where somebody has: two queries."""
    winners: dict[int, list[Nameplate]] = {}
    for entrant in with_players(Entrant.objects.filter(tournament__in=tournaments, place=1)):
        winners.setdefault(entrant.tournament_id, []).append(nameplate(entrant))
    return winners
