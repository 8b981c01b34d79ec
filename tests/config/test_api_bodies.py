"""Bodies: what the JSON parser of REST takes, and what it refuses without coming to harm."""

import contextlib
import io
import select
import socket
from collections.abc import Iterator

import pytest

from config.bodies import LARGEST_REQUEST
from config.parsers import LARGEST_BODY, JSONParser
from config.problems import Problem
from tests.live_site import LiveSite


def parse(raw: bytes) -> object:
    return JSONParser().parse(io.BytesIO(raw))


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"card": "3d", "seq": 7}', {"card": "3d", "seq": 7}),
        ('{"name": "Caffè 3♠ / è"}'.encode(), {"name": "Caffè 3♠ / è"}),
        (b"[1, 2.5, true, null]", [1, 2.5, True, None]),
        (b'"' + b"a" * (LARGEST_BODY - 2) + b'"', "a" * (LARGEST_BODY - 2)),
    ],
)
def test_json_is_read(raw: bytes, value: object) -> None:
    assert parse(raw) == value


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"{} {}",
        b"{'card': '3d'}",
        b'{"seq": NaN}',
        b'{"seq": Infinity}',
        b'{"seq": 1e999}',
        b'{"name": "\xff"}',
        b"\xef\xbb\xbf{}",
        rb'{"name": "\ud800"}',
        rb'{"name": "a\u0000b"}',
        rb'{"a\u0000b": 1}',
        rb'{"options": {"list": ["\u0000"]}}',
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"9" * 5000,
    ],
)
def test_what_is_no_json_or_cannot_be_stored_is_bad_json(raw: bytes) -> None:
    with pytest.raises(Problem) as refused:
        parse(raw)
    assert refused.value.code == "bad_json"


def test_a_body_above_the_bound_is_too_large_and_is_not_read_to_its_end() -> None:
    body = io.BytesIO(b"[" + b" " * 10 * LARGEST_BODY + b"]")
    with pytest.raises(Problem) as refused:
        JSONParser().parse(body)
    assert refused.value.code == "too_large"
    assert body.tell() == LARGEST_BODY + 1


# --- before anything is parsed -----------------------------------------------------------------
def test_a_body_above_the_bound_is_refused_before_it_is_read(live_site: LiveSite) -> None:
    sent = 0

    def endless() -> Iterator[bytes]:
        nonlocal sent
        while sent < 20 * LARGEST_REQUEST:
            sent += 65_536
            yield b" " * 65_536

    refused = talk(live_site, "/api/v1/tables/", [f"Content-Length: {10**12}".encode()], iter([b"{"]))
    assert refused.startswith(b"HTTP/1.1 413")
    assert b"application/problem+json" in refused
    assert b'"code": "too_large"' in refused

    page = talk(live_site, "/account/login/", [f"Content-Length: {LARGEST_REQUEST + 1}".encode()], iter([]))
    assert page.startswith(b"HTTP/1.1 413")
    assert b"text/plain" in page
    assert b" 413 " in talk(live_site, "/api/v1/tables/", [b"Transfer-Encoding: chunked"], chunked(endless()))
    assert sent < 3 * LARGEST_REQUEST


def chunked(parts: Iterator[bytes]) -> Iterator[bytes]:
    for part in parts:
        yield b"%x\r\n%b\r\n" % (len(part), part)


def talk(site: LiveSite, path: str, headers: list[bytes], body: Iterator[bytes]) -> bytes:
    """What the site answers, however little of the body it wants to hear."""
    lines = [b"POST %b HTTP/1.1" % path.encode(), b"Host: 127.0.0.1", b"Content-Type: application/json", *headers]
    with socket.create_connection(("127.0.0.1", site.port), timeout=20) as wire:
        wire.sendall(b"\r\n".join(lines) + b"\r\n\r\n")
        with contextlib.suppress(ConnectionError):  # it hangs up on who goes on
            for part in body:
                wire.sendall(part)
                if select.select([wire], [], [], 0)[0]:
                    break
        answer = b""
        with contextlib.suppress(ConnectionError):
            while part := wire.recv(65_536):
                answer += part
        return answer
