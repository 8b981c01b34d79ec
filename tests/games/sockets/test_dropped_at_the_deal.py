"""Dropped at the deal: who loses the line in the last trick and is back after the next deal has lost nothing (A2)."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from games.consumers.database import in_thread
from tests.games.sockets.conftest import Enter

if TYPE_CHECKING:
    from games.models import Match
    from tests.games.sockets.scene import Scene


def play_to_last_trick(scene: "Scene") -> None:
    for _ in range(36):
        scene.play()


def play_into_next_hand(scene: "Scene") -> "Match":
    """Let the last cards fall, everybody be ready, and the next hand be dealt."""
    from games.models import Match
    from games.services import clock

    for _ in range(4):
        clock.run_ahead(scene.match_id)
    for player in scene.players:
        scene.act(player, "ready")
    for _ in range(3):  # the entropy asked for, if any, and the deal
        if dealt(scene) != [0, 1]:
            clock.run_ahead(scene.match_id)
    assert dealt(scene) == [0, 1]
    return Match.objects.get(pk=scene.match_id)


def dealt(scene: "Scene") -> list[int]:
    return [event.public["hand"] for event in scene.events() if event.kind == "dealt"]


async def test_the_next_leader_comes_back_to_a_whole_turn(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    await in_thread(play_to_last_trick, scene)
    async with enter(tokens[0]) as anyone:
        dealer = (await anyone.hear("match"))["view"]["dealer"]
    north = (dealer + 2) % 4
    async with enter(tokens[north]) as client:
        await client.hear("match")
        seen = client.seq
    match = await in_thread(play_into_next_hand, scene)
    async with enter(tokens[north], query=f"?since={seen}&match={scene.match_id}") as client:
        client.match, client.seq = str(scene.match_id), seen
        await client.reach(match.seq)
        turn = client.view["turn"]
        clock = client.view["clock"]
        assert turn["seat"] == clock["seat"] == north
        assert client.you["may"]["play"]
        whole = timedelta(seconds=match.move_seconds + match.bank_seconds)
        assert abs(datetime.fromisoformat(clock["deadline"]) - match.turn_since - whole) < timedelta(milliseconds=2)
        kinds = [frame["kind"] for frame in client.frames if frame["type"] == "event"]
        assert kinds.count("dealt") == 1
        assert "bot_took_seat" not in kinds
