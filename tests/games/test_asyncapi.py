"""docs/asyncapi.yaml says what the server does: its commands are the parser's, and docs/protocol.md names the same."""

import re
from pathlib import Path
from typing import Any, get_args

import jsonschema
import msgspec
import pytest
import yaml

from config.refusals import MEANINGS
from games.protocol import board_commands, commands, frames

DOCS = Path(__file__).resolve().parents[2] / "docs"
API: dict[str, Any] = yaml.safe_load((DOCS / "asyncapi.yaml").read_text(encoding="utf-8"))
WORDS = (DOCS / "protocol.md").read_text(encoding="utf-8")
SCHEMAS = API["components"]["schemas"]
SAID = {kind.__struct_config__.tag: kind for kind in get_args(commands.AnyMessage)}
SAID_AT_BOARDS = {kind.__struct_config__.tag: kind for kind in get_args(board_commands.BoardMessage)}


def resolved(part: Any) -> Any:
    """Return *part* of the document with every reference in it followed."""
    if isinstance(part, dict):
        if "$ref" in part:
            target: Any = API
            for step in part["$ref"].removeprefix("#/").split("/"):
                target = target[step]
            return resolved(target)
        return {key: resolved(value) for key, value in part.items()}
    return [resolved(value) for value in part] if isinstance(part, list) else part


def bare(schema: Any) -> Any:
    """Return *schema* without what only explains."""
    if isinstance(schema, dict):
        explained = {"title", "description", "default"}
        return {key: bare(value) for key, value in schema.items() if key not in explained or isinstance(value, dict)}
    return [bare(value) for value in schema] if isinstance(schema, list) else schema


def valid(name: str, frame: str) -> dict[str, Any]:
    """Return *frame*, checked against the schema *name*."""
    plain: dict[str, Any] = msgspec.json.decode(frame)
    jsonschema.validate(plain, resolved(SCHEMAS[name]), jsonschema.Draft202012Validator)
    return plain


def test_every_schema_is_one() -> None:
    for schema in SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(resolved(schema))


def test_every_reference_leads_somewhere() -> None:
    resolved(API)


@pytest.mark.parametrize("kind", SAID | SAID_AT_BOARDS)
def test_a_command_is_described_as_it_is_read(kind: str) -> None:
    said = (SAID | SAID_AT_BOARDS)[kind]
    _, parts = msgspec.json.schema_components([said], ref_template="{name}")
    assert bare(resolved(SCHEMAS[kind])) == bare(parts[said.__name__])


def test_the_table_s_channel_takes_every_command() -> None:
    sent = {message["$ref"].rpartition("/")[2] for message in API["operations"]["act"]["messages"]}
    assert sent == set(SAID)


def test_the_boards_channel_takes_every_command_of_its_own() -> None:
    sent = {message["$ref"].rpartition("/")[2] for message in API["operations"]["followBoards"]["messages"]}
    assert sent == set(SAID_AT_BOARDS)


def test_protocol_md_names_every_command_and_every_frame() -> None:
    named = set(re.findall(r"`([a-z_]+)`", WORDS))
    said = {message["$ref"].rpartition("/")[2] for message in API["operations"]["beTold"]["messages"]}
    assert set(SAID | SAID_AT_BOARDS) | (said - {"resync_follows"}) | {"lobby", "board", "gone"} <= named


def test_protocol_md_names_every_kind_of_event() -> None:
    named = set(re.findall(r"`([a-z_]+)`", WORDS))
    assert set(SCHEMAS["event"]["properties"]["kind"]["enum"]) <= named


def test_protocol_md_names_every_code() -> None:
    named = set(re.findall(r"[a-z_]+", WORDS.partition("## 3. Codes")[2]))
    assert set(MEANINGS) <= named


def test_frames_of_fixed_shape_are_as_described() -> None:
    command_id = commands.UUID(int=1)
    valid("hello", frames.hello(user={"id": 1, "name": "anna"}, messages=100, seconds=20, size=8192))
    valid("hello", frames.hello(user=None, messages=50, seconds=20, size=8192))
    valid("ack", frames.ack(command_id=command_id, seq=4))
    valid("ack", frames.ack(command_id=command_id, seq=None, line=7))
    valid("refused", frames.refused(code="stale", detail="", command_id=command_id, seq=4))
    valid("refused", frames.refused(code="bad_json", detail="no JSON", command_id=None, seq=None))
    valid("pong", frames.pong(t=None, n=1, seq=None))
    valid("pong", frames.pong(t=5, n=2, seq=9))
    valid("wait", frames.wait())
    valid("presence", frames.presence(seats=[True, False], watchers=0))
    valid("resync_follows", frames.resync())
    valid("lobby", frames.lobby())
    valid("gone", frames.gone(table="abc", code="table_closed"))
    valid("on_tv", frames.tv(table=None))
    valid("on_tv", frames.tv(table="abc"))


@pytest.mark.parametrize("you", [{"seat": 0}, {}, {"hand": ["3d"], "text": 'a "quoted" è'}])
def test_a_private_part_is_put_into_an_encoded_event_whole(you: dict[str, Any]) -> None:
    event = {"type": "event", "seq": 4, "state": {"turn": None}}
    assert msgspec.json.decode(frames.with_you(frames.text(event), you)) == {**event, "you": you}
