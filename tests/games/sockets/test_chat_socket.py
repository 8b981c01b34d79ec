"""The chat on the sockets: who is told which line, live, over the network."""

import json
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING
from uuid import uuid4

from accounts.services import people as choices
from accounts.services import ties
from games.consumers.database import in_thread
from games.services import chat
from tests.games.sockets.clients import Client
from tests.games.sockets.conftest import Enter
from tests.games.test_asyncapi import valid

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


def newcomers(count: int) -> list[tuple[int, str]]:
    """Return people who have come to watch: id and token."""
    from tests.games.sockets.scene import people, token_of

    return [(user.pk, token_of(user)) for user in people(count)]


async def say(client: Client, text: str = "Ciao") -> dict:
    """Say something and return the answer."""
    command_id = str(uuid4())
    await client.say("chat", command_id=command_id, text=text)
    return await client.answer(command_id)


def texts(client: Client) -> list[str | None]:
    return [frame["line"]["text"] or frame["line"]["greeting"] for frame in client.frames if frame["type"] == "said"]


async def test_watchers_talk_among_themselves_while_a_hand_is_played(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    (_, wanda), (_, walter) = await in_thread(newcomers, 2)
    async with AsyncExitStack() as stack:
        player, nobody, first, second = [
            await stack.enter_async_context(enter(token)) for token in (tokens[0], "", wanda, walter)
        ]
        for client in (player, nobody, first, second):
            await client.hear("match")
        answer = await say(first, "Che mano <b>!</b>")
        heard = await second.hear("said")
        assert (await say(player))["code"] == "chat_closed"
        assert (await say(nobody))["code"] == "not_seated"
        assert (await say(first, "\u202e"))["code"] == "bad_text"
        for client in (player, nobody):
            assert "said" not in [frame["type"] for frame in await client.rest()]
    assert (answer["type"], answer["line"]) == ("ack", heard["line"]["id"])
    valid("said", json.dumps(heard))
    valid("ack", json.dumps(answer))
    assert (heard["line"]["room"], heard["line"]["text"]) == ("watchers", "Che mano <b>!</b>")


async def test_a_line_sent_again_is_the_same_and_a_greeting_reaches_every_language(
    scene: "Scene", enter: Enter
) -> None:
    (_, wanda), (_, walter) = await in_thread(newcomers, 2)
    async with enter(wanda) as first, enter(walter) as second:
        for client in (first, second):
            await client.hear("match")
        greeting = {"command_id": str(uuid4()), "greeting": "well_played"}
        answers = []
        for _ in range(2):
            await first.say("greet", **greeting)
            answers.append(await first.answer(greeting["command_id"]))
        await second.hear("said")
        await second.rest()
        assert texts(second) == ["well_played"]
        await first.say("greet", command_id=str(uuid4()), greeting="tre_di_coppe")
        assert (await first.hear("refused"))["code"] == "bad_format"
    assert answers[0] == answers[1]


async def test_blocked_people_and_a_chat_switched_off_are_not_heard(scene: "Scene", enter: Enter) -> None:
    (wanda_id, wanda), (walter_id, walter) = await in_thread(newcomers, 2)
    async with enter(wanda) as first, enter(walter) as second:
        for client in (first, second):
            await client.hear("match")
        await say(first, "Uno")
        await second.hear("said")

        async def change_then_say(service, facts: dict, text: str) -> None:
            await in_thread(service, **facts)  # told before the line is, so that it is heard of first
            await say(first, text)

        await change_then_say(ties.block, {"user_id": walter_id, "other_id": wanda_id}, "Due")
        await change_then_say(ties.unblock, {"user_id": walter_id, "other_id": wanda_id}, "Tre")
        await second.hear("said")
        await change_then_say(choices.choose_chat, {"user_id": walter_id, "wants": False}, "Quattro")
        await change_then_say(choices.choose_chat, {"user_id": walter_id, "wants": True}, "Cinque")
        await second.hear("said")
        assert texts(second) == ["Uno", "Tre", "Cinque"]


async def test_a_line_taken_away_goes_from_the_screens(scene: "Scene", enter: Enter) -> None:
    ((wanda_id, wanda),) = await in_thread(newcomers, 1)
    async with enter(wanda) as client:
        await client.hear("match")
        line = (await say(client, "!!!"))["line"]
        await in_thread(chat.hide, line_id=line, by_id=wanda_id)
        assert (await client.hear("unsaid"))["id"] == line
