"""Static files: served whole and cacheable for ever by the asynchronous server, compressed, in parts, or not at all."""

import gzip
import os
from pathlib import Path

import pytest
from asgiref.testing import ApplicationCommunicator
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.asgi import get_asgi_application
from django.test import AsyncClient

from config.staticfiles import StaticFilesFirst, StaticFilesMiddleware

NAME = "css/site.css"


@pytest.fixture
def address(collected_static: None, redis_url: str) -> str:
    return staticfiles_storage.url(NAME)


def stored(address: str) -> bytes:
    return Path(staticfiles_storage.path(address.removeprefix("/static/"))).read_bytes()


async def test_a_file_is_served_whole_and_for_ever(address: str, async_client: AsyncClient) -> None:
    answer = await async_client.get(address)
    assert not answer.streaming  # a streamed one is read bit by bit in another thread, with a warning
    assert answer.content == stored(address)
    assert answer["Content-Type"] == 'text/css; charset="utf-8"'
    assert "immutable" in answer["Cache-Control"]


async def test_a_browser_that_can_gets_it_compressed(address: str, async_client: AsyncClient) -> None:
    whole = (await async_client.get(address)).content
    small = await async_client.get(address, headers={"accept-encoding": "gzip"})
    assert small["Content-Encoding"] == "gzip"
    assert len(small.content) < len(whole) / 2
    assert gzip.decompress(small.content) == whole


async def test_what_a_browser_has_is_not_sent_again(address: str, async_client: AsyncClient) -> None:
    first = await async_client.get(address)
    again = await async_client.get(address, headers={"if-modified-since": first["Last-Modified"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_a_part_may_be_asked_for(address: str, async_client: AsyncClient) -> None:
    whole = (await async_client.get(address)).content
    part = await async_client.get(address, headers={"range": "bytes=10-19"})
    assert (part.status_code, part.content) == (206, whole[10:20])
    assert part["Content-Range"] == f"bytes 10-19/{len(whole)}"


async def test_head_tells_the_size_alone(address: str, async_client: AsyncClient) -> None:
    whole = (await async_client.get(address)).content
    head = await async_client.head(address)
    assert (head.content, head["Content-Length"]) == (b"", str(len(whole)))


def test_what_is_collected_anew_is_found_by_the_next_to_look(tmp_path: Path, settings) -> None:
    settings.STATIC_ROOT = str(tmp_path)

    def found() -> set[str]:
        return set(StaticFilesMiddleware(lambda _: None).files)

    manifest = tmp_path / "staticfiles.json"
    for number, name in enumerate(("a.css", "b.css"), 1):
        (tmp_path / name).write_text("")
        manifest.write_text("{}")
        os.utime(manifest, (number, number))
        assert found() == found()
        assert f"/static/{name}" in found()


async def answer_of(application, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """What an application says over ASGI: status, headers, body."""
    pairs = [(b"host", b"testserver"), *((name.encode(), value.encode()) for name, value in headers.items())]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": pairs, "scheme": "http"}
    line = ApplicationCommunicator(application, scope)
    await line.send_input({"type": "http.request", "body": b""})
    start, body = await line.receive_output(), await line.receive_output()
    await line.wait()
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}, body["body"]


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", {}),
        ("HEAD", {}),
        ("POST", {}),
        ("GET", {"accept-encoding": "gzip"}),
        ("GET", {"range": "bytes=10-19"}),
        ("GET", {"if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT"}),
    ],
)
async def test_the_door_hands_out_what_django_would_have(address: str, method: str, headers: dict[str, str]) -> None:
    django = get_asgi_application()
    by_django = await answer_of(django, address, method, **headers)
    assert await answer_of(StaticFilesFirst(django), address, method, **headers) == by_django
    assert "default-src 'self'" in by_django[1]["content-security-policy"]
    assert by_django[1]["x-content-type-options"] == "nosniff"


async def test_what_is_no_file_is_asked_of_django(redis_url: str) -> None:
    async def inner(scope: dict, receive, send) -> None:
        await send({"type": "http.response.start", "status": 418, "headers": []})
        await send({"type": "http.response.body", "body": scope["path"].encode()})

    for path in ("/static/no/such.css", "/static/../config/settings.py", "/"):
        assert await answer_of(StaticFilesFirst(inner), path) == (418, {}, path.encode())
