"""Authorization: every route and verb has its row in the matrix, and real requests get the answers the rows promise."""

from collections.abc import Iterator
from http import HTTPStatus
from itertools import chain, product
from types import SimpleNamespace

import pytest
from django.contrib.sessions.backends.cached_db import KEY_PREFIX
from django.http import HttpResponseBase
from django.template.backends.django import Template
from django.test import RequestFactory
from django.urls import resolve
from django.utils.safestring import SafeString
from redis import Connection, Redis
from rest_framework.views import APIView
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.config.authorization_matrix import BODIES, SCOPES, SOCKETS, WRITES, Row, lines, rows
from tests.config.authorization_routes import pages, sockets
from tests.config.authorization_world import ACTORS, World
from tests.games.sockets.clients import open_socket
from tests.live_site import LiveSite

pytestmark = pytest.mark.long
REFUSED = {"405", "401", "403", "login"}
FEW = ("anonymous", "stranger", "token", "staff")  # enough where the others are told nothing else
BROWSERS = ("stranger", "opener", "seated", "watcher", "staff")
LOOK_AT_THE_VERB = {"/admin/login/"}  # where Django's admin answers HEAD otherwise than GET
PARTS = {
    "REST": lambda path: path.startswith("/api/"),
    "admin": lambda path: path.startswith("/admin/"),
    "pages": lambda path: not path.startswith(("/api/", "/admin/")),
}


def answer_of(response: HttpResponseBase) -> str:
    """The status, or `login` for a way to the log-in page."""
    if response.status_code == 302 and "/login/" in response["Location"]:
        return "login"
    return str(response.status_code)


class Questions:
    """Requests of somebody in the world, each of which finds nothing of an earlier one."""

    def __init__(self, connection: Connection) -> None:
        self.world = World()
        self._valkey = connection
        sessions = dict(self._sessions())
        assert len(sessions) == len(self.world.people)
        # Allowances are for other tests. The same bytes each time: only the sessions of the world are there again.
        self._sweep = connection.pack_commands([("FLUSHALL",), ("MSET", *chain.from_iterable(sessions.items()))])
        self.is_blank = False

    def ask(self, actor: str, verb: str, row: Row, *, csrf: bool = False) -> str:
        """The answer *actor* gets; a page is filled where its filling is looked at nowhere else in the matrix."""
        self._valkey.send_packed_command(self._sweep)
        assert [self._valkey.read_response() for _ in range(2)] == [b"OK", b"OK"]
        scope = SCOPES.get(row.path, "read" if verb in {"GET", "HEAD"} else "tables")
        body = BODIES.get((row.path, verb))
        # Outside REST a token is no more than a word nobody listens to: its pages are the anonymous one's.
        self.is_blank = csrf or verb not in {"GET", "POST"} or "token" in actor
        return answer_of(
            self.world.ask(actor, verb, self.world.address(row.path, row.place), body, scope=scope, csrf=csrf)
        )

    def refuses_before_looking(self, verb: str, row: Row) -> bool:
        """Tell whether the view refuses *verb* without seeing more of a person than that they are logged in."""
        address = self.world.address(row.path, row.place)
        view, arguments, facts = resolve(address)
        if endpoint := getattr(view, "cls", None):
            return not hasattr(endpoint, verb.lower()) and endpoint.dispatch is APIView.dispatch
        request = RequestFactory().generic(verb, address)
        request.user = SimpleNamespace(is_authenticated=True)
        try:
            return view(request, *arguments, **facts).status_code == HTTPStatus.METHOD_NOT_ALLOWED
        except AttributeError:  # it asks for the person, the session, the messages
            return False

    def _sessions(self) -> Iterator[tuple[bytes, bytes]]:
        self._valkey.send_command("KEYS", f"*{KEY_PREFIX}*")
        for key in self._valkey.read_response():
            self._valkey.send_command("GET", key)
            yield key, self._valkey.read_response()


