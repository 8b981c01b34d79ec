"""The record against anything: every action round-trips, and no JSON breaks the replay."""

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from games.engine.actions import ACTS, MOST_POINTS, action_dict, parse_action
from games.engine.cards import CODES
from games.engine.errors import BadCard, BadFormat
from games.engine.record import replay
from games.engine.rulesets import PRESETS
from tests.games.engine.records import declare, play, record

CARDS = st.sampled_from(CODES)
SEATS = st.integers(0, 6)
WORDS = st.text(max_size=8)


def texts(low: int, high: int) -> st.SearchStrategy[str]:
    return st.lists(CARDS, min_size=low, max_size=high).map(" ".join)


FIELDS = {
    "play": {"card": CARDS},
    "timeout": {"card": CARDS},
    "declare": {"sets": st.lists(texts(0, 5), min_size=1, max_size=3)},
    "bid": {"bid": WORDS},
    "call": {"card": CARDS},
    "give": {"card": CARDS},
    "take": {"count": st.integers()},
    "discard": {"cards": texts(0, 6)},
    "a_monte": {},
    "call_out": {},
    "resign": {"side": SEATS},
    "award": {"side": SEATS, "points": st.integers(-MOST_POINTS, MOST_POINTS), "reason": WORDS},
}
OBJECTS = st.one_of(
    st.fixed_dictionaries(
        {"do": st.just(do), **({} if do == "award" else {"seat": SEATS}), **fields},
        optional={"signal": WORDS, "say": WORDS} if do == "play" else {},
    )
    for do, fields in FIELDS.items()
)


def test_every_act_has_a_strategy() -> None:
    assert set(FIELDS) == ACTS


@given(OBJECTS)
def test_every_action_round_trips(obj: dict[str, Any]) -> None:
    action = parse_action(obj)
    assert action_dict(action) == obj
    assert parse_action(action_dict(action)) == action


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | WORDS
    | CARDS
    | st.sampled_from(sorted(ACTS)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.sampled_from(["seat", "do", "card"]), inner),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_an_action_or_a_refusal(obj: object) -> None:
    try:
        action = parse_action(obj)
    except (BadFormat, BadCard):
        return
    assert parse_action(action_dict(action)) == action


PATHS = st.lists(st.integers(0, 60), min_size=1, max_size=5)


@given(st.sampled_from(sorted(PRESETS)), PATHS, JSON)
def test_a_record_spoilt_anywhere_gives_an_answer(preset: str, path: list[int], value: object) -> None:
    """Hostile input: whatever stands anywhere, replay answers with a result or a refusal and never breaks."""
    obj: Any = copy.deepcopy(record(play(0, "Ad"), declare(1, "2d 2c 2s"), play(1, "Fd"), rules=preset))
    obj["players"] = ["x"] * PRESETS[preset].default("players", 0)
    at = obj
    for step in path:
        keys = list(at) if isinstance(at, dict) else list(range(len(at))) if isinstance(at, list) else []
        if not keys:
            break
        key = keys[step % len(keys)]
        if step == path[-1]:
            at[key] = value
            break
        at = at[key]
    result = replay(obj)
    assert json.loads(json.dumps(result)) == result
    assert ("error" in result) != ("totals" in result)
