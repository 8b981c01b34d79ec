"""Desk: what every page of the directors has: who may be there, whose act it is, and what comes of a button."""

from collections.abc import Callable

from django.contrib import messages
from django.utils.translation import gettext as _

from accounts.models import Right
from accounts.views import PersonsRequest
from tournaments.models import Tournament
from tournaments.services.audit import Hand, hand_of
from tournaments.views.refusals import REFUSALS, tell
from tournaments.views.visits import Visit, visit


def at_desk(request: PersonsRequest, code: str) -> Visit:
    """Return the visit of who runs the tournament. Raises Http404, PermissionDenied."""
    return visit(request, code, Right.TOURNAMENTS)


def page_hand(request: PersonsRequest) -> Hand:
    """Return the hand of who has pressed a button."""
    return hand_of(request, user_id=request.user.pk, way="page")


def attempt(request: PersonsRequest, tournament: Tournament, act: Callable[[], object]) -> bool:
    """Do what a button says and tell the reader that it is done, or why not; return whether it is."""
    try:
        act()
    except REFUSALS as refusal:
        tell(request, refusal, tournament)
        return False
    messages.success(request, _("Done."))
    return True


def confirmed(request: PersonsRequest) -> bool:
    """Tell whether the reader has been shown what will happen, and has said yes."""
    return "confirmed" in request.POST