@pytest.fixture
def questions(db: None, valkey: Redis, monkeypatch: pytest.MonkeyPatch) -> Iterator[Questions]:
    """Questions to a world of this test; where only the status counts, pages stay blank."""
    connection = valkey.connection_pool.get_connection()
    asking = Questions(connection)
    filled = Template.render
    monkeypatch.setattr(
        Template, "render", lambda *told, **facts: SafeString() if asking.is_blank else filled(*told, **facts)
    )
    yield asking
    valkey.connection_pool.release(connection)


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert {row.path for row in rows()} == set(pages())
    assert {path for path, *_ in lines(SOCKETS)} == set(sockets())
    assert all(len(row.answers) == len(ACTORS) for row in rows())


@pytest.mark.parametrize("part", PARTS)
def test_the_answers_are_those_of_the_rows(questions: Questions, part: str) -> None:
    wrong = []
    for row in rows():
        if not PARTS[part](row.path):
            continue
        promised = dict(zip(ACTORS, row.answers, strict=True))
        heads = ("HEAD",) if "GET" in row.verbs and row.path not in LOOK_AT_THE_VERB else ()
        for verb in (*row.verbs, *heads):
            actors = FEW if part == "admin" else ACTORS
            if verb == "HEAD":  # answered by what answers GET: one of those who are told the same
                actors = {promised[actor]: actor for actor in FEW}.values()
            found = {actor: questions.ask(actor, verb, row) for actor in actors}
            wrong += [
                f"{row.path} {verb} {row.place}, {actor}: {answer}, not {promised[actor]}"
                for actor, answer in found.items()
                if answer != promised[actor]
            ]
    assert not wrong, "\n".join(wrong)


def test_a_verb_without_a_row_is_refused(questions: Questions) -> None:
    listed = {(row.path, verb) for row in rows() for verb in row.verbs}
    places = {row.path: row.place for row in reversed(rows())}
    wrong = []
    for path, verb in product(pages(), WRITES):
        if (path, verb) in listed:
            continue
        row = Row(path, (), "ended" if places[path] in {"private", "open"} else places[path], ())
        actors = ("anonymous", "staff") if questions.refuses_before_looking(verb, row) else FEW
        found = {actor: questions.ask(actor, verb, row) for actor in actors}
        if not set(found.values()) <= REFUSED:
            wrong.append(f"{path} {verb}: {found}")
    assert not wrong, "\n".join(wrong)


def test_nothing_is_written_by_cookie_alone(questions: Questions) -> None:
    wrong = []
    for row in rows():
        for verb in set(row.verbs) & set(WRITES):
            by_cookie = [actor for actor in BROWSERS if row.answers[ACTORS.index(actor)] not in REFUSED]
            for actor in by_cookie[:1]:
                found = questions.ask(actor, verb, row, csrf=True)
                if found not in REFUSED:
                    wrong.append(f"{row.path} {verb} {row.place}, {actor}: {found}")
    assert not wrong, "\n".join(wrong)


async def test_the_sockets_open_to_those_of_the_rows(live_site: LiveSite) -> None:
    from games.consumers.database import in_thread

    world = await in_thread(World)
    wrong = []
    for path, place, *answers in lines(SOCKETS):
        found = [await entrance(live_site, world, actor, path, place) for actor in ACTORS]
        if found != answers:
            wrong.append(f"{path} {place}: {found}, not {answers}")
    assert not wrong, "\n".join(wrong)


async def entrance(site: LiveSite, world: World, actor: str, path: str, place: str) -> str:
    """What happens to a socket that *actor* opens."""
    from games.consumers.database import in_thread

    headers = await in_thread(world.credentials, actor, "play")
    token = headers.get("Authorization", "").removeprefix("Bearer ")
    options = {"cookie": headers["Cookie"], "origin": site.url} if "Cookie" in headers else {}
    try:
        async with open_socket(f"{site.ws_url}{world.address(path, place)}", token, **options) as client:
            await client.hear("hello")
            await client.rest()  # an answer to a ping: it has let us in for good
            return "open"
    except ConnectionClosed as closed:
        return str(closed.rcvd.code)
    except InvalidStatus as refused:
        return str(refused.response.status_code)
