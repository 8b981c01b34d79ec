"""Replays: an ended match event by event, with every hand open."""

from typing import Any
from uuid import UUID

from games.engine.cards import card_codes
from games.errors import MatchRunning, NoSuchMatch
from games.models import Match
from games.selectors.frames import Frame, event_frame
from games.selectors.memory import events_of, position_of
from games.selectors.positions import MatchPosition


def replay_of(match_id: UUID) -> dict[str, Any]:
    """Return the event frames of an ended match, each with the hands that it changes, by seat.

    Three queries, and one for names wherever a frame tells them. Raises NoSuchMatch, MatchRunning.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    if match.status == Match.Status.RUNNING:
        raise MatchRunning
    position = position_of(match_id, 1)
    frames = [_open_frame(None, position)]
    for event in events_of(match_id, 1, match.seq):
        after = position.after(event)
        frames.append(_open_frame(position, after))
        position = after
    return {"match": str(match_id), "events": frames}


def _open_frame(before: MatchPosition | None, after: MatchPosition) -> Frame:
    """Return an event's frame with the hands it changes."""
    was, now = _hands(before), _hands(after)
    changed = {str(seat): cards for seat, cards in enumerate(now) if seat >= len(was) or was[seat] != cards}
    frame = event_frame(before, after)
    return frame | {"hands": changed} if changed else frame


def _hands(position: MatchPosition | None) -> list[list[str]]:
    hand = position.game.hand if position else None
    return [card_codes(cards) for cards in hand.position.hands] if hand else []
