"""Company over live sockets: the table that was found, a table that becomes private, a seek that goes quiet."""

from typing import TYPE_CHECKING

from django.utils import timezone

from games.consumers.database import in_thread
from games.consumers.house import House
from games.consumers.visitors import Visitor
from games.selectors.credentials import Credential
from games.services import privacy, seekers, seeks
from tests.games.sockets.clients import open_socket
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.conftest import Enter
    from tests.games.sockets.scene import Scene


async def test_who_waits_is_told_of_the_table_on_whatever_page(live_site: LiveSite, scene: "Scene") -> None:
    from tests.games.sockets.scene import people, token_of

    anna, bruno, carla = await in_thread(people, 3)
    tokens = [await in_thread(token_of, person) for person in (anna, bruno, carla)]
    lobby = f"{live_site.ws_url}/ws/v1/lobby/"
    async with (
        open_socket(lobby, tokens[0]) as in_the_lobby,
        open_socket(f"{live_site.ws_url}/ws/v1/tables/{scene.code}/", tokens[1]) as at_a_table,
        open_socket(lobby, tokens[2]) as stranger,
    ):
        for client in (in_the_lobby, at_a_table, stranger):
            await client.hear("hello")
        await in_thread(seeks.seek, user_id=anna.pk, preset="spizzichino")
        await in_the_lobby.hear("lobby")
        await in_thread(seeks.seek, user_id=bruno.pk, preset="spizzichino")
        told = [await client.hear("notice", code="seek_found") for client in (in_the_lobby, at_a_table)]
        assert told[0] == told[1]
        assert len(told[0]["table"]) == 10
        assert "notice" not in {frame["type"] for frame in await stranger.rest()}


async def test_a_live_socket_keeps_a_seek_alive(live_site: LiveSite) -> None:
    from games.models import Seeker
    from tests.games.sockets.scene import people

    anna, bruno = await in_thread(people, 2)
    for person in (anna, bruno):
        await in_thread(seeks.seek, user_id=person.pk, preset="club", rated=True)
    long_ago = timezone.now() - 2 * seekers.SILENT_AFTER
    await in_thread(Seeker.objects.filter(user__in=(anna, bruno)).update, seen_at=long_ago)
    house = House()
    house.rounds.sockets.add(Here(anna.pk))
    await house.rounds.check()
    assert await in_thread(seekers.end_silent, timezone.now()) == 1
    still = await in_thread(list, Seeker.objects.filter(is_open=True).values_list("user", flat=True))
    assert anna.pk in still
    assert bruno.pk not in still


class Here:
    """A connection that somebody has open."""

    sign = None
    heard_at = 0.0

    def __init__(self, user_id: int) -> None:
        self.visitor = Visitor("", Credential(user_id, "session:x", "no-such-key"))

    def close(self, code: int) -> None:
        assert code == 4001  # there is no such session; what counts here is noted before that is looked at


async def test_a_table_made_private_sends_watchers_away_and_keeps_its_players(
    enter: "Enter", scene: "Scene", tokens: list[str]
) -> None:
    async with enter() as stranger, enter(tokens[0]) as player:
        for client in (stranger, player):
            await client.hear("match")
        owner = await in_thread(_opener, scene.table_id)
        await in_thread(
            privacy.change_visibility, table_id=scene.table_id, user_id=owner, visibility="password", password="x"
        )
        assert await stranger.end() == 4003
        shown = await player.hear("table")
        assert shown["table"]["visibility"] == "password"
        await in_thread(scene.play)
        await player.hear("event", kind="played")
        async with enter() as late:
            assert await late.end() == 4003


def _opener(table_id: int) -> int:
    from games.models import Table

    return Table.objects.values_list("opened_by_id", flat=True).get(pk=table_id)
