"""Visits: who comes to a page of a tournament, what they may do there, and what its head shows."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from accounts.models import Right
from accounts.selectors.clubs import membership_of, rights_of
from tournaments.errors import NoSuchTournament
from tournaments.models import Tournament
from tournaments.selectors.doors import tournament_at

BRACKETS = frozenset({Tournament.Format.KNOCKOUT, Tournament.Format.DOUBLE_ELIMINATION, Tournament.Format.GROUPS})


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a page of a tournament."""

    tournament: Tournament
    user_id: int | None
    rights: frozenset[Right]

    def context(self, tab: str = "") -> dict[str, Any]:
        """Return what the frame of every page of a tournament needs; *tab* is where one is."""
        return {
            "tournament": self.tournament,
            "club": self.tournament.club,
            "rights": {right.value for right in self.rights},
            "has_bracket": self.tournament.format in BRACKETS,
            "tab": tab,
        }


def visit(request: HttpRequest, code: str, right: Right | None = None) -> Visit:
    """Return who comes to which tournament. Raises Http404, and PermissionDenied to who lacks the *right* asked for."""
    user_id = request.user.pk
    try:
        tournament = tournament_at(code=code, user_id=user_id)
    except NoSuchTournament as refusal:
        raise Http404 from refusal
    rights = rights_of(membership_of(user_id=user_id, club_id=tournament.club_id))
    if right is not None and right not in rights:
        raise PermissionDenied
    return Visit(tournament, user_id, rights)
