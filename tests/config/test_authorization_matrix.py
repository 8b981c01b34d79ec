"""Authorization: every route and verb has its row in the matrix, and real requests get the answers the rows promise."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from unittest.mock import patch

import pytest
from django.contrib.sessions.backends.cached_db import KEY_PREFIX
from django.http import HttpResponseBase
from django.template.backends.django import Template
from django.utils.safestring import SafeString
from redis import Redis
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.config.authorization_matrix import BODIES, SCOPES, SOCKETS, WRITES, Row, lines, rows
from tests.config.authorization_routes import pages, sockets
from tests.config.authorization_world import ACTORS, World
from tests.games.sockets.clients import open_socket
from tests.live_site import LiveSite

REFUSED = {"405", "401", "403", "login"}
FEW = ("anonymous", "stranger", "token", "staff")  # enough where the others are told nothing else
BROWSERS = ("stranger", "opener", "seated", "watcher", "staff")
LOOK_AT_THE_VERB = {"/admin/login/"}  # where Django's admin answers HEAD otherwise than GET
PARTS = {
    "REST": lambda path: path.startswith("/api/"),
    "admin": lambda path: path.startswith("/admin/"),
    "pages": lambda path: not path.startswith(("/api/", "/admin/")),
}

Ask = Callable[..., str]


def answer_of(response: HttpResponseBase) -> str:
    """The status, or `login` for a way to the log-in page."""
    if response.status_code == 302 and "/login/" in response["Location"]:
        return "login"
    return str(response.status_code)


@pytest.fixture
def ask(db: None, redis_url: str) -> Iterator[Ask]:
    """Ask as somebody in the world; nothing of an earlier request is left but the world itself."""
    world = World()
    with Redis.from_url(redis_url) as valkey:
        sessions = {key: valkey.get(key) for key in valkey.keys(f"*{KEY_PREFIX}*")}
        assert len(sessions) == len(world.people)

        def ask(actor: str, verb: str, row: Row, *, csrf: bool = False) -> str:
            with valkey.pipeline(transaction=False) as sweep:
                sweep.flushall().mset(sessions).execute()  # allowances are for other tests
            scope = SCOPES.get(row.path, "read" if verb in {"GET", "HEAD"} else "tables")
            address = world.address(row.path, row.place)
            body = BODIES.get((row.path, verb))
            with nullcontext() if verb in {"GET", "POST"} and not csrf else blank_pages():
                return answer_of(world.ask(actor, verb, address, body, scope=scope, csrf=csrf))

        yield ask


def blank_pages() -> AbstractContextManager[None]:
    """Answer with blank pages: only the status counts here, and GET and POST have filled the same pages."""
    return patch.object(Template, "render", lambda *_, **__: SafeString())


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert {row.path for row in rows()} == set(pages())
    assert {path for path, *_ in lines(SOCKETS)} == set(sockets())
    assert all(len(row.answers) == len(ACTORS) for row in rows())


@pytest.mark.parametrize("part", PARTS)
def test_the_answers_are_those_of_the_rows(ask: Ask, part: str) -> None:
    wrong = []
    for row in rows():
        if not PARTS[part](row.path):
            continue
        heads = ("HEAD",) if "GET" in row.verbs and row.path not in LOOK_AT_THE_VERB else ()
        for verb in (*row.verbs, *heads):
            actors = FEW if part == "admin" or verb == "HEAD" else ACTORS
            for actor, answer in zip(ACTORS, row.answers, strict=True):
                if actor in actors and (found := ask(actor, verb, row)) != answer:
                    wrong.append(f"{row.path} {verb} {row.place}, {actor}: {found}, not {answer}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("part", PARTS)
def test_a_verb_without_a_row_is_refused(ask: Ask, part: str) -> None:
    listed = {(row.path, verb) for row in rows() for verb in row.verbs}
    wrong = []
    for path in filter(PARTS[part], pages()):
        place = next(row.place for row in rows() if row.path == path)
        row = Row(path, (), "ended" if place in {"private", "open"} else place, ())
        for verb in WRITES:
            found = {} if (path, verb) in listed else {actor: ask(actor, verb, row) for actor in FEW}
            if not set(found.values()) <= REFUSED:
                wrong.append(f"{path} {verb}: {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("part", PARTS)
def test_nothing_is_written_by_cookie_alone(ask: Ask, part: str) -> None:
    wrong = []
    for row in rows():
        for verb in set(row.verbs) & set(WRITES) if PARTS[part](row.path) else ():
            by_cookie = [actor for actor in BROWSERS if row.answers[ACTORS.index(actor)] not in REFUSED]
            for actor in by_cookie[:1]:
                found = ask(actor, verb, row, csrf=True)
                if found not in REFUSED:
                    wrong.append(f"{row.path} {verb} {row.place}, {actor}: {found}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("path", "place", "answers"), [(row[0], row[1], row[2:]) for row in lines(SOCKETS)])
async def test_the_sockets_open_to_those_of_the_rows(
    live_site: LiveSite, path: str, place: str, answers: list[str]
) -> None:
    from games.consumers.database import in_thread

    world = await in_thread(World)
    found = [await entrance(live_site, world, actor, path, place) for actor in ACTORS]
    assert found == answers


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
