"""Endings: a match given up by a side, or called off by everybody before it has really begun."""

from uuid import UUID

from games.engine.errors import HandOver, NotAllowed
from games.errors import OfficialTable
from games.models import Match
from games.selectors.positions import MatchPosition
from games.services.finish import finish
from games.services.hands import carry_out
from games.services.logbook import Logbook


def resign(book: Logbook, seat: int, command_id: UUID) -> int:
    """Give the match up for a side once all its people have said so; only they hear who has. Raises HandOver."""
    position = book.position
    hand = position.game.hand
    if hand is None or hand.ended is not None:
        raise HandOver("a match is given up during a hand")
    if _waits_for_partner(position, seat):
        if seat in position.resigners:
            return position.seq
        return book.write("resign_asked", seat=seat, by="player", command_id=command_id)
    return _give_up(book, seat, command_id)


def abort(book: Logbook, seat: int, command_id: UUID) -> int:
    """Call a match off before its first trick is complete, once all people have asked for it.

    Raises NotAllowed, OfficialTable.
    """
    position = book.position
    if position.is_official:
        raise OfficialTable
    if position.has_trick:
        raise NotAllowed("a trick has been played")
    if seat in position.aborters:
        return position.seq
    seq = book.write("abort_asked", seat=seat, by="player", command_id=command_id)
    if all(holder.seat in book.position.aborters for holder in book.position.people()):
        call_off(book)
    return seq


def settle_wishes(book: Logbook) -> None:
    """End a match as the people who are still there have wished, now that somebody else is not waited for.

    Before its first trick is complete a match that everybody has left is called off too; an official one, whose result
    others wait for, is played out by bots.
    """
    position = book.position
    if position.status != Match.Status.RUNNING:
        return
    is_begun = position.has_trick or position.is_official
    if not is_begun and all(holder.seat in position.aborters for holder in position.people()):
        call_off(book)
        return
    hand = position.game.hand
    for holder in position.people() if hand is not None and hand.ended is None else []:
        if holder.seat in position.resigners and not _waits_for_partner(position, holder.seat):
            _give_up(book, holder.seat)
            return


def _waits_for_partner(position: MatchPosition, seat: int) -> bool:
    """Tell whether a person of *seat*'s side has not said yet that they give up too."""
    return bool({partner.seat for partner in position.partners_of(seat)} - position.resigners - {seat})


def _give_up(book: Logbook, seat: int, command_id: UUID | None = None) -> int:
    game = book.position.game
    sides = game.sides
    side = (
        seat if game.ruleset.scored_by_seat or sides is None else next(n for n, own in enumerate(sides) if seat in own)
    )
    return carry_out(book, {"seat": seat, "do": "resign", "side": side}, by="player", command_id=command_id)


def call_off(book: Logbook) -> None:
    """End a match without a winner."""
    totals = list(book.position.game.totals)
    finish(book, Match.Status.ABORTED, {"winners": [], "totals": totals, "reason": "aborted"})
