"""Hands: dealing the next one, carrying out an act, and what follows when it was the last."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.engine.actions import action_dict
from games.engine.timeouts import due_declaration
from games.services.deals import commit_hand, deal_hand, reveal_hand
from games.services.finish import finish_by_rules
from games.services.logbook import Logbook
from games.services.round_clock import finish_by_time


def prepare_hand(book: Logbook) -> None:
    """Commit to the next hand; where nobody is waited for it is dealt at once."""
    commit_hand(book)
    go_on(book)


def go_on(book: Logbook) -> None:
    """Ask for the players' entropy once all have committed to it, and deal once nothing is waited for any longer."""
    position = book.position
    gathering = position.gathering
    if gathering and gathering.commitments and not gathering.is_asked and not position.waits_for_entropy:
        ask_for_entropy(book)
    if book.position.is_hand_wanted and not book.position.waits_for_entropy:
        start_hand(book)


def ask_for_entropy(book: Logbook) -> None:
    """Close the players' commitments: from now on entropy is revealed, and none can be chosen any more."""
    if book.position.gathering is not None:
        book.write("entropy_asked", public={"hand": book.position.gathering.hand})


def start_hand(book: Logbook) -> None:
    """Deal the next hand with the entropy there is, if there is still time for one."""
    if book.position.game.hand is not None and finish_by_time(book):
        return
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
        elif not finish_by_time(book):
            commit_hand(book)
    return seq


def _declare_duties(book: Logbook) -> None:
    """Let the server declare for whoever has to, where declaring is a duty (rules 3)."""
    while (hand := book.position.game.hand) is not None and hand.ended is None:
        declaration = due_declaration(hand)
        if declaration is None:
            return
        book.act(action_dict(declaration), by="server")
