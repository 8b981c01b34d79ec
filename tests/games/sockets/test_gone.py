"""Gone: a table that is no more, and its match, end for their sockets in an ordinary way."""

from typing import TYPE_CHECKING
from uuid import uuid4

from games.consumers.database import in_thread
from games.consumers.match_feed import MatchFeed
from tests.database import empty, tables_to_empty
from tests.games.sockets.clients import open_socket
from tests.games.sockets.conftest import Enter
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


class Follower:
    """Somebody with a hand, who has seen two events."""

    user_id: int | None = 1
    is_seated = True
    seq = 2

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, text: str) -> None:
        self.told.append(text)


def clear_away() -> None:
    """Leave no table and no match, but all who were there."""
    empty([name for name in tables_to_empty() if name.startswith("games_")])


async def test_who_is_at_a_table_that_is_gone_is_turned_away(
    live_site: LiveSite, scene: "Scene", tokens: list[str], enter: Enter
) -> None:
    async with enter(tokens[0]) as player, enter() as watcher, open_socket(f"{live_site.ws_url}/ws/v1/boards/") as far:
        for client in (player, watcher):
            await client.reach(3)
        await far.say("subscribe", tables=[scene.code])
        await far.hear("board")
        await in_thread(clear_away)
        await far.hear("gone", table=scene.code, code="no_such_table")
        assert [await client.end() for client in (watcher, player)] == [4004, 4004]


async def test_a_match_that_is_gone_is_told_no_further(scene: "Scene") -> None:
    feed, follower = MatchFeed(uuid4()), Follower()
    feed.followers.add(follower)
    feed.start(2)
    for seq, text in ((3, None), (4, '{"seq":4}'), (3, '{"seq":3}')):  # a hint, a message too early, and the next one
        feed.know(seq) if text is None else feed.hear({"seq": seq, "text": text})
        while (work := feed._work) is not None:
            await work
    assert follower.told == []
