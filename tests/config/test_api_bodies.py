"""Bodies: what the JSON parser of REST takes, and what it refuses without coming to harm."""

import io

import pytest

from config.parsers import LARGEST_BODY, JSONParser
from config.problems import Problem


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
