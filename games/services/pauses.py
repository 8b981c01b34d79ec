"""Pauses: stopping a casual match by agreement, and going on (docs/adr/0036)."""

from datetime import timedelta
from uuid import UUID

from django.conf import settings

from games.engine.errors import NotAllowed
from games.errors import NoPauseHere, NotPaused, PauseGone
from games.selectors.frames import moment
from games.selectors.pauses import Pause
from games.services.logbook import Logbook

ANSWER_WITHIN = timedelta(seconds=60)


def ask(book: Logbook, seat: int, command_id: UUID) -> int:
    """Propose a pause, or agree to the one proposed.

    Raises NoPauseHere, and NotAllowed to a program and to who has proposed one in this hand.
    """
    position = book.position
    if not position.can_pause:
        raise NoPauseHere("a rated match, or one of a tournament, goes on")
    if position.holders[seat].is_bot:
        raise NotAllowed("people propose a pause")
    asked = _asked(book)
    if asked is not None:
        return _agree(book, asked, seat, command_id)
    if not position.may_ask_pause(seat):
        raise NotAllowed("a pause is proposed once in a hand")
    until = moment(book.now + ANSWER_WITHIN)
    seq = book.write("pause_asked", seat=seat, public={"until": until}, by="player", command_id=command_id)
    settle(book)
    return seq


def agree(book: Logbook, seat: int, command_id: UUID) -> int:
    """Agree to the pause proposed; it begins when everybody has. Raises PauseGone."""
    asked = _asked(book)
    if asked is None or book.position.holders[seat].is_bot:
        raise PauseGone("no pause waits for your answer")
    return _agree(book, asked, seat, command_id)


def decline(book: Logbook, seat: int, command_id: UUID) -> int:
    """Decline the pause proposed, or take one's own proposal back. Raises PauseGone."""
    if _asked(book) is None or book.position.holders[seat].is_bot:
        raise PauseGone("no pause waits for your answer")
    return book.write("pause_declined", seat=seat, by="player", command_id=command_id)


def resume(book: Logbook, seat: int, command_id: UUID) -> int:
    """Go on, for everybody. Raises NotPaused, and NotAllowed for a program."""
    if not book.position.is_paused:
        raise NotPaused("the match is not paused")
    if book.position.holders[seat].is_bot:
        raise NotAllowed("people end a pause")
    return book.write("resumed", seat=seat, by="player", command_id=command_id)


def run_out(book: Logbook) -> None:
    """Go on by the server's own will: the pause has lasted as long as one may."""
    book.write("resumed")


def settle(book: Logbook) -> None:
    """Begin a pause to which everybody there has agreed, and end one in which nobody is left to do so."""
    position = book.position
    people = {holder.seat for holder in position.people()}
    if position.is_paused:
        if not people and position.pause is not None and position.pause.by is not None:
            run_out(book)
        return
    asked = _asked(book)
    if asked is not None and people and people <= asked.agreed:
        until = book.now + timedelta(seconds=settings.PAUSE_SECONDS)
        book.write("paused", public={"since": moment(book.now), "until": moment(until)})


def _agree(book: Logbook, asked: Pause, seat: int, command_id: UUID) -> int:
    if seat in asked.agreed:
        return book.position.seq
    seq = book.write("pause_agreed", seat=seat, by="player", command_id=command_id)
    settle(book)
    return seq


def _asked(book: Logbook) -> Pause | None:
    """Return the proposal that may still be answered."""
    pause = book.position.pause
    return pause if pause is not None and pause.is_asked_at(book.now) else None
