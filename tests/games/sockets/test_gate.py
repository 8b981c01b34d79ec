"""Who may open a socket: our pages by cookie, programs by token, anybody to watch (field report D8)."""

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from websockets.exceptions import InvalidStatus

from accounts.models import User
from accounts.services.sessions import end_sessions
from accounts.services.tokens import revoke_all
from config.sockets import SocketGate, is_ours
from games.consumers.database import in_thread
from games.services import tables
from games.services.unlocking import unlock
from tests.games.sockets.clients import open_socket
from tests.games.sockets.conftest import Enter
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from tests.games.sockets.scene import Scene


def origins(site: LiveSite) -> dict[str, str | None]:
    return {
        "evil": "https://evil.example",
        "null": "null",
        "none": None,
        "port": f"http://127.0.0.1:{site.port + 1}",
        "https": f"https://127.0.0.1:{site.port}",
        "name": f"http://localhost:{site.port}",
        "prefix": f"http://127.0.0.1:{site.port}.evil.example",
        "user": f"http://127.0.0.1:{site.port}@evil.example",
        "path": f"http://127.0.0.1:{site.port}/",
        "two": f"http://127.0.0.1:{site.port} https://evil.example",
    }


async def status_of(url: str, **options: Any) -> int:
    """Return the HTTP status a handshake is answered with."""
    try:
        async with open_socket(url, **options):
            return 101
    except InvalidStatus as answer:
        return answer.response.status_code


@pytest.fixture
def cookie(scene: "Scene") -> str:
    from tests.games.sockets.scene import cookie_of

    return cookie_of(scene.players[0])


@pytest.fixture
def sockets(live_site: LiveSite, scene: "Scene") -> list[str]:
    return [f"{live_site.ws_url}/ws/v1/{path}/" for path in (f"tables/{scene.code}", "lobby")]


@pytest.mark.parametrize("kind", ["evil", "null", "none", "port", "https", "name", "prefix", "user", "path", "two"])
async def test_a_cookie_counts_for_no_foreign_page(
    live_site: LiveSite, sockets: list[str], cookie: str, kind: str
) -> None:
    before = live_site.log("web").count("A socket was refused (foreign origin)")
    for url in sockets:
        assert await status_of(url, cookie=cookie, origin=origins(live_site)[kind]) == 403
    assert live_site.log("web").count("A socket was refused (foreign origin)") == before + 2


async def test_a_cookie_counts_for_our_own_page(
    live_site: LiveSite, sockets: list[str], cookie: str, scene: "Scene"
) -> None:
    for url in sockets:
        async with open_socket(url, cookie=cookie, origin=live_site.url) as client:
            assert (await client.hear("hello"))["user"]["id"] == scene.players[0].pk


async def test_a_token_counts_from_anywhere(
    live_site: LiveSite, sockets: list[str], tokens: list[str], scene: "Scene"
) -> None:
    for url in sockets:
        for origin in ["https://evil.example", None, live_site.url]:
            async with open_socket(url, tokens[1], origin=origin) as client:
                assert (await client.hear("hello"))["user"]["id"] == scene.players[1].pk


async def test_nobody_in_particular_may_watch_but_not_through_a_foreign_page(
    live_site: LiveSite, sockets: list[str]
) -> None:
    for url in sockets:
        async with open_socket(url) as client:
            assert (await client.hear("hello"))["user"] is None
        assert await status_of(url, origin="https://evil.example") == 403


async def test_a_dead_cookie_is_nobody(live_site: LiveSite, sockets: list[str]) -> None:
    async with open_socket(sockets[0], cookie="sessionid=nothing", origin=live_site.url) as client:
        assert (await client.hear("hello"))["user"] is None


@pytest.mark.parametrize("token", ["bongioco_wrong", "x", "é"])
async def test_a_wrong_token_is_401(sockets: list[str], token: str) -> None:
    for url in sockets:
        assert await status_of(url, token=token) == 401


