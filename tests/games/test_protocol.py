"""What a client may say: read exactly, refused by code, and nothing else becomes a call."""

import json
from typing import Any, get_args
from uuid import UUID

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.errors import Refusal
from games.protocol import commands
from games.protocol.commands import Echo, Ping, Play, Resync, claimed_id, parse

MATCH = "0190f3a2-0000-7000-8000-000000000001"
COMMAND = "0190f3a2-0000-4000-8000-000000000002"
ADDRESS = {"match": MATCH, "seq": 7, "command_id": COMMAND}

FIELDS: dict[str, dict[str, Any]] = {
    "play": {"card": "3d", "signal": "busso", "say": "piombo"},
    "declare": {"sets": ["Ad 2d 3d", "3d 3c 3s"]},
    "bid": {"bid": "chiamo"},
    "call": {"card": "3c"},
    "give": {"card": "4c"},
    "take": {"count": 4},
    "discard": {"cards": "4d 5d 6d 7d"},
    "a_monte": {},
    "call_out": {},
    "resign": {},
    "abort": {},
    "leave": {},
    "ready": {},
    "take_back": {},
    "pause": {},
    "answer_pause": {"accept": True},
    "resume": {},
    "commit_entropy": {"commitment": "5e" * 32},
    "reveal_entropy": {"entropy": "0f" * 16},
}


def frame(kind: str = "play", **changes: Any) -> str:
    """Return a good frame of *kind* with some of its keys changed; a key set to ... is left out."""
    keys = {"type": kind, **ADDRESS, **FIELDS[kind], **changes}
    return json.dumps({key: value for key, value in keys.items() if value is not ...})


def code_of(said: str | bytes) -> str:
    with pytest.raises(Refusal) as refused:
        parse(said)
    return refused.value.code


def outcome_of(said: str | bytes) -> str:
    """Return the word *said* was understood as, or the code it was refused with."""
    try:
        return str(type(parse(said)).__struct_config__.tag)
    except Refusal as refused:
        return refused.code


@pytest.mark.parametrize("kind", FIELDS)
def test_a_good_command_is_read_whole(kind: str) -> None:
    command = parse(frame(kind))
    assert type(command).__struct_config__.tag == kind
    assert (str(command.match), command.seq, str(command.command_id)) == (MATCH, 7, COMMAND)
    assert {name: getattr(command, name) for name in FIELDS[kind]} == FIELDS[kind]


def test_every_command_is_tried_here() -> None:
    assert {kind.__struct_config__.tag for kind in get_args(commands.AnyCommand)} == set(FIELDS)


def test_signs_of_life_and_resyncs_need_no_address() -> None:
    assert parse('{"type": "ping"}') == Ping()
    assert parse('{"type": "ping", "t": 12}') == Ping(t=12)
    assert parse('{"type": "echo", "n": 5}') == Echo(n=5)
    assert parse('{"type": "resync"}') == Resync()
    assert parse('{"type": "resync", "since": 3}') == Resync(since=3)


def test_what_is_optional_may_be_left_out() -> None:
    assert parse(frame(signal=..., say=None)) == Play(
        match=UUID(MATCH), seq=7, command_id=UUID(COMMAND), card="3d", signal=None, say=None
    )


@pytest.mark.parametrize(
    "said",
    [
        "",
        " ",
        "{",
        "nope",
        "{'type': 'ping'}",
        '{"type": "ping"} {"type": "ping"}',
        '{"type": "ping", "t": NaN}',
        '{"type": "ping", "t": 1,}',
        '{"type": "pi\x00ng"}',
        '{"type": "\\ud800"}',
        '{"type": "ping", "x": [1, 2',
        b"\xff\xfe{",
        b'{"type": "ping", "t": "\xc3\x28"}',
        "\ud800",
        '{"type": "ping", "x": ' + "[" * 4000 + "]" * 4000 + "}",
    ],
)
def test_what_is_not_json_is_bad_json(said: str | bytes) -> None:
    assert code_of(said) == "bad_json"
    assert claimed_id(said) is None


@pytest.mark.parametrize("kind", ["pong", "Play", "play ", "", "_work", "receive", "__init__", "websocket.disconnect"])
def test_an_unknown_word_is_bad_type(kind: str) -> None:
    assert code_of(json.dumps({"type": kind, **ADDRESS})) == "bad_type"


