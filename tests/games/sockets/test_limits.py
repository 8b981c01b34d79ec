"""What a socket may say: garbage is refused and survived, floods and giants end it, silence too."""

import asyncio
import json
import random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from games.consumers.allowance import HUGE_BYTES, LARGE_BYTES, Allowance, Persons
from games.consumers.database import in_thread
from tests.games.sockets.conftest import Enter

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene

ADDRESS = {"match": str(uuid4()), "seq": 3, "command_id": str(uuid4())}
GARBAGE: list[tuple[str | bytes, str]] = [
    ("", "bad_json"),
    ("nope", "bad_json"),
    (b"\x00\x01\x02", "bad_json"),
    (b"\xff\xfe\xfd", "bad_json"),
    ("[" * 4000, "bad_json"),
    ('{"type":' * 800, "bad_json"),
    ('{"type": "ping", "t": NaN}', "bad_json"),
    ('{"type": "\\ud800"}', "bad_json"),
    ("[]", "bad_format"),
    ("1e309", "bad_json"),
    ("null", "bad_format"),
    ('{"type": null}', "bad_format"),
    (json.dumps({"type": "play", **ADDRESS}), "bad_format"),
    (json.dumps({"type": "play", **ADDRESS, "card": 3}), "bad_format"),
    (json.dumps({"type": "play", **ADDRESS, "card": "3d", "seq": 10**300}), "bad_format"),
    (json.dumps({"type": "websocket.disconnect"}), "bad_type"),
    (json.dumps({"type": "table.changed"}), "bad_type"),
    ("x" * (LARGE_BYTES + 1), "too_large"),
    ("è" * (LARGE_BYTES // 2 + 1), "too_large"),
    (b"x" * HUGE_BYTES, "too_large"),
]


async def test_garbage_is_refused_by_code_and_the_socket_lives_on(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    turn = (await in_thread(scene.turn))[0]
    async with enter(tokens[turn]) as client:
        await client.hear("match")
        for said, code in GARBAGE:
            await client.connection.send(said)
            answer = await client.hear("refused")
            assert (answer["code"], answer["seq"]) == (code, 3), said[:40]
        assert (await client.answer(await client.play()))["type"] == "ack"


async def test_a_good_frame_may_come_as_bytes_too(enter: Enter) -> None:
    async with enter() as watcher:
        await watcher.hear("match")
        await watcher.connection.send(b'{"type": "ping", "t": 5}')
        assert (await watcher.hear("pong"))["t"] == 5


def mangled(frame: str, luck: random.Random) -> str | bytes:
    """Return *frame* with some of it cut, doubled, changed or put elsewhere."""
    data = bytearray(frame.encode())
    for _ in range(luck.randint(1, 4)):
        at = luck.randrange(len(data) + 1)
        match luck.randrange(4):
            case 0:
                del data[at : at + luck.randint(1, 9)]
            case 1:
                data[at:at] = data[: luck.randint(1, 20)]
            case 2:
                data[at:at] = bytes(luck.randrange(256) for _ in range(luck.randint(1, 6)))
            case _:
                data.reverse()
    return bytes(data) if luck.random() < 0.5 else data.decode("utf-8", "replace")


async def test_200_mangled_commands_move_nothing_and_break_nothing(
    scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    luck = random.Random(7)
    turn, legal = await in_thread(scene.turn)
    good = {"type": "play", "match": str(scene.match_id), "seq": 3, "card": "1x", "command_id": str(uuid4())}
    for _ in range(4):
        async with enter(tokens[(turn + 1) % 4]) as client:
            await client.hear("match")
            for _ in range(50):
                await client.connection.send(mangled(json.dumps(good), luck))
            for _ in range(50):
                assert (await client.hear("refused", "pong"))["code"] in {
                    *("bad_json", "bad_format", "bad_type", "not_your_turn", "bad_card", "stale", "no_such_match"),
                }
    assert await in_thread(scene.seq) == 3
    async with enter(tokens[turn]) as client:
        await client.hear("match")
        assert (await client.answer(await client.play(legal[0])))["seq"] == 4


async def test_somebody_elses_match_is_not_played(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    from tests.games.sockets.scene import match_of, people

    other = await in_thread(lambda: match_of(people(4)))
    _, legal = await in_thread(other.turn)
    async with enter(tokens[0]) as anna:
        await anna.hear("match")
        answer = await anna.answer(await anna.command("play", match=str(other.match_id), card=legal[0]))
        assert (answer["type"], answer["code"]) == ("refused", "not_seated")
    assert await in_thread(other.seq) == 3


async def test_a_giant_ends_the_socket(enter: Enter) -> None:
    async with enter(max_size=None) as watcher:
        await watcher.hear("match")
        await watcher.connection.send("x" * (HUGE_BYTES + 1))
        assert await watcher.end() == 4009


async def test_what_even_the_server_does_not_read_ends_it_too(enter: Enter) -> None:
    async with enter(max_size=None) as watcher:
        await watcher.hear("match")
        await watcher.connection.send("x" * (2 * HUGE_BYTES + 1))
        assert await watcher.end() == 1009


@pytest.mark.parametrize(("is_player", "limit"), [(True, 100), (False, 50)])
async def test_a_flood_ends_the_socket(tokens: list[str], enter: Enter, is_player: bool, limit: int) -> None:
    async with enter(tokens[0] if is_player else "", is_silent=True) as client:
        await client.hear("match")
        for t in range(limit + 5):
            await client.say("ping", t=t)
        await client.hear("refused", code="too_many")
        assert await client.end() == 4029
        assert sum(frame["type"] == "pong" for frame in client.frames) == limit


@pytest.mark.waits
async def test_silence_ends_the_socket(enter: Enter) -> None:
    async with enter(is_silent=True) as silent, enter() as speaks:
        await speaks.hear("match")
        async with asyncio.timeout(20):
            await silent.connection.wait_closed()
        assert silent.connection.close_code == 4008
        await speaks.rest()


async def test_commands_of_one_socket_are_done_in_their_order(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    """Thirty at once: each answered once, in order; none is done beside another."""
    turn = (await in_thread(scene.turn))[0]
    async with enter(tokens[turn]) as client:
        await client.hear("match")
        ids = [await client.play() for _ in range(30)]
        answers = [await client.hear("ack", "refused") for _ in ids]
        assert [answer["command_id"] for answer in answers] == ids
        assert [answer["type"] for answer in answers] == ["ack", *["refused"] * 29]


class TestAllowance:
    def test_a_window_slides(self) -> None:
        allowance = Allowance()
        allowance.messages = 3
        assert [allowance.spend(now) for now in (0, 1, 2, 3)] == [True, True, True, False]
        assert [allowance.spend(now) for now in (19.9, 20.1, 20.2, 21.1)] == [False, True, False, True]

    def test_all_sockets_and_processes_of_a_person_count_together(
        self, redis_url: str, settings: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.SOCKET_MESSAGES = {"person": 45}
        monkeypatch.setattr("games.consumers.allowance.time.time", lambda: 1_000_000.0)
        one, two = Persons(), Persons()
        done = [process.spend(77) for _ in range(30) for process in (one, two)]
        assert 40 <= sum(done) <= 55
        assert not one.spend(77)
        assert one.spend(78)

    def test_without_a_message_server_play_goes_on(self, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        from redis.exceptions import ConnectionError as Gone

        class NoServer:
            def pipeline(self, **_: Any) -> Any:
                raise Gone

        class Layer:
            valkey = NoServer()

        monkeypatch.setattr("games.consumers.allowance.get_channel_layer", Layer)
        persons = Persons()
        assert all(persons.spend(77) for _ in range(1000))
