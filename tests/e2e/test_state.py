"""State: the page's fold of the server's messages is the server's own view, for every seat and every watcher."""

import hashlib
import json
from urllib.request import Request, urlopen

import pytest

from games.engine.entropy import entropy_commitment
from tests.accounts.factories import token_of
from tests.games.factories import match_with, people, play_randomly

pytestmark = pytest.mark.browser
FOLD = """async (events) => {
  const { emptyState, reduce } = await import("/static/js/table/state.js");
  let state = emptyState();
  const changes = [];
  for (const event of events) {
    const answer = reduce(state, event);
    changes.push(answer.change);
    state = answer.state;
  }
  return { changes, state };
}"""
REDUCE = """async ([state, message]) => {
  const { reduce } = await import("/static/js/table/state.js");
  return reduce(state, message);
}"""


def read(live_site, path: str, user=None):
    headers = {"Authorization": f"Bearer {token_of(user)}"} if user else {}
    with urlopen(Request(f"{live_site.url}/api/v1{path}", headers=headers)) as answer:
        return json.load(answer)


def test_old_view_and_events_are_the_fresh_view(page, live_site):
    page.goto("/about/")
    for preset, count in {"club": 4, "due": 2, "terziglio": 3, "morto": 3}.items():
        players = people(count)
        match = match_with(players, preset=preset, visibility="link")
        play_randomly(match, seed=11, most=60)  # into the second hand
        for reader in (None, *players):
            events = read(live_site, f"/matches/{match.pk}/events/?since=0", reader)["events"]
            fresh = read(live_site, f"/matches/{match.pk}/", reader)
            folded = page.evaluate(FOLD, events)
            assert set(folded["changes"]) == {"event"}
            assert folded["state"]["seq"] == fresh["seq"], preset
            assert folded["state"]["view"] == fresh["view"], preset
            assert folded["state"]["you"] == fresh.get("you"), preset


STATE = {
    "table": {"version": 4},
    "match": "m",
    "seq": 7,
    "view": {"a": 1, "b": 2},
    "you": {"hand": ["3d"]},
    "presence": None,
}
EVENT = {"type": "event", "match": "m", "seq": 8, "kind": "played", "state": {"b": 3}}


CASES = [
    (EVENT, "event", 8),
    ({**EVENT, "seq": 7}, None, 7),
    ({**EVENT, "seq": 9}, "gap", 7),
    ({**EVENT, "match": "n"}, "gap", 7),
    ({**EVENT, "match": "n", "seq": 1}, "event", 1),
    ({"type": "match", "match": "m", "seq": 6, "view": {}}, None, 7),
    ({"type": "match", "match": "m", "seq": 9, "view": {}}, "match", 9),
    ({"type": "table", "table": {"version": 3}}, None, 7),
    ({"type": "table", "table": {"version": 5}}, "table", 7),
    ({"type": "something new"}, None, 7),
]


def test_a_message_changes_the_state_or_is_left_aside(page):
    page.goto("/about/")
    for message, change, seq in CASES:
        answer = page.evaluate(REDUCE, [STATE, message])
        assert (answer["change"], answer["state"]["seq"]) == (change, seq), message


def test_an_event_merges_into_the_view_and_replaces_what_is_ones_own(page):
    page.goto("/about/")
    after = page.evaluate(REDUCE, [STATE, {**EVENT, "you": {"hand": []}}])["state"]
    assert after["view"] == {"a": 1, "b": 3}
    assert after["you"] == {"hand": []}
    kept = page.evaluate(REDUCE, [STATE, EVENT])["state"]
    assert kept["you"] == STATE["you"]


def test_the_shuffle_is_committed_to_as_the_server_reckons_it(page):
    page.goto("/about/")
    for text in ("", "abc", "a" * 55, "a" * 56, "a" * 64, "è" * 200):
        found = page.evaluate(
            """async text => {
              const { sha256 } = await import("/static/js/table/sha256.js");
              return [...sha256(new TextEncoder().encode(text))];
            }""",
            text,
        )
        assert bytes(found) == hashlib.sha256(text.encode()).digest()
    entropy, match = bytes(range(16)), "01a22a73-00b4-77f9-a278-bae798a934bb"
    found = page.evaluate(
        """async ([entropy, match]) => {
          const { commitmentOf } = await import("/static/js/table/shuffle.js");
          return commitmentOf(entropy, match, 258, 3);
        }""",
        [entropy.hex(), match],
    )
    assert found == entropy_commitment(entropy, match, 258, 3)
