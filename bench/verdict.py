"""Verdict: whether a site that was killed again and again has lost, doubled or invented anything."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID, uuid4

import msgspec

from bench.steady_client import SteadyClient
from games.engine.record import replay
from games.models import Deal, Event, Match
from games.selectors.frames import view_frame
from games.selectors.memory import fold, position_of
from games.selectors.records import record_of_match
from games.services import clock, play


def check_view(client: SteadyClient) -> list[str]:
    """Return what is wrong with what a client sees now: it must be the fresh view of the event it has reached."""
    state, seq, match = plain(client.state()), client.seq, client.match
    if not match:
        return [f"{client.code}: a client was never shown a match"]
    fresh = plain(view_frame(position_of(UUID(match), seq), client.user_id))
    wrong = [key for key in fresh["view"] if state["view"].get(key) != fresh["view"][key]]
    if wrong or state.get("you") != fresh.get("you") or state["seq"] != fresh["seq"]:
        return [f"{client.code}: the view at {seq} differs from a fresh one in {wrong or 'its own part'}"]
    return []


def check_log(match_id: UUID, clients: Iterable[SteadyClient]) -> list[str]:
    """Return what is wrong with the log of a match, by itself and against what its clients sent and were told."""
    events = list(Event.objects.filter(match_id=match_id).order_by("seq"))
    faults = [f"{match_id}: {fault}" for fault in (*_check_order(match_id, events), *_check_hands(match_id, events))]
    by_seq = {event.seq: event for event in events}
    by_command: defaultdict[UUID, list[Event]] = defaultdict(list)
    for event in events:
        if event.command_id is not None:
            by_command[event.command_id].append(event)
    for client in clients:
        faults += _check_client(client, str(match_id), by_seq, by_command)
    return faults


def _check_order(match_id: UUID, events: list[Event]) -> list[str]:
    """Return where the log has a gap, the match row disagrees, or the rules forbid an act."""
    if [event.seq for event in events] != list(range(1, len(events) + 1)):
        return ["the log has a gap"]
    if Match.objects.values_list("seq", flat=True).get(pk=match_id) != len(events):
        return ["the match row and its log disagree"]
    position = fold(None, events)
    return [] if position is not None and position.seq == len(events) else ["the log does not fold"]


def _check_hands(match_id: UUID, events: list[Event]) -> list[str]:
    """Return which hand was committed to or dealt twice, and which card was played twice in one."""
    counts = Counter((event.kind, event.public.get("hand")) for event in events)
    faults = [
        f"hand {hand} has {count} of {kind}"
        for (kind, hand), count in counts.items()
        if kind in {"hand_committed", "dealt", "seed_revealed", "entropy_asked"} and count > 1
    ]
    cards: Counter[str] = Counter()
    for event in events:
        if event.kind == "dealt":
            cards.clear()
        if event.kind == "played":
            cards[event.public["card"]] += 1
            if cards[event.public["card"]] > 1:
                faults.append(f"event {event.seq} plays {event.public['card']} again")
    committed = sum(kind == "hand_committed" for kind, _ in counts)
    if Deal.objects.filter(match_id=match_id).count() != committed:
        faults.append("there are more deals than hands, or fewer")
    return faults


def _check_client(
    client: SteadyClient, match: str, by_seq: dict[int, Event], by_command: dict[UUID, list[Event]]
) -> list[str]:
    """Return what was acknowledged but is not stored as sent, and once; refused but stored; told but not stored so."""
    faults = []
    refused = {UUID(frame["command_id"]) for _, frame in client.refused}
    for command_id, sent in client.sent.items():
        if sent["match"] != match or sent["type"] != "play":
            continue
        stored = by_command.get(command_id, [])
        if command_id in client.done and [event.seq for event in stored] != [client.done[command_id]]:
            faults.append(f"{client.code}: a card acknowledged as {client.done[command_id]} is not there, or not once")
        if command_id in refused and stored:
            faults.append(f"{client.code}: a refused card is in the log at {stored[0].seq}")
        if any(event.public.get("card") != sent["card"] for event in stored):
            faults.append(f"{client.code}: the log has another card than was sent")
    for (told_match, seq), told in client.told.items():
        if told_match != match:
            continue
        event = by_seq.get(seq)
        card = event.public.get("card") if event else None
        if event is None or told["kind"] not in {event.kind, "noted"} or told["card"] != card:
            faults.append(f"{client.code}: event {seq} was told as {told}, which the log does not say")
    return faults


def check_record(match_id: UUID) -> list[str]:
    """End a match by resignation, and return what is wrong with its record: the engine must come to the same end."""
    _resign(match_id)
    match = Match.objects.get(pk=match_id)
    if match.status != Match.Status.FINISHED or match.result is None:
        return [f"{match_id}: could not be ended"]
    record = plain(record_of_match(match_id))
    found = replay(record)
    if found.get("totals") != match.result["totals"] or found.get("winners") != match.result["winners"]:
        return [f"{match_id}: the record replays to {found}, the match ended {match.result}"]
    return []


def _resign(match_id: UUID) -> None:
    """Let all people of the first side resign, in the hand that is played or the next."""
    for _ in range(20):
        position = position_of(match_id, Match.objects.values_list("seq", flat=True).get(pk=match_id))
        hand = position.game.hand
        if hand is not None and hand.ended is None:
            break
        clock.run_ahead(match_id)
    for holder in position.partners_of(0):
        seq = Match.objects.values_list("seq", flat=True).get(pk=match_id)
        play.act(match_id=match_id, user_id=holder.user_id, do="resign", fields={}, seq=seq, command_id=uuid4())


def plain(frame: Any) -> Any:
    """Return *frame* as it comes out at the other end of a socket."""
    return json.loads(msgspec.json.encode(frame))
