"""Directors: whose act a REST call is, and in which tournament."""

from rest_framework.request import Request

from accounts.api.callers import caller
from tournaments.models import Tournament
from tournaments.selectors.doors import tournament_at
from tournaments.services.audit import Hand, hand_of


def api_hand(request: Request) -> Hand:
    """Return the hand of who sends a call; its view lets no strangers in."""
    return hand_of(request._request, user_id=caller(request), way="api")  # noqa: SLF001 (Django's request)


def tournament_for(request: Request, code: str) -> Tournament:
    """Return the tournament of this code, if the caller may know of it. Raises NoSuchTournament."""
    return tournament_at(code=code, user_id=request.user.pk)
