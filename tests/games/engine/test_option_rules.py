"""Rules 5 and 6: options and presets as data."""

import ast
import dataclasses
from pathlib import Path

import pytest

import games.engine
from games.engine.cards import ALL_CARDS
from games.engine.errors import BadOption, BadRules
from games.engine.options import OPTIONS
from games.engine.rulesets import FIRST_VERSION, PRESETS, Ruleset, people_at, resolve
from games.engine.shapes import CALLER, TO_LOSE
from tests.games.engine.tables import codes
from tests.purity import FORBIDDEN_CALLS, calls_of, imports_of, tree_of

DIFFERS = {  # rules 6, told once more in full: what each preset changes of club
    "club": {},
    "biska": {
        "target": 21,
        "first_lead": "four_denari_always",
        "declare_window": "own_turn_tricks_1_3",
        "signals": "none",
    },
    "centrosud": {"first_lead": "four_denari_first_hand", "declare_reveal": "deferred", "signals": "spoken"},
    "nord": {"call_out": "lose_match"},
    "partner": {"target": 41, "signals": "any", "cappotto": "all_tricks"},
    "ventuno": {
        "target": 21,
        "declare_window": "after_trick_1",
        "declare_basis": "dealt",
        "signals": "any",
        "stakes": "on",
    },
    "torneo": {"declare_window": "off", "signals": "none"},
    "treseta": {"target": 41, "signal_words": ("busso", "striscio")},
    "bolognese": {"target": 71, "a_monte": "below_one_point"},
    "briscola": {"signals": "any"},
    "due": {
        "target": 21,
        "players": 2,
        "first_lead": "four_denari_always",
        "declare_window": "own_turn_tricks_1_3",
        "signals": "none",
    },
    "spizzichino": {"players": 2, "signals": "none"},
    "morto": {"players": 3, "target": 21},
    "cinque": {"players": 5, "target": 21},
    "tre": {"players": 3, "target": 21, "signals": "none"},
    "tocca": {"players": 3, "signals": "none"},
    "terziglio": {"players": 3, "target": 21, "hands": 12, "declare_window": "off", "signals": "none"},
    "chiamare": {"players": 5, "target": 21, "hands": 10, "declare_window": "off", "signals": "none"},
    "perdere": {"declare_window": "off", "signals": "none", "rounding": "remainder_to_last_trick"},
    "ciapano": {"target": 41, "declare_window": "off", "signals": "none", "rounding": "remainder_to_last_trick"},
    "traversone": {"target": 21, "declare_window": "off", "signals": "none", "rounding": "remainder_to_last_trick"},
}
DEFAULTS = {
    "target": 31,
    "first_lead": "right_of_dealer",
    "declare_window": "own_turn_trick_1",
    "declare_basis": "held",
    "declare_reveal": "immediate",
    "declare_mandatory": False,
    "declare_ends_match": False,
    "signals": "leader",
    "signal_words": ("busso", "striscio", "volo"),
    "signal_truth": True,
    "cappotto": "eleven_points",
    "cappotto_effect": "none",
    "cappotto_voids_declarations": False,
    "a_monte": "off",
    "call_out": "off",
    "tie": "extra_hand",
    "stakes": "off",
    "rounding": "floor",
    "players": 4,
    "hands": 0,
    "soloist_leads": False,
    "monte": "last_trick",
    "direction": "counter_clockwise",
}


def options_of(ruleset: Ruleset) -> dict[str, object]:
    return {name: getattr(ruleset, name) for name in OPTIONS}


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_is_club_and_what_it_names(preset: str) -> None:
    ruleset = resolve(preset, {})
    assert options_of(ruleset) == DEFAULTS | DIFFERS[preset]
    assert (ruleset.preset, ruleset.version, ruleset.options_changed()) == (preset, FIRST_VERSION, {})
    assert ruleset.busso_leads == (preset == "partner")
    assert ruleset.trump_turned == (preset == "briscola")


