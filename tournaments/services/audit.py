"""Audit: writes down what was decided in a tournament, in the transaction that decides it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from accounts.services.addresses import Request, address_of
from accounts.texts import one_line
from games.engine.errors import BadFormat
from tournaments.models import AuditEntry, Tournament

LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True)
class Hand:
    """Whose act it is, and from where: *way* is page, api or server."""

    user_id: int | None
    way: str
    address: str | None = None


SERVER: Final = Hand(None, "server")


def hand_of(request: Request, *, user_id: int, way: str) -> Hand:
    """Return the hand of who sent a request."""
    return Hand(user_id, way, address_of(request))


def check_reason(reason: str) -> None:
    """Accept a reason. Raises BadFormat where there is none to be read, BadText for one that is too long."""
    if not one_line(reason, longest=LONGEST_REASON):
        raise BadFormat("this is done with a reason")


def note(
    tournament: Tournament,
    hand: Hand,
    act: str,
    *,
    about: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Write an entry of the audit log. Raises accounts.errors.BadText for a reason that is too long."""
    AuditEntry.objects.create(
        tournament=tournament,
        by_id=hand.user_id,
        act=act,
        about=about,
        before=before,
        after=after,
        reason=one_line(reason, longest=LONGEST_REASON),
        way=hand.way,
        address=hand.address,
    )
