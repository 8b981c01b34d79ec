"""Frames: a match as its readers get it, a fresh view or event by event (docs/protocol.md 1.1 to 1.3)."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from accounts.models import User
from games.models import Event
from games.selectors.lateness import sight_of
from games.selectors.memory import events_of, position_of, remember
from games.selectors.positions import MatchPosition

Frame = dict[str, Any]
Names = Mapping[int, str]


_SAID_TO_PARTNERS: Final = frozenset({"resign_asked"})  # all others learn only that the log has moved on


def moment(at: datetime) -> str:
    """Return a time as frames write it: UTC, ISO 8601, to the millisecond."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def names_of(user_ids: Iterable[int]) -> Names:
    """Return the present names of users: one query. A closed account has a neutral one."""
    return dict(User.objects.filter(pk__in=set(user_ids)).values_list("pk", "username"))


def fresh_view(match_id: UUID, user_id: int | None = None) -> Frame:
    """Return the `match` frame: where the match stands as its reader sees it, with their own part.

    Raises NoSuchMatch, also while its beginning is still kept from a late reader.
    """
    return view_frame(position_of(match_id, sight_of(match_id, user_id).seq), user_id)


def view_frame(position: MatchPosition, user_id: int | None = None) -> Frame:
    """Return the `match` frame of *position* for a reader: one query for the names."""
    names = names_of(holder.user_id for holder in position.holders.values())
    frame = {
        "type": "match",
        "match": str(position.match_id),
        "seq": position.seq,
        "view": {**position.view, "seats": _named(position.view["seats"], names)},
    }
    seat = position.seat_of(user_id)
    return frame if seat is None else frame | {"you": position.yours(seat)}


def event_frames(match_id: UUID, since: int, until: int, user_id: int | None = None) -> list[Frame]:
    """Return the `event` frames after *since* up to *until*, as far as the log reaches, for a reader.

    Queries: at most two for the log, one for names where a frame tells them. Raises NoSuchMatch for an empty log.
    """
    if since >= until:
        return []
    before = position_of(match_id, max(since, 1))
    frames = [event_frame(None, before, user_id)] if since < 1 else []
    for event in events_of(match_id, before.seq, until):
        after = before.after(event)
        frames.append(event_frame(before, after, user_id))
        before = after
    remember(before)
    return frames


def event_frame(before: MatchPosition | None, after: MatchPosition, user_id: int | None = None) -> Frame:
    """Return the `event` frame that leads from *before* to *after*: how the view changes, and the reader's own part.

    A query is made only where the frame tells names.
    """
    event = after.event
    old = before.view if before else {}
    state = {key: value for key, value in after.view.items() if key not in old or old[key] != value}
    names: Names = {}
    if "seats" in state:
        names = names_of(holder.user_id for holder in after.holders.values())
        state["seats"] = _named(state["seats"], names)
    frame: Frame = {
        "type": "event",
        "match": str(event.match_id),
        "seq": event.seq,
        "kind": event.kind,
        "at": moment(event.at),
        "by": event.by,
        **_own_fields(event, after, names),
        "state": state,
    }
    if event.kind in _SAID_TO_PARTNERS:
        frame["kind"] = "noted"
    elif event.seat is not None:
        frame["seat"] = event.seat
    seat = after.seat_of(user_id)
    if seat is None and before is not None and before.seat_of(user_id) is not None:
        frame["you"] = None  # another person sits there now
    elif seat is not None:
        yours = after.yours(seat)
        if before is None or before.seat_of(user_id) != seat or before.yours(seat) != yours:
            frame["you"] = yours
    return frame


def _own_fields(event: Event, after: MatchPosition, names: Names) -> Frame:
    """Return the fields of the event's own kind (docs/protocol.md 1.2)."""
    told: Frame = event.public
    match event.kind:
        case "started":
            seats = [names.get(holder.user_id, "") for holder in after.holders.values()]
            return {"seats": seats, "rules": event.public["rules"], "options": event.public["options"]}
        case "played":
            hand = after.game.hand
            is_whole = hand is not None and not hand.position.plays
            return {**told, "trick": after.view["last_trick"]} if is_whole else told
        case "hand_ended":
            return {"result": after.view["hands"][-1]}
        case "bot_took_seat" | "seat_given_back":
            holder = after.holders[event.seat or 0]
            return {**told, "name": names.get(holder.user_id, "")}
        case "substituted":
            told_names = names_of((told["user"], told["out"]))
            told = {"id": told["user"], "name": told_names.get(told["user"], ""), "out": told["out"]}
            return told | {"out_name": told_names.get(told["out"], "")}
        case _:
            return told


def _named(seats: Iterable[Mapping[str, Any]], names: Names) -> list[Frame]:
    return [{**seat, "name": names.get(seat["id"], "")} for seat in seats]