SHAPES = [  # preset, players, seats, cards each, undealt, tricks
    ("club", 4, 4, 10, 0, 10),
    ("due", 2, 2, 10, 20, 20),
    ("spizzichino", 2, 2, 10, 0, 20),
    ("morto", 3, 4, 10, 0, 10),
    ("cinque", 5, 5, 8, 0, 8),
    ("tre", 3, 3, 12, 4, 12),
    ("tocca", 3, 3, 13, 0, 13),
    ("terziglio", 3, 3, 12, 4, 12),
    ("chiamare", 3, 3, 12, 4, 12),
    ("chiamare", 4, 4, 10, 0, 10),
    ("chiamare", 5, 5, 8, 0, 8),
    ("chiamare", 6, 6, 6, 4, 6),
    ("chiamare", 7, 7, 6, 4, 6),
    ("perdere", 3, 3, 13, 0, 13),
    ("perdere", 4, 4, 10, 0, 10),
    ("perdere", 5, 5, 8, 0, 8),
    ("perdere", 6, 6, 6, 0, 6),
    ("perdere", 7, 7, 5, 0, 5),
]


@pytest.mark.parametrize(("preset", "players", "expected"), [(row[0], row[1], row[2:]) for row in SHAPES])
def test_shapes_deal_the_whole_pack(preset: str, players: int, expected: tuple[int, ...]) -> None:
    ruleset = resolve(preset, {"players": players})
    shape = ruleset.shape
    assert (ruleset.seats, shape.hand_size, shape.rest, shape.tricks) == expected
    piles = 2 * shape.pile_size * shape.size
    assert shape.size * shape.hand_size + piles + shape.rest == shape.pack.bit_count()
    assert people_at(preset, {"players": players}) == players == ruleset.people == len(ruleset.person_seats)


def test_the_packs_of_games_to_lose() -> None:
    removed = {players: codes(ALL_CARDS & ~shape.pack) for players, shape in TO_LOSE.items()}
    fours = {"4d", "4c", "4s", "4b"}
    assert removed == {3: {"4b"}, 4: set(), 5: set(), 6: fours, 7: fours | {"5b"}}
    assert [shape.dealer_rests for shape in CALLER.values()] == [False, False, False, False, True]
    assert resolve("morto", {}).person_seats == (0, 1, 3)
    assert resolve("chiamare", {"players": 7}).hands == 14


BAD = [
    {"targt": 21},
    {"target": 0},
    {"target": 201},
    {"target": "21"},
    {"target": 21.0},
    {"target": True},
    {"target": None},
    {"signals": "loud"},
    {"signals": ["any"]},
    {"signal_truth": 1},
    {"signal_truth": "true"},
    {"signal_words": "busso"},
    {"signal_words": ["busso", "busso"]},
    {"signal_words": ["fischio"]},
    {"signal_words": [1]},
    {"declare_window": "always"},
    {"hands": -1},
    {"hands": 101},
    {"players": 5},
    {"players": 0},
    {"direction": "left"},
    {"rounding": "up"},
    {"first_lead": ["right_of_dealer"]},
]


@pytest.mark.parametrize("options", BAD)
def test_what_the_table_does_not_hold_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(BadOption):
        resolve("club", options)


@pytest.mark.parametrize("preset", ["", "Club", "tressette", "__class__"])
def test_an_unknown_preset_is_refused(preset: str) -> None:
    with pytest.raises(BadRules):
        resolve(preset, {})


