"""Doors: which tournaments a reader may know of. A draft is known to those who run it, and to nobody else."""

from django.db.models import QuerySet

from accounts.models import Right
from accounts.selectors.clubs import has_right
from tournaments.errors import NoSuchTournament
from tournaments.models import Tournament


def tournament_at(*, code: str, user_id: int | None) -> Tournament:
    """Return the tournament of this code with its club and series: one query, for a draft another one.

    Raises NoSuchTournament, also to who may not know of it.
    """
    if "\0" in code:  # PostgreSQL takes none
        raise NoSuchTournament
    tournament = Tournament.objects.select_related("club", "series").filter(code=code).first()
    if tournament is None or not may_know_of(tournament, user_id):
        raise NoSuchTournament
    return tournament


def may_know_of(tournament: Tournament, user_id: int | None) -> bool:
    """Tell whether a person may know that a tournament is there."""
    if tournament.state != Tournament.State.DRAFT:
        return True
    return has_right(user_id=user_id, club_id=tournament.club_id, right=Right.TOURNAMENTS)


def public_tournaments() -> QuerySet[Tournament]:
    """Return the tournaments that everybody may know of."""
    return Tournament.objects.exclude(state=Tournament.State.DRAFT)


def version_for(code: str, user_id: int | None) -> int:
    """Return where the tournament of this code stands, for who may know of it. Raises NoSuchTournament."""
    return tournament_at(code=code, user_id=user_id).version


def version_of(code: str) -> int:
    """Return where the tournament of this code stands, 0 where there is none: one query."""
    return Tournament.objects.filter(code=code).values_list("version", flat=True).first() or 0
