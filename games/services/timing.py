"""Timing: whose clock runs until when, and what the server does next by itself (rules 10; architecture, Time).

All of it follows from the position before and after a change, the match's clocks and the moment: nothing is measured in
a process, so a restart loses nothing. Banks are milliseconds of reserve, by seat.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

from games.models import Match
from games.selectors.frames import moment
from games.selectors.holders import Holder
from games.selectors.positions import MatchPosition

SHOW_TRICK: Final = timedelta(seconds=1)  # a whole trick lies before anybody's clock runs
SHOW_DEAL: Final = timedelta(seconds=1)
LAST_CARD_AFTER: Final = timedelta(milliseconds=900)
BETWEEN_HANDS: Final = timedelta(seconds=8)
COMMIT_WITHIN: Final = timedelta(milliseconds=1400)  # of the players' entropy; a browser may still load the page
ENTROPY_WITHIN: Final = timedelta(seconds=2)  # committed and revealed by then, or it counts as none
GRACE: Final = timedelta(milliseconds=500)  # a card sent in time may still be under way
LONGEST_LAG: Final = timedelta(milliseconds=500)
_SPREAD: Final = 0.25  # of a bot's delay, either way


@dataclass(frozen=True, slots=True)
class Due:
    """What the clock does next (`kind`, empty for nothing) and when; *told* is what the views show of it."""

    kind: str
    at: datetime | None
    turn_since: datetime | None
    told: Mapping[str, Any]


def due_after(
    match: Match, before: MatchPosition | None, after: MatchPosition, now: datetime, *, lag: timedelta = timedelta()
) -> Due:
    """Return what is due once *after* holds; a turn that goes on keeps the clock it has.

    *lag* is what the network took of the time of who has just acted: up to half a second is given back.
    """
    stopped_at = before.pause.began_at if before is not None and before.pause is not None else None
    paused = now - stopped_at if stopped_at is not None else timedelta()
    bank = _banks(match, before, after, now - paused - min(lag, LONGEST_LAG))
    if after.status != "running":
        return Due("", None, None, {"clock": None, "next_hand_at": None, "bank": bank})
    if after.pause is not None and after.pause.is_on:
        told = {"clock": None, "next_hand_at": None, "bank": bank}
        until = after.pause.until
        return Due(Match.Act.RESUME if until else "", until, match.turn_since, told)
    turn = after.turn
    if turn is None:
        preparing, act_at, deal_at = _before_hand(after, now)
        next_hand_at = moment(deal_at) if after.game.hand else None
        return Due(preparing, act_at, None, {"clock": None, "next_hand_at": next_hand_at, "bank": bank})
    holder = after.holder_of(turn)
    goes_on = before is not None and _is_same_turn(before, after, holder)
    since = match.turn_since + paused if goes_on and match.turn_since else now + _shown(before, after)
    kind, at, deadline = _act_of(match, after, holder, since, timedelta(milliseconds=bank[holder.seat]))
    clock = {"seat": turn, "deadline": moment(deadline) if deadline else None, "bank": bank}
    has_clock = bool(match.move_seconds)
    return Due(kind, at, since, {"clock": clock if has_clock else None, "next_hand_at": None, "bank": bank})


def _before_hand(after: MatchPosition, now: datetime) -> tuple[str, datetime, datetime]:
    """Return what the server does next before a hand, when, and by when the hand is dealt.

    The players' entropy is gathered within the pause; it makes a hand wait for `ENTROPY_WITHIN` at most.
    """
    gathering = after.gathering
    if gathering is None:
        return Match.Act.DEAL, now, now
    deal_at = gathering.opened_at if after.is_hand_wanted else gathering.opened_at + BETWEEN_HANDS
    began = gathering.began_at
    if began is None:
        return Match.Act.DEAL, deal_at, deal_at
    closes_at = began + COMMIT_WITHIN if after.waits_for_entropy else began
    if gathering.is_asked:
        deal_at = max(deal_at, began + ENTROPY_WITHIN) if after.waits_for_entropy else deal_at
    elif gathering.commitments:
        return Match.Act.ENTROPY, closes_at, max(deal_at, began + ENTROPY_WITHIN)
    else:
        deal_at = max(deal_at, closes_at)
    return Match.Act.DEAL, deal_at, deal_at


def _act_of(
    match: Match, after: MatchPosition, holder: Holder, since: datetime, bank: timedelta
) -> tuple[str, datetime | None, datetime | None]:
    """Return what the server does for the seat on turn, when, and the deadline of the person who may act before."""
    if plays_itself(after):
        return Match.Act.LAST_CARD, since + LAST_CARD_AFTER, None
    if holder.acts_alone:
        return Match.Act.BOT, since + _bot_delay(match, after.turn_seq), None
    if not match.move_seconds:
        return "", None, None
    deadline = since + timedelta(seconds=match.move_seconds) + bank
    return Match.Act.TIMEOUT, deadline + GRACE, deadline


def plays_itself(position: MatchPosition) -> bool:
    """Tell whether the seat on turn has only the last card of its hand left, and nothing else to decide.

    No other sole legal card is played for anybody: that would tell that a suit is out (product, The table).
    """
    game = position.game
    if not game.has_sole_last_card() or game.hand is None:
        return False
    return not (game.ruleset.call_out != "off" and game.hand.is_leading)


def _is_same_turn(before: MatchPosition, after: MatchPosition, holder: Holder) -> bool:
    """Tell whether no turn has ended, and the same player, person or bot, is still to act."""
    return before.turn_seq == after.turn_seq and before.holders[holder.seat].acts_alone == holder.acts_alone


def _shown(before: MatchPosition | None, after: MatchPosition) -> timedelta:
    """Return the time during which a trick just taken, or the cards just dealt, are looked at."""
    hand = after.game.hand
    was = before.game.hand if before else None
    if hand is None:
        return timedelta()
    if was is None or was.ended is not None:
        return SHOW_DEAL
    return SHOW_TRICK if len(hand.tricks) > len(was.tricks) else timedelta()


def _banks(match: Match, before: MatchPosition | None, after: MatchPosition, now: datetime) -> list[int]:
    """Return the banks, less what the turn that has just ended took of one beyond the time for a card."""
    if before is None or "bank" not in before.timing:
        return [match.bank_seconds * 1000] * after.rules.seats
    bank = list(before.timing["bank"])
    turn = before.turn
    if turn is None or match.turn_since is None or not match.move_seconds:
        return bank
    holder = before.holder_of(turn)
    if holder.acts_alone or _is_same_turn(before, after, after.holders[holder.seat]):
        return bank
    used = now - match.turn_since - timedelta(seconds=match.move_seconds)
    bank[holder.seat] = max(0, bank[holder.seat] - max(0, used // timedelta(milliseconds=1)))
    return bank


def _bot_delay(match: Match, seq: int) -> timedelta:
    """Return how long a bot waits: a little varied by public things alone, so that it tells nothing of the cards."""
    part = int.from_bytes(sha256(f"{match.pk}:{seq}".encode()).digest()[:4]) / 2**32
    return timedelta(milliseconds=match.bot_delay_ms * (1 + _SPREAD * (2 * part - 1)))
