"""A table's socket over the network: what it shows at first, what it tells, what it answers."""

import asyncio
import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import msgspec
import pytest

from games.consumers.database import in_thread
from games.selectors.frames import fresh_view
from games.services import clock, rematch
from tests.games.sockets.clients import Client
from tests.games.sockets.conftest import Enter
from tests.games.test_asyncapi import valid

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


async def seats_of(stack: AsyncExitStack, enter: Enter, tokens: list[str]) -> list[Client]:
    """Open a socket for each token, and read to the state of the match."""
    clients = [await stack.enter_async_context(enter(token)) for token in tokens]
    for client in clients:
        await client.hear("match")
    return clients


async def fresh(scene: "Scene", seat: int | None = None) -> dict[str, Any]:
    """Return what a fresh view says to a seat, or to a watcher."""
    frame = await in_thread(fresh_view, scene.match_id, None if seat is None else scene.players[seat].pk)
    return json.loads(msgspec.json.encode(frame))


async def turn_of(scene: "Scene") -> int:
    return (await in_thread(scene.turn))[0]


async def test_a_player_is_greeted_then_shown_the_table_and_the_match(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    async with enter(tokens[1]) as bruno:
        hello, table = await bruno.next(), await bruno.next()
        match = await bruno.hear("match")
    assert (hello["type"], hello["protocol"], hello["heartbeat"]) == ("hello", 1, 3000)
    assert hello["user"] == {"id": scene.players[1].pk, "name": scene.players[1].username}
    assert hello["limits"] == {"messages": 100, "seconds": 20, "bytes": 8192}
    assert (table["type"], table["table"]["code"], table["table"]["you"]["seat"]) == ("table", scene.code, 1)
    assert match == await fresh(scene, 1)
    assert len(match["you"]["hand"]) == 10


async def test_a_watcher_is_shown_the_same_without_a_hand(scene: "Scene", enter: Enter) -> None:
    async with enter() as watcher:
        hello = await watcher.next()
        match = await watcher.hear("match")
    assert hello["user"] is None
    assert hello["limits"]["messages"] == 50
    assert match == await fresh(scene)
    assert "you" not in match


async def test_a_card_reaches_everybody_and_is_acknowledged_to_its_player(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        watcher = await stack.enter_async_context(enter())
        await watcher.hear("match")
        turn = await turn_of(scene)
        card = players[turn].you["may"]["play"][0]
        command_id = await players[turn].play(card)
        ack = await players[turn].answer(command_id)
        for seat, client in [*enumerate(players), (None, watcher)]:
            await client.reach(ack["seq"])
            assert client.view["trick"]["plays"] == [{"seat": turn, "card": card}]
            assert client.state() == await fresh(scene, seat)
            event = next(frame for frame in client.frames if frame["type"] == "event")
            assert (event["kind"], event["seat"], event["card"], event["by"]) == ("played", turn, card, "player")


async def test_a_hand_played_over_the_sockets_leaves_everybody_with_the_same_view(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        watcher = await stack.enter_async_context(enter())
        await watcher.hear("match")
        for _ in range(40):
            turn = next(p for p in players if p.you["may"].get("play"))
            ack = await turn.answer(await turn.play())
            for client in players:
                await client.reach(ack["seq"])
        last = await in_thread(scene.seq)
        for seat, client in [*enumerate(players), (None, watcher)]:
            await client.reach(last)
            assert client.state() == await fresh(scene, seat)
            assert [f["seq"] for f in client.frames if f["type"] == "event"] == list(range(4, last + 1))
    assert len(watcher.view["hands"]) == 1


async def test_a_refusal_goes_to_its_sender_alone(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        watcher = await stack.enter_async_context(enter())
        await watcher.hear("match")
        for client in [*players, watcher]:
            await client.rest()
        turn = await turn_of(scene)
        other = (turn + 1) % 4
        hand = players[turn].you["hand"]
        missing = next(card for card in players[other].you["hand"])
        refusals = [
            (players[other], {"card": missing}, "not_your_turn"),
            (players[turn], {"card": missing}, "card_not_held"),
            (players[turn], {"card": "1x"}, "bad_card"),
            (players[turn], {"card": hand[0], "signal": "ciao"}, "signal_not_allowed"),
            (players[turn], {"card": hand[0], "seq": 10_000}, "stale"),
            (players[turn], {"card": hand[0], "match": str(uuid4())}, "no_such_match"),
        ]
        for client, fields, code in refusals:
            answer = await client.answer(await client.command("play", **fields))
            assert (answer["type"], answer["code"], answer["seq"]) == ("refused", code, 3)
        anonymous = await watcher.answer(await watcher.command("play", card=hand[0]))
        assert anonymous["code"] == "not_seated"
        for client in [*players, watcher]:
            assert {frame["type"] for frame in await client.rest()} <= {"presence"}
        assert await in_thread(scene.seq) == 3
        assert (await players[turn].answer(await players[turn].play()))["type"] == "ack"


async def test_two_cards_at_once_are_one_card(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    """Field report A10: two cards 5 ms apart, the same card twice, and from two tabs."""
    turn = await turn_of(scene)
    async with enter(tokens[turn]) as one, enter(tokens[turn]) as two:
        await one.hear("match")
        await two.hear("match")
        first, second = one.you["may"]["play"][:2]
        ids = [await one.play(first), await one.play(second)]
        answers = [await one.answer(command_id) for command_id in ids]
        assert [answer["type"] for answer in answers] == ["ack", "refused"]
        assert answers[1]["code"] in {"stale", "not_your_turn"}
        again = await one.answer(await one.command("play", card=first, seq=3, command_id=ids[0]))
        assert (again["type"], again["seq"]) == ("ack", answers[0]["seq"])
        other_tab = await two.answer(await two.command("play", card=second, seq=3))
        assert other_tab["type"] == "refused"
        await asyncio.gather(one.reach(4), two.reach(4))
        assert one.you == two.you
        assert len(two.you["hand"]) == 9
    assert await in_thread(scene.seq) == 4


async def test_the_same_command_from_two_tabs_at_once_is_one_event(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    turn = await turn_of(scene)
    async with enter(tokens[turn]) as one, enter(tokens[turn]) as two:
        await asyncio.gather(one.hear("match"), two.hear("match"))
        command_id, card = str(uuid4()), one.you["may"]["play"][0]
        await asyncio.gather(*(tab.command("play", card=card, command_id=command_id) for tab in (one, two)))
        answers = await asyncio.gather(*(tab.answer(command_id) for tab in (one, two)))
    assert [(answer["type"], answer["seq"]) for answer in answers] == [("ack", 4), ("ack", 4)]


async def test_who_comes_back_is_told_what_happened_meanwhile(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with enter(tokens[0]) as anna:
        await anna.hear("match")
    for _ in range(6):
        await in_thread(scene.play)
    async with enter(tokens[0], f"?since={anna.seq}&match={anna.match}") as back:
        back.match, back.seq, back.view, back.you = anna.match, anna.seq, anna.view, anna.you
        await back.reach(9)
        await in_thread(scene.play)
        await back.reach(10)
        assert "match" not in {frame["type"] for frame in back.frames}
        assert back.state() == await fresh(scene, 0)


@pytest.mark.parametrize("query", ["?since=9999&match={match}", "?since=2&match={other}", "?since=-1&match={match}"])
async def test_who_asks_for_what_never_was_gets_the_state(scene: "Scene", enter: Enter, query: str) -> None:
    async with enter(query=query.format(match=scene.match_id, other=UUID(int=1))) as watcher:
        await watcher.hear("match")
        assert watcher.state() == await fresh(scene)


async def test_a_client_that_has_lost_count_asks_again(scene: "Scene", enter: Enter) -> None:
    for _ in range(4):
        await in_thread(scene.play)
    async with enter() as watcher:
        await watcher.hear("match")
        state = watcher.state()
        await watcher.say("resync")
        await watcher.hear("match")
        assert watcher.state() == state
        start = len(watcher.frames)
        watcher.seq = 4
        await watcher.say("resync", since=4)
        await watcher.reach(7)
        assert [frame["seq"] for frame in watcher.frames[start:]] == [5, 6, 7]


async def test_a_ping_brings_back_where_the_match_stands(scene: "Scene", enter: Enter) -> None:
    async with enter() as watcher:
        await watcher.hear("match")
        await watcher.say("ping", t=77)
        pong = await watcher.hear("pong")
        assert (pong["t"], pong["seq"]) == (77, 3)
        await watcher.say("echo", n=pong["n"])
        assert await watcher.rest() == []


async def test_a_new_match_at_the_table_is_shown_by_itself(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        watcher = await stack.enter_async_context(enter())
        for player in players:
            assert (await player.answer(await player.command("abort")))["type"] == "ack"
        await watcher.hear("event", kind="ended")
        for player in scene.players:
            await in_thread(rematch.agree, table_id=scene.table_id, user_id=player.pk)
        for client in [*players, watcher]:
            state = await client.hear("match")
            assert (state["seq"], state["match"] != str(scene.match_id)) == (2, True)
        await in_thread(clock.run_ahead, UUID(state["match"]))
        for client in [*players, watcher]:
            await client.hear("event", kind="dealt")
        turn = next(player for player in players if player.you["may"].get("play"))
        ack = await turn.answer(await turn.play())
        await watcher.reach(ack["seq"])


async def test_clients_that_come_and_go_cost_the_others_nothing(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    """Field report D2: who stays is told every event, in order; who comes back is right at once."""
    is_over = asyncio.Event()

    async def come_and_go(token: str) -> int:
        times = 0
        while not is_over.is_set():
            async with enter(token) as client:
                await client.hear("match")
                await client.rest()
            times += 1
        return times

    async with AsyncExitStack() as stack:
        stable = [*await seats_of(stack, enter, tokens), await stack.enter_async_context(enter())]
        await stable[-1].hear("match")
        restless = [asyncio.create_task(come_and_go(token)) for token in ("", tokens[2])]
        for _ in range(40):
            seq = await in_thread(scene.play)
            await asyncio.gather(*(client.reach(seq) for client in stable))
        is_over.set()
        assert min(await asyncio.gather(*restless)) > 3
        for seat, client in enumerate(stable):
            await client.reach(await in_thread(scene.seq))
            assert client.state() == await fresh(scene, seat if seat < 4 else None)


async def test_every_frame_of_a_hand_is_as_the_documents_say(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with AsyncExitStack() as stack:
        players = await seats_of(stack, enter, tokens)
        watcher = await stack.enter_async_context(enter())
        await watcher.hear("match")
        for _ in range(40):
            turn = next(p for p in players if p.you["may"].get("play"))
            await turn.answer(await turn.command("declare", sets=["3d 3c 3s"]))
            ack = await turn.answer(await turn.play())
            await asyncio.gather(*(player.reach(ack["seq"]) for player in players))
        for player in players:
            await player.answer(await player.command("ready"))
        for client in [*players, watcher]:
            while client.view["hand"] == 0:  # the last to be ready may have been dealt to before the answer came
                await client.next()
            await client.rest()
            for frame in client.frames:
                valid("resync_follows" if frame["type"] == "resync" else frame["type"], json.dumps(frame))
