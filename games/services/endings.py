"""Endings: a match given up by a side, or called off by everybody before it has really begun."""

from uuid import UUID

from games.engine.errors import HandOver, NotAllowed
from games.models import Match
from games.services.finish import finish
from games.services.hands import carry_out
from games.services.logbook import Logbook


def resign(book: Logbook, seat: int, command_id: UUID) -> int:
    """Give the match up for a side once all its people have said so; only they hear who has. Raises HandOver."""
    position = book.position
    game = position.game
    if game.hand is None or game.hand.ended is not None:
        raise HandOver("a match is given up during a hand")
    waiting = {partner.seat for partner in position.partners_of(seat)} - position.resigners - {seat}
    if waiting:
        if seat in position.resigners:
            return position.seq
        return book.write("resign_asked", seat=seat, by="player", command_id=command_id)
    sides = game.sides
    side = (
        seat if game.ruleset.scored_by_seat or sides is None else next(n for n, own in enumerate(sides) if seat in own)
    )
    return carry_out(book, {"seat": seat, "do": "resign", "side": side}, by="player", command_id=command_id)


def abort(book: Logbook, seat: int, command_id: UUID) -> int:
    """Call a match off before its first trick is complete, once all people have asked for it. Raises NotAllowed."""
    position = book.position
    if position.has_trick:
        raise NotAllowed("a trick has been played")
    if seat in position.aborters:
        return position.seq
    seq = book.write("abort_asked", seat=seat, by="player", command_id=command_id)
    if all(holder.seat in book.position.aborters for holder in book.position.people()):
        call_off(book)
    return seq


def abort_deserted(book: Logbook) -> None:
    """Call a match off that all people have left before its first trick was complete."""
    if not book.position.people() and not book.position.has_trick:
        call_off(book)


def call_off(book: Logbook) -> None:
    """End a match without a winner."""
    totals = list(book.position.game.totals)
    finish(book, Match.Status.ABORTED, {"winners": [], "totals": totals, "reason": "aborted"})
