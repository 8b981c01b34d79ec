"""Proof: whatever is changed in a record's deal or in its proof, the verdict says so."""

import copy
import hashlib
from typing import Any

import pytest

from games.engine.deal import deal_cards, deal_dict
from games.engine.entropy import entropy_commitment, parse_digest, parse_entropy
from games.engine.errors import BadFormat, BadOption, BadRules
from games.engine.proof import verdicts
from games.engine.rulesets import PRESETS, resolve
from games.engine.shuffle import commitment, label_of, shuffled

TABLE = "0190f3a2-0000-7000-8000-000000000001"


def hand_of(preset: str, number: int, **options: Any) -> dict[str, Any]:
    """A hand as the site records it: every other seat added entropy, seat 0 committed in vain."""
    rules = resolve(preset, options)
    seed = hashlib.sha256(b"%d" % number).digest()
    entropies = [f"what seat {seat} adds".encode() if seat % 2 else b"" for seat in range(rules.seats)]
    deck = shuffled(seed, entropies, label_of(TABLE, number))
    committed = [entropy_commitment(own, TABLE, number, seat) if own else "" for seat, own in enumerate(entropies)]
    committed[0] = "5e" * 32
    proof = {
        "sha256": commitment(seed, TABLE, number),
        "committed": committed,
        "entropies": [own.hex() for own in entropies],
        "seed": seed.hex(),
    }
    dealer = number % rules.seats
    return {"dealer": dealer, **deal_dict(deal_cards(rules, dealer, deck)), "actions": [], "commit": proof}


def record_of(preset: str = "club", hands: int = 3, **options: Any) -> dict[str, Any]:
    rules = resolve(preset, options)
    players = [f"player {number}" for number in range(rules.seats - (preset == "morto"))]
    return {
        "format": "tressette/1",
        "rules": preset,
        "options": options,
        "players": players,
        "match": TABLE,
        "hands": [hand_of(preset, number, **options) for number in range(hands)],
    }


def faults_of(record: object) -> list[str]:
    return [verdict.fault for verdict in verdicts(record)]


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_true_record_is_proven_in_every_game(preset: str) -> None:
    for players in PRESETS[preset].shapes:
        options = {"players": players} if len(PRESETS[preset].shapes) > 1 else {}
        found = list(verdicts(record_of(preset, **options)))
        assert [verdict.hand for verdict in found] == [0, 1, 2]
        for verdict in found:
            assert verdict.is_proven
            assert verdict.added == tuple(range(1, resolve(preset, options).seats, 2))
            assert verdict.silent == (0,)


def flip(text: str) -> str:
    """The same hexadecimal digits, the last one changed."""
    return text[:-1] + ("0" if text[-1] != "0" else "1")


CHANGES = {
    "seed": ("seed_differs", lambda hand: hand["commit"].update(seed=flip(hand["commit"]["seed"]))),
    "commitment": ("seed_differs", lambda hand: hand["commit"].update(sha256=flip(hand["commit"]["sha256"]))),
    "entropy": ("entropy_differs", lambda hand: hand["commit"]["entropies"].__setitem__(1, "0f" * 16)),
    "uncommitted": ("entropy_differs", lambda hand: hand["commit"]["entropies"].__setitem__(2, "0f" * 16)),
    "committed": ("entropy_differs", lambda hand: hand["commit"]["committed"].__setitem__(3, "5e" * 32)),
    "dropped": ("deal_differs", lambda hand: hand["commit"]["entropies"].__setitem__(3, "")),
    "dealer": ("deal_differs", lambda hand: hand.update(dealer=(hand["dealer"] + 1) % 4)),
    "hands swapped": ("deal_differs", lambda hand: hand.update(deal=hand["deal"][::-1])),
    "card swapped": ("deal_differs", lambda hand: hand.update(deal=swapped(hand["deal"]))),
    "rest": ("deal_differs", lambda hand: hand.update(rest="3d")),
    "no seed": ("no_proof", lambda hand: hand["commit"].pop("seed")),
    "no proof": ("no_proof", lambda hand: hand.pop("commit")),
    "no list": ("bad_proof", lambda hand: hand["commit"].pop("entropies")),
    "a seat short": ("bad_proof", lambda hand: hand["commit"]["committed"].pop()),
    "short seed": ("bad_proof", lambda hand: hand["commit"].update(seed="00" * 31)),
    "seed no text": ("bad_proof", lambda hand: hand["commit"].update(seed=7)),
    "capitals": ("bad_proof", lambda hand: hand["commit"].update(seed=hand["commit"]["seed"].upper())),
    "long entropy": ("bad_proof", lambda hand: hand["commit"]["entropies"].__setitem__(0, "0f" * 33)),
    "no dealer": ("bad_proof", lambda hand: hand.pop("dealer")),
    "dealer nowhere": ("bad_proof", lambda hand: hand.update(dealer=4)),
    "dealer is true": ("bad_proof", lambda hand: hand.update(dealer=True)),
    "deal no list": ("bad_proof", lambda hand: hand.update(deal="3d")),
}