def test_an_unpublished_version_is_refused() -> None:
    with pytest.raises(BadRules):
        resolve("club", {}, FIRST_VERSION + 1)


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_value_of_the_table_is_taken_where_it_has_effect(preset: str) -> None:
    for name, option in OPTIONS.items():
        if name == "players":
            values: list[object] = list(PRESETS[preset].shapes)
        elif option.kind == "number":
            values = [option.low, option.high]
        elif option.kind == "flag":
            values = [False, True]
        elif option.kind == "words":
            values = [[], ["volo"], ["volo", "busso"]]
        else:
            values = list(option.values)
        for value in values:
            ruleset = resolve(preset, {name: value})
            held = getattr(ruleset, name)
            if PRESETS[preset].has_effect(name):
                assert list(held) == sorted(value) if isinstance(value, list) else held == value
                again = resolve(preset, ruleset.options_changed())
                assert again == ruleset
            else:
                assert ruleset == resolve(preset, {})


def test_numbers_have_their_bounds() -> None:
    assert [resolve("club", {"target": target}).target for target in (1, 2, 199, 200)] == [1, 2, 199, 200]
    assert [resolve("club", {"hands": hands}).hands for hands in (0, 1, 99, 100)] == [0, 1, 99, 100]
    assert [resolve("perdere", {"players": players}).seats for players in (3, 7)] == [3, 7]
    for players in (2, 8):
        with pytest.raises(BadOption):
            resolve("perdere", {"players": players})


def test_options_without_effect_are_not_offered() -> None:
    assert PRESETS["perdere"].offered("declare_window") == ()
    assert PRESETS["perdere"].offered("rounding") == ("floor", "remainder_to_last_trick")
    assert PRESETS["club"].offered("soloist_leads") == ()
    assert PRESETS["terziglio"].offered("soloist_leads") == (False, True)
    assert PRESETS["terziglio"].offered("cappotto") == ()
    assert PRESETS["tre"].offered("monte") == ("last_trick", "aside")
    assert PRESETS["club"].offered("monte") == ()
    assert PRESETS["chiamare"].offered("players") == (3, 4, 5, 6, 7)
    assert PRESETS["biska"].offered("target") == (11, 21, 31)
    assert PRESETS["partner"].offered("target") == (21, 31, 41)
    assert PRESETS["centrosud"].offered("target") == (31, 41)
    assert PRESETS["club"].offered("target") == (11, 21, 31, 41, 51, 61, 71)


def test_a_value_equal_to_the_presets_is_no_change() -> None:
    assert resolve("club", {"target": 31, "players": 4}) == resolve("club", {})
    assert resolve("club", {"target": 21, "players": 4}).options_changed() == {"target": 21}
    assert resolve("treseta", {"signal_words": ["striscio", "busso"]}).options_changed() == {}
    assert resolve("club", {"signal_words": ["volo"]}).options_changed() == {"signal_words": ["volo"]}
    assert resolve("chiamare", {"players": 6, "hands": 12}).options_changed() == {"players": 6}


def test_a_ruleset_is_frozen_and_hashable() -> None:
    ruleset = resolve("club", {})
    with pytest.raises(dataclasses.FrozenInstanceError):
        ruleset.target = 5  # type: ignore[misc]
    assert len({ruleset, resolve("club", {}), resolve("biska", {})}) == 2


ENGINE = sorted(Path(games.engine.__file__).parent.glob("*.py"))
ALLOWED = {
    "re",
    "collections",
    "dataclasses",
    "functools",
    "games",
    "hashlib",
    "hmac",
    "json",
    "typing",
}


@pytest.mark.parametrize("file", ENGINE, ids=lambda file: file.stem)
def test_the_engine_is_pure_and_asks_no_preset_its_name(file: Path) -> None:
    """No framework, clock or chance; and a variant is data: nothing is ever compared with a preset's name."""
    tree = tree_of(file)
    imported = imports_of(tree)
    assert {name.split(".")[0] for name in imported} <= ALLOWED
    assert {name for name in imported if name.startswith("games")} <= {
        "games.engine",
        *(f"games.engine.{engine.stem}" for engine in ENGINE),
    }
    assert calls_of(tree).isdisjoint(FORBIDDEN_CALLS)
    compared = {
        part.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare | ast.MatchValue)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    }
    assert compared.isdisjoint(PRESETS)
