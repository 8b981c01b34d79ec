"""Hands: dealing the next one, carrying out an act, and what follows when it was the last."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.engine.actions import action_dict
from games.engine.timeouts import due_declaration
from games.services.deals import deal_hand, reveal_hand
from games.services.finish import finish_by_rules
from games.services.logbook import Logbook


def start_hand(book: Logbook) -> None:
    """Deal the next hand."""
    deal_hand(book)
    _declare_duties(book)


def carry_out(book: Logbook, act: Mapping[str, Any], *, by: str, command_id: UUID | None = None) -> int:
    """Do an act of the record and what follows from it; return the number of its event. Raises the rules' refusals."""
    seq = book.act(act, by=by, command_id=command_id)
    _declare_duties(book)
    game = book.position.game
    if game.hand is not None and game.hand.ended is not None:
        book.write("hand_ended")
        reveal_hand(book)
        if game.finished:
            finish_by_rules(book)
    return seq


def _declare_duties(book: Logbook) -> None:
    """Let the server declare for whoever has to, where declaring is a duty (rules 3)."""
    while (hand := book.position.game.hand) is not None and hand.ended is None:
        declaration = due_declaration(hand)
        if declaration is None:
            return
        book.act(action_dict(declaration), by="server")
