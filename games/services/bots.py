"""Bots: what a bot does on its turn, for itself or in an absent holder's stead; it sees no more than its seat does."""

import logging

from games.engine.actions import action_dict
from games.engine.errors import Refusal
from games.engine.timeouts import default_action
from games.engine.visibility import seat_view
from games.services.hands import carry_out
from games.services.logbook import Logbook
from games.solver.rule_player import choose

logger = logging.getLogger(__name__)


def act_for_seat(book: Logbook) -> None:
    """Do what the bot on turn chooses; should the rules refuse it, the least it can do."""
    position = book.position
    game = position.game
    seat = position.turn
    if seat is None:
        return
    holder = position.holder_of(seat)
    private = seat_view(game, holder.seat) | {"may": seat_view(game, seat)["may"]}
    by = "substitute" if holder.by_bot else "bot"
    try:
        acts = choose(ruleset=game.ruleset, public=position.view, private=private, history=position.history)
        for act in acts:
            carry_out(book, act, by=by)
            if book.position.turn is None:
                return
    except Refusal:
        logger.exception("A bot chose what the rules refuse, in match %s after event %d.", book.match.pk, position.seq)
        if book.position.turn_seq == position.turn_seq and game.hand is not None:
            least = default_action(game.hand)
            if least is not None:
                carry_out(book, action_dict(least), by=by)
