"""The example client plays over the documented protocol, and what it needs is what docs/protocol.md tells."""

from typing import TYPE_CHECKING

import pytest

from bench.socket_client import Site, play
from games.consumers.database import in_thread
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from accounts.models import User


@pytest.fixture
def player(live_site: LiveSite) -> "User":
    from tests.games.sockets.scene import people

    return people(1)[0]


@pytest.mark.waits
@pytest.mark.usefixtures("live_clock")
@pytest.mark.parametrize("preset", ["club", "terziglio"])
async def test_it_plays_a_hand_with_bots_of_the_house(live_site: LiveSite, player: "User", preset: str) -> None:
    from tests.games.sockets.scene import token_of

    site = Site(live_site.url, await in_thread(token_of, player, "read", "play", "tables"))
    code = await in_thread(lambda: site.open_table(preset=preset, bot_delay_ms=0))
    view = await play(site, code, hands=1)
    assert len(view["hands"]) == 1
    assert len(view["hands"][0]["score"]) == len(view["totals"])