def swapped(deal: list[str]) -> list[str]:
    """The deal with the last cards of two seats changed for one another."""
    first, second, *others = deal
    return [first[:-2] + second[-2:], second[:-2] + first[-2:], *others]


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_changed_is_found_and_found_in_its_hand_alone(change: str) -> None:
    expected, make = CHANGES[change]
    record = record_of()
    make(record["hands"][1])
    assert faults_of(record) == ["", expected, ""]


def test_a_hand_is_proven_in_its_place_and_its_match_alone() -> None:
    record = record_of()
    moved = copy.deepcopy(record)
    moved["hands"][0], moved["hands"][1] = moved["hands"][1], moved["hands"][0]
    assert faults_of(moved) == ["seed_differs", "seed_differs", ""]
    assert set(faults_of(record | {"match": TABLE[:-1] + "2"})) == {"seed_differs"}
    del record["match"]
    assert set(faults_of(record)) == {"no_proof"}


def test_a_hand_with_real_cards_has_nothing_to_prove() -> None:
    award = {"do": "award", "side": 0, "points": 4, "reason": "paper"}
    record = record_of(hands=1)
    record["hands"][0] = {"dealer": 0, "deal": [], "actions": [award]}
    (verdict,) = verdicts(record)
    assert verdict.is_paper
    assert verdict.is_proven


@pytest.mark.parametrize(
    ("record", "refusal"),
    [
        ([], BadFormat),
        ({}, BadFormat),
        (record_of() | {"hands": {}}, BadFormat),
        (record_of() | {"rules": "whist"}, BadRules),
        (record_of() | {"options": {"target": "many"}}, BadOption),
    ],
)
def test_what_is_no_record_is_refused(record: object, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        list(verdicts(record))


@pytest.mark.parametrize("hand", [None, 3, "hand", [], {}])
def test_what_is_no_hand_is_not_proven(hand: object) -> None:
    assert faults_of(record_of(hands=1) | {"hands": [hand]}) == ["bad_proof"]


def test_entropy_is_written_in_one_way_only() -> None:
    assert parse_entropy("0f" * 16) == b"\x0f" * 16
    assert parse_entropy("0f" * 32) == b"\x0f" * 32
    assert parse_digest("5e" * 32) == "5e" * 32
    for text in (
        "",
        "0f" * 15,
        "0f" * 33,
        "0F" * 16,
        "0f" * 16 + "f",
        " " + "0f" * 16,
        "0f" * 16 + "\n",
        None,
        15,
        b"0f",
    ):
        with pytest.raises(BadFormat):
            parse_entropy(text)
        with pytest.raises(BadFormat):
            parse_digest(text)


def test_what_a_player_commits_to_is_the_hash_of_entropy_table_hand_and_seat() -> None:
    expected = hashlib.sha256(b"entropy of sixteen" + TABLE.encode() + b"\x00\x00\x01\x02" + b"\x03").hexdigest()
    assert entropy_commitment(b"entropy of sixteen", TABLE, 258, 3) == expected
