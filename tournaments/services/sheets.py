"""Sheets: keeping the score sheet (segnapunti) of a leg played with real cards, hand by hand.

Both sides may write on it from their phones. Each writes on the version it has read: two never write over one another.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.engine.paper import Counted, record_hands
from tournaments.errors import NothingProposed
from tournaments.models import PaperResult
from tournaments.selectors.papers import counted_on
from tournaments.services.paper_desk import NOTHING_PROPOSED, Desk, Writer, take_up, write


@transaction.atomic
def write_hand(
    *, tournament_id: int, key: str, leg: int, writer: Writer, version: int, counted: Counted, now: datetime
) -> int:
    """Add a hand to the sheet; return its version. What had been proposed is no longer what the sheet says.

    Locks the tournament. Raises what `take_up` raises, and the engine's MatchOver, NotAllowed, DeclarationNotHeld.
    """
    desk = take_up(tournament_id=tournament_id, key=key, leg=leg, writer=writer, version=version)
    return _keep(desk, [*counted_on(desk.paper), counted], now)


@transaction.atomic
def undo_hand(*, tournament_id: int, key: str, leg: int, writer: Writer, version: int, now: datetime) -> int:
    """Strike the last hand off the sheet; return its version.

    Locks the tournament. Raises what `take_up` raises, NothingProposed for an empty sheet.
    """
    desk = take_up(tournament_id=tournament_id, key=key, leg=leg, writer=writer, version=version)
    counted = counted_on(desk.paper)
    if not counted:
        raise NothingProposed("the sheet is empty")
    return _keep(desk, counted[:-1], now)


def _keep(desk: Desk, counted: Sequence[Counted], now: datetime) -> int:
    """Store the hands as records have them; a result that was proposed for others is taken off."""
    hands = record_hands(desk.leg.rules, counted)
    return write(desk, now, sheet=hands, state=PaperResult.State.OPEN, **NOTHING_PROPOSED)
