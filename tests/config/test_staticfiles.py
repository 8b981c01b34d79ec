"""Static files: served whole and cacheable for ever by the asynchronous server, compressed, in parts, or not at all."""

import gzip
import os
from pathlib import Path

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.test import AsyncClient

from config.staticfiles import StaticFilesMiddleware

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
