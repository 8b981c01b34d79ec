"""Play: what the holder of a seat does in a match, from whichever door it came (architecture, Life of a move)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError
from django.utils import timezone

from games.engine.errors import BadFormat, MatchOver, NotAllowed, Refusal
from games.errors import Busy, MatchPaused, NotSeated, SeatByBot, Stale
from games.models import Event, Match
from games.selectors.memory import position_of
from games.selectors.positions import MatchPosition
from games.services import absence, endings, pauses
from games.services.entropy import commit_entropy, reveal_entropy
from games.services.hands import carry_out, go_on
from games.services.logbook import Logbook, writing

_ON_TURN = frozenset({"play", "bid", "call", "give", "take", "discard", "a_monte", "call_out"})
_FROM_AWAY = frozenset({"take_back", "leave"})  # what a holder may do while a bot plays
_IN_A_PAUSE = frozenset({"resume", "take_back", "leave", "resign", "abort"})
_IN_THE_DIRECTORS = frozenset({"take_back", "leave"})


@dataclass(frozen=True, slots=True)
class _Command:
    """What a seat's holder asks for, having seen event *seq*."""

    id: UUID
    do: str
    fields: Mapping[str, Any]
    seq: int


def act(
    *,
    match_id: UUID,
    user_id: int,
    do: str,
    fields: Mapping[str, Any] | None = None,
    seq: int,
    command_id: UUID,
    lag_ms: int = 0,
    now: datetime | None = None,
) -> int:
    """Do what a seat's holder asks for and return the number of its event; the same command again returns the same.

    *fields* are those of the act as the record writes it, without the seat. *seq* is the last event the player had
    seen, *lag_ms* the round trip measured by the server, given back to their bank. Locks the match in a transaction of
    its own. Raises the rules' refusals, NoSuchMatch, NotSeated, SeatByBot, MatchPaused, Stale, Busy.
    """
    try:
        with writing(match_id, now or timezone.now()) as book:
            book.lag = timedelta(milliseconds=max(0, lag_ms))
            return _perform(book, user_id, _Command(command_id, do, fields or {}, seq))
    except (Refusal, IntegrityError) as refusal:
        done = _event_of(match_id, user_id, command_id)
        if done is not None:
            return done
        if isinstance(refusal, Refusal):
            raise
        raise Busy from refusal


def _perform(book: Logbook, user_id: int, command: _Command) -> int:
    position = book.position
    seat = position.seat_of(user_id)
    if seat is None:
        raise NotSeated
    if position.status != Match.Status.RUNNING:
        raise MatchOver("the match has ended")
    if command.seq > position.seq:
        raise Stale("this event has not happened")
    if position.holders[seat].by_bot and command.do not in _FROM_AWAY:
        raise SeatByBot
    _check_pause(position, command.do)
    about_the_shuffle = _ABOUT_THE_SHUFFLE.get(command.do)
    if about_the_shuffle:
        return about_the_shuffle(book, seat, command.fields, seq=command.seq, command_id=command.id)
    if command.do == "ready" and command.seq < position.dealt_seq:
        raise Stale("the next hand has been dealt")
    about_the_match = _ABOUT_THE_MATCH.get(command.do)
    if about_the_match:
        return about_the_match(book, seat, command.id)
    return _act_by_rules(book, seat, command)


def _check_pause(position: MatchPosition, do: str) -> None:
    """Raise MatchPaused for what is not done in a pause."""
    if position.pause is None or not position.is_paused:
        return
    if position.pause.by is None and do not in _IN_THE_DIRECTORS:
        raise MatchPaused("the director has stopped the match, and will let it go on")
    if do not in _IN_A_PAUSE:
        raise MatchPaused("the match is paused; anybody at the table may go on")


def _act_by_rules(book: Logbook, seat: int, command: _Command) -> int:
    """Do an act of the game, unless the player acts on a turn, or declares in a hand, that is over."""
    position = book.position
    if command.do in _ON_TURN:
        if command.seq < position.turn_seq:
            raise Stale("the turn you saw is over")
        turn = position.turn
        if turn is not None and position.holder_of(turn).seat == seat:
            seat = turn  # a dummy's, where its partner plays for it
    elif command.do == "declare":
        if command.seq < position.dealt_seq:  # within a hand the rules judge the window
            raise Stale("the next hand has been dealt")
    else:
        raise BadFormat(f"no act is called {command.do[:40]!r}")
    by = "bot" if position.holder_of(seat).is_bot else "player"
    return carry_out(book, {**command.fields, "seat": seat, "do": command.do}, by=by, command_id=command.id)


def _be_ready(book: Logbook, seat: int, command_id: UUID) -> int:
    """Note that a player may go on to the next hand; it is dealt when all people there may."""
    position = book.position
    hand = position.game.hand
    if hand is None or hand.ended is None:
        raise NotAllowed("a hand is being played, or the first one dealt")
    if seat in position.ready:
        return position.seq
    seq = book.write("ready", seat=seat, by="player", command_id=command_id)
    go_on(book)
    return seq


def _event_of(match_id: UUID, user_id: int, command_id: UUID) -> int | None:
    """Return the event a command of this user became earlier, None if it became none."""
    found = Event.objects.filter(match_id=match_id, command_id=command_id).values_list("seat", "seq")
    for seat, seq in found:
        if seat is not None and position_of(match_id, seq).holder_of(seat).user_id == user_id:
            return seq
    return None


_ABOUT_THE_SHUFFLE = {"commit_entropy": commit_entropy, "reveal_entropy": reveal_entropy}
_ABOUT_THE_MATCH = {
    "take_back": absence.take_back,
    "leave": absence.walk_out,
    "ready": _be_ready,
    "resign": endings.resign,
    "abort": endings.abort,
    "pause": pauses.ask,
    "agree_to_pause": pauses.agree,
    "decline_pause": pauses.decline,
    "resume": pauses.resume,
}
