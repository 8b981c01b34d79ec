"""Nobody is told a card they may not see: every byte sent to every seat and to a watcher is looked through."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from games.consumers.database import in_thread
from tests.games.sockets.clients import Client
from tests.games.sockets.conftest import Enter
from tests.games.told import cards_told
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from games.models import Event
    from tests.games.sockets.scene import Scene


def public_after(events: list["Event"]) -> list[set[str]]:
    """Return what everybody knows of the hand after each event, by number.

    What was declared with its cards kept back (rules 5, `declare_reveal`) is known from the first card of trick 2.
    """
    known: list[set[str]] = [set()]
    kept_back: set[str] = set()
    played = 0
    for event in events:
        played += event.kind == "played"
        news = cards_told(event.public) if event.kind in {"played", "declared", "seed_revealed"} else set()
        kept_back |= cards_told(event.private) if event.kind == "declared" else set()
        known.append(known[-1] | news | (kept_back if played > 4 else set()))
    return known


def check(client: Client, seat: int | None, events: list["Event"]) -> None:
    """Check each frame a client was sent against what it might know by then."""
    dealt = next(event for event in events if event.kind == "dealt")
    own = set() if seat is None else set(dealt.private[str(seat)]["cards"].split())
    public = public_after(events)
    last = 0
    for frame in client.frames:
        if frame["type"] in {"match", "event"}:
            last = frame["seq"]
        told = cards_told(frame)
        allowed = public[last] | own | ({frame["detail"][-2:]} if frame["type"] == "refused" else set())
        assert told <= allowed, (seat, frame["type"], told - allowed)


@pytest.mark.parametrize("preset", ["club", "centrosud", "ventuno"])
async def test_a_whole_hand_tells_each_seat_its_own_cards_and_what_was_played(live_site: LiveSite, preset: str) -> None:
    from tests.games.sockets.clients import open_socket
    from tests.games.sockets.scene import match_of, people, token_of

    scene = await in_thread(lambda: match_of(people(4), preset=preset))
    tokens = [await in_thread(token_of, player) for player in scene.players]
    url = f"{live_site.ws_url}/ws/v1/tables/{scene.code}/"
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(open_socket(url, token)) for token in tokens]
        watcher = await stack.enter_async_context(open_socket(url))
        everybody = [*players, watcher]
        await asyncio.gather(*(client.hear("match") for client in everybody))
        played = 0
        while played < 40:
            await provoke(players)
            for player in players:
                if player.you["may"].get("declare"):
                    sets = player.you["may"]["declare"][0]["sets"]
                    ack = await player.answer(await player.command("declare", sets=sets))
                    await asyncio.gather(*(client.reach(ack["seq"]) for client in everybody))
            turn = next(player for player in players if player.you["may"].get("play"))
            may = turn.you["may"]
            card = may["play"][0]
            signals = may.get("signals", {}).get(card) or [None]
            says = may.get("say", {}).get(card) or [None]
            ack = await turn.answer(await turn.command("play", card=card, signal=signals[0], say=says[0]))
            assert ack["type"] == "ack", ack
            await asyncio.gather(*(client.reach(ack["seq"]) for client in everybody))
            played += 1
            async with open_socket(url) as late:
                await late.hear("match")
                everybody_late = await in_thread(scene.events)
                check(late, None, everybody_late)
        await asyncio.gather(*(client.rest() for client in everybody))
    events = await in_thread(scene.events)
    for seat, client in enumerate(players):
        check(client, seat, events)
    check(watcher, None, events)
    revealed = next(event.seq for event in events if event.kind == "seed_revealed")
    assert all(cards_told(f) <= public_after(events)[f["seq"]] for f in watcher.frames if f["type"] == "event")
    assert revealed > 40


async def provoke(players: list[Client]) -> None:
    """Have every seat but the one to play ask for what it cannot have."""
    for player in players:
        if not player.you["may"].get("play"):
            answer = await player.answer(
                await player.command("play", card=player.you["hand"][0] if player.you["hand"] else "3d")
            )
            assert answer["type"] == "refused"


async def test_a_watcher_learns_four_cards_a_trick_and_a_seat_three_more_than_its_own(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    async with enter(tokens[0]) as anna, enter() as watcher:
        for tricks in range(1, 4):
            for _ in range(4):
                await in_thread(scene.play)
            seq = await in_thread(scene.seq)
            for client in (anna, watcher):
                await client.reach(seq)
            seen = {
                name: {card for frame in client.frames for card in cards_told(frame)}
                for name, client in (("anna", anna), ("watcher", watcher))
            }
            assert len(seen["watcher"]) == 4 * tricks
            assert len(seen["anna"]) == 10 + 3 * tricks


async def test_what_goes_over_the_wire_to_the_group_has_no_private_part(scene: "Scene", redis_url: str) -> None:
    """Whoever listens to the message server itself, as every web process does, hears no hand."""
    import msgpack
    import redis

    with redis.Redis.from_url(redis_url) as valkey, valkey.pubsub() as pubsub:
        pubsub.psubscribe("*")
        pubsub.get_message(timeout=1)
        for _ in range(8):
            await in_thread(scene.play)
        heard = []
        while (message := pubsub.get_message(timeout=0.3)) is not None:
            if b"__group__match" in message["channel"]:
                heard.append(json.loads(msgpack.unpackb(message["data"])["text"]))
    events = await in_thread(scene.events)
    public = public_after(events)
    assert [frame["seq"] for frame in heard] == list(range(4, 12))
    for frame in heard:
        assert "you" not in frame
        assert cards_told(frame) <= public[frame["seq"]]
