"""Ratings on the sockets: the table hears once they are there, and who watches late does not hear too early."""

import json
from functools import partial
from typing import TYPE_CHECKING

from games.consumers.database import in_thread
from games.models import Match
from games.services.ratings import rate_after
from tests.games.sockets.conftest import Enter
from tests.games.test_asyncapi import valid

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


def end(match_id: object, late: int) -> None:
    """Let the match be over, rated, and wait for its turn in the ledger."""
    match = Match.objects.get(pk=match_id)
    for seat in match.seats.all():
        seat.side, seat.place = seat.number % 2, seat.number % 2 + 1
        seat.save()
    match.status, match.finish_no, match.watch_delay = Match.Status.FINISHED, 1, late
    match.rated, match.finished_at, match.result = True, match.started_at, {"winners": [0], "totals": [31, 0]}
    match.save()


async def test_the_table_hears_of_new_ratings(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with enter(tokens[0]) as player, enter("") as watcher:
        await player.hear("match")
        await watcher.hear("match")
        await in_thread(end, scene.match_id, 0)
        assert await in_thread(partial(rate_after, match_id=scene.match_id)) == 1
        for client in (player, watcher):
            heard = await client.hear("rated")
            valid("rated", json.dumps(heard))
            assert heard["match"] == str(scene.match_id)


async def test_who_watches_late_hears_nothing_of_the_end(scene: "Scene", tokens: list[str], enter: Enter) -> None:
    async with enter(tokens[0]) as player, enter("") as watcher:
        await player.hear("match")
        await watcher.hear("match")
        await in_thread(end, scene.match_id, 60)
        assert await in_thread(partial(rate_after, match_id=scene.match_id)) == 1
        await player.hear("rated")
        assert "rated" not in [frame["type"] for frame in await watcher.rest()]