async def test_a_name_this_site_does_not_have_is_403(live_site: LiveSite, sockets: list[str]) -> None:
    for url in sockets:
        path = url.removeprefix(live_site.ws_url)
        reader, writer = await asyncio.open_connection("127.0.0.1", live_site.port)
        lines = (
            f"GET {path} HTTP/1.1",
            "Host: rebound.example",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        writer.write("\r\n".join([*lines, "", ""]).encode())
        assert b" 403 " in await reader.readline()
        writer.close()
        await writer.wait_closed()


NOWHERE = ["/", "/ws/", "/ws/v1/", "/ws/v2/lobby/", "/ws/v1/lobby"]
CODES = ["", "a/b", "A", "%00", "%F0%9F%82%A1", "x" * 17, "a%0A", "..%2F"]


@pytest.mark.parametrize("path", [*NOWHERE, *(f"/ws/v1/tables/{code}/" for code in CODES)])
async def test_where_no_socket_lives_is_404(live_site: LiveSite, path: str) -> None:
    assert await status_of(f"{live_site.ws_url}{path}") == 404


@pytest.mark.parametrize("code", ["nothing", "0000000000", "x" * 16])
async def test_an_unknown_table_closes_4004(live_site: LiveSite, code: str) -> None:
    async with open_socket(f"{live_site.ws_url}/ws/v1/tables/{code}/") as client:
        assert await client.end() == 4004
        assert client.frames == []


class TestPrivateTables:
    """A table with a password is shown to who has given it, who sits there and who opened it."""

    @pytest.fixture
    def owner(self, scene: "Scene") -> User:
        from tests.games.sockets.scene import people

        return people(1)[0]

    @pytest.fixture
    def address(self, live_site: LiveSite, owner: User) -> str:
        from tests.games.sockets.scene import table_of

        table = table_of(owner, visibility="password", password="briscola")
        self.table_id, self.code = table.pk, table.code
        return f"{live_site.ws_url}/ws/v1/tables/{table.code}/"

    async def test_a_stranger_is_turned_away(self, address: str, tokens: list[str]) -> None:
        for token in ["", tokens[0]]:
            async with open_socket(address, token) as client:
                assert await client.end() == 4003
                assert client.frames == []

    async def test_the_owner_and_who_gave_the_password_come_in(
        self, address: str, owner: User, tokens: list[str], scene: "Scene"
    ) -> None:
        from tests.games.sockets.scene import token_of

        await in_thread(
            unlock, table_id=self.table_id, code=self.code, user_id=scene.players[0].pk, password="briscola"
        )
        for token in [await in_thread(token_of, owner), tokens[0]]:
            async with open_socket(address, token) as client:
                assert (await client.hear("table"))["table"]["code"] == self.code

    async def test_a_browser_that_gave_the_password_comes_in(
        self, live_site: LiveSite, address: str, scene: "Scene"
    ) -> None:
        def browser() -> str:
            from django.test import Client

            client = Client()
            session = client.session
            session["unlocked_tables"] = [self.code]
            session.save()
            return f"sessionid={session.session_key}"

        cookie = await in_thread(browser)
        async with open_socket(address, cookie=cookie, origin=live_site.url) as client:
            assert (await client.hear("hello"))["user"] is None
            assert (await client.hear("table"))["table"]["code"] == self.code

    async def test_a_closed_table_says_so_and_closes(self, address: str, owner: User) -> None:
        from tests.games.sockets.scene import token_of

        token = await in_thread(token_of, owner)
        async with open_socket(address, token) as client:
            await client.hear("table")
            await in_thread(tables.close_table, table_id=self.table_id, user_id=owner.pk)
            assert await client.end() == 4004
            assert next(f for f in reversed(client.frames) if f["type"] == "table")["table"]["status"] == "closed"


class TestTheEndOfASession:
    """Who is logged out, or whose token is revoked, is out at once; the others stay."""

    async def test_logging_out_closes_4001(self, live_site: LiveSite, sockets: list[str], scene: "Scene") -> None:
        from tests.games.sockets.scene import cookie_of

        one, two = [await in_thread(cookie_of, scene.players[0]) for _ in range(2)]
        async with (
            open_socket(sockets[0], cookie=one, origin=live_site.url) as out,
            open_socket(sockets[0], cookie=two, origin=live_site.url) as stays,
        ):
            await out.hear("match")
            await stays.hear("match")
            key = one.partition("=")[2]
            await in_thread(end_sessions, user_id=scene.players[0].pk, kept_key=two.partition("=")[2])
            assert key
            assert await out.end() == 4001
            assert await stays.rest() is not None

    async def test_a_revoked_token_closes_4001(self, sockets: list[str], tokens: list[str], scene: "Scene") -> None:
        async with open_socket(sockets[0], tokens[0]) as out, open_socket(sockets[1], tokens[0]) as lobby:
            await out.hear("match")
            await lobby.hear("hello")
            await in_thread(revoke_all, user_id=scene.players[0].pk)
            assert await out.end() == 4001
            assert await lobby.end() == 4001

    async def test_an_account_put_to_sleep_is_found_by_the_rounds(
        self, sockets: list[str], tokens: list[str], scene: "Scene"
    ) -> None:
        """Nobody says so: the row is changed behind the services' backs."""
        async with open_socket(sockets[0], tokens[0]) as out:
            await out.hear("match")
            await in_thread(User.objects.filter(pk=scene.players[0].pk).update, is_active=False)
            async with asyncio.timeout(5):
                assert await out.end() == 4001


async def test_a_token_without_the_right_to_play_may_look_on(enter: Enter, scene: "Scene") -> None:
    from tests.games.sockets.scene import token_of

    token = await in_thread(token_of, scene.players[0], "read")
    async with enter(token) as anna:
        await anna.hear("match")
        assert len(anna.you["hand"]) == 10
        answer = await anna.answer(await anna.command("play", card=anna.you["hand"][0]))
        assert (answer["type"], answer["code"]) == ("refused", "bad_scope")


class TestOrigins:
    """The rule itself, where the live site cannot go: behind TLS, and with origins that an operator trusts."""

    @pytest.mark.parametrize(
        ("origin", "expected"),
        [
            ("https://carte.example", True),
            ("https://carte.example:443", True),
            ("https://CARTE.example", True),
            ("http://carte.example", False),
            ("https://carte.example:8443", False),
            ("https://www.carte.example", False),
            ("https://carte.example.evil.example", False),
            ("https://trusted.example", True),
            ("http://trusted.example", False),
            ("null", False),
            ("", False),
            ("https://", False),
            ("//carte.example", False),
            ("https://carte.example:port", False),
            ("https://[carte.example", False),
            ("https://carte.example/", False),
            ("https://carte.example?x", False),
            ("https://me@carte.example", False),
            ("https://carte.example; https://evil.example", False),
        ],
    )
    def test_a_site_behind_tls(self, settings: Any, origin: str, expected: bool) -> None:
        settings.IS_HTTPS = True
        settings.CSRF_TRUSTED_ORIGINS = ["https://trusted.example"]
        assert is_ours(origin, "carte.example", is_secure=False) is expected

    async def test_a_server_that_can_only_close_answers_so(self) -> None:
        sent = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        async def inner(*_: object) -> None:
            raise AssertionError("the gate let it in")

        headers = [(b"host", b"localhost"), (b"origin", b"https://evil.example")]
        scope = {"type": "websocket", "path": "/", "scheme": "ws", "headers": headers}
        await SocketGate(inner)(scope, receive, send)
        assert sent == [{"type": "websocket.close"}]