@pytest.mark.parametrize("plain", [[], ["play"], "play", 1, 1.5, True, None, {}, {"type": None}, {"type": ["play"]}])
def test_what_is_no_command_at_all_is_bad_format(plain: object) -> None:
    assert code_of(json.dumps(plain)) == "bad_format"


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("play", {"card": ...}),
        ("play", {"card": None}),
        ("play", {"card": 3}),
        ("play", {"card": ["3d"]}),
        ("play", {"card": "3d" * 20}),
        ("play", {"signal": True}),
        ("play", {"singal": "busso"}),
        ("play", {"seq": ...}),
        ("play", {"seq": "7"}),
        ("play", {"seq": 7.0}),
        ("play", {"seq": True}),
        ("play", {"seq": -1}),
        ("play", {"seq": 2**31}),
        ("play", {"seq": 10**400}),
        ("play", {"match": ...}),
        ("play", {"match": 1}),
        ("play", {"match": "../.."}),
        ("play", {"command_id": "x"}),
        ("play", {"user_id": 1}),
        ("play", {"seat": 1}),
        ("play", {"by": "server"}),
        ("declare", {"sets": []}),
        ("declare", {"sets": "Ad 2d 3d"}),
        ("declare", {"sets": [["Ad", "2d", "3d"]]}),
        ("declare", {"sets": ["Ad 2d 3d"] * 11}),
        ("declare", {"sets": ["Ad " * 100]}),
        ("take", {"count": -1}),
        ("take", {"count": 41}),
        ("take", {"count": "4"}),
        ("discard", {"cards": ["4d", "5d"]}),
        ("a_monte", {"card": "3d"}),
    ],
)
def test_a_wrong_shape_is_bad_format_and_still_shows_whose_it_is(kind: str, changes: dict[str, Any]) -> None:
    said = frame(kind, **changes)
    assert code_of(said) == "bad_format"
    assert claimed_id(said) == (None if "command_id" in changes else UUID(COMMAND))


def test_broken_json_behind_an_unknown_key_is_bad_json() -> None:
    assert code_of(frame()[:-1] + ', "x": [1, 2') == "bad_json"


@given(st.one_of(st.text(), st.binary(), st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps)))
@example("[" * 100_000)
@example('{"type":' * 10_000)
def test_nothing_a_client_can_say_does_anything_but_parse_or_be_refused(said: str | bytes) -> None:
    assert outcome_of(said) in {*FIELDS, "ping", "echo", "resync", "bad_json", "bad_format", "bad_type"}
    claimed_id(said)


@given(
    st.dictionaries(
        st.sampled_from(["type", "match", "seq", "command_id", "card", "sets", "count", "since", "t", "x"]),
        st.sampled_from([*FIELDS, "ping", "echo", "resync", MATCH, COMMAND])
        | st.integers()
        | st.floats()
        | st.none()
        | st.booleans()
        | st.lists(st.text(max_size=5), max_size=3),
    )
)
def test_objects_near_to_commands_parse_or_are_refused(fields: dict[str, object]) -> None:
    assert outcome_of(json.dumps(fields)) in [fields.get("type"), "bad_json", "bad_format", "bad_type"]


class TestOverRest:
    """The same commands, whose match and id come from the address and the header."""

    def read(self, fields: object) -> commands.AnyCommand:
        return commands.command(fields, match=UUID(MATCH), command_id=UUID(COMMAND))

    @pytest.mark.parametrize("kind", FIELDS)
    def test_the_same_fields_are_the_same_command(self, kind: str) -> None:
        fields = {"type": kind, "seq": 7, **FIELDS[kind]}
        assert self.read(fields) == parse(frame(kind))

    def test_the_address_decides(self) -> None:
        elsewhere = {"type": "ready", "seq": 1, "match": COMMAND, "command_id": MATCH}
        assert str(self.read(elsewhere).match) == MATCH

    @pytest.mark.parametrize(
        ("fields", "code"),
        [
            ([], "bad_format"),
            (None, "bad_format"),
            ({}, "bad_format"),
            ({"type": "play", "seq": 7}, "bad_format"),
            ({"type": "play", "seq": "7", "card": "3d"}, "bad_format"),
            ({"type": "nope", "seq": 7}, "bad_type"),
            ({"type": "ping"}, "bad_type"),
        ],
    )
    def test_refusals_are_the_same(self, fields: object, code: str) -> None:
        with pytest.raises(Refusal) as refused:
            self.read(fields)
        assert refused.value.code == code
