"""Rulesets: every preset as frozen data, and the options a table may change on it (rules 5 and 6).

A published ruleset never changes: a changed rule is a new version beside the old one (`PUBLISHED`), and the version is
stored with every match.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, TypeAlias

from games.engine.contracts import CALLER_LADDER, SOLOIST_LADDER, Contract, Payment
from games.engine.errors import BadOption, BadRules, quoted
from games.engine.options import OPTIONS, Value
from games.engine.shapes import (
    ACE_HOLDER,
    CALLER,
    DUMMY,
    PAIRS,
    SOLOIST,
    THREE_ALONE,
    TO_LOSE,
    TWO_AGAINST_THREE,
    TWO_AND_PILES,
    TWO_AND_STOCK,
    Shape,
    Sides,
)

FIRST_VERSION: Final = 1

FirstLead: TypeAlias = Literal["right_of_dealer", "four_denari_first_hand", "four_denari_always"]
DeclareWindow: TypeAlias = Literal["own_turn_trick_1", "own_turn_tricks_1_3", "after_trick_1", "off"]
Goal: TypeAlias = Literal["highest", "lowest"]

_PLAIN: Final = frozenset({"declarations", "signals", "cappotto", "call_out", "tie", "stakes"})


@dataclass(frozen=True, slots=True)
class Preset:
    """A named ruleset: its shapes by number of players (the first is the usual one) and what differs from ``club``."""

    name: str
    shapes: Mapping[int, Shape]
    differs: Mapping[str, Value] = field(default_factory=dict)
    traits: frozenset[str] = _PLAIN
    offered_targets: tuple[int, ...] = (11, 21, 31, 41, 51, 61, 71)
    goal: Goal = "highest"
    trump_turned: bool = False
    busso_leads: bool = False
    contracts: tuple[Contract, ...] = ()
    payment: Payment | None = None
    hands_per_player: int = 0
    version: int = FIRST_VERSION

    def default(self, option: str, players: int) -> Value:
        """Return the value of *option* in this preset, for a table of *players*."""
        if option == "players":
            return next(iter(self.shapes))
        if option == "hands" and self.hands_per_player:
            return self.hands_per_player * players
        return self.differs.get(option, OPTIONS[option].default)

    def has_effect(self, option: str) -> bool:
        """Tell whether *option* changes anything here; forms offer no other."""
        trait = OPTIONS[option].trait
        return trait is None or trait in self.traits

    def offered(self, option: str) -> tuple[Value, ...]:
        """Return the values a form offers for *option*; none where it has no effect."""
        if not self.has_effect(option):
            return ()
        if option == "target":
            return self.offered_targets
        if option == "players":
            return tuple(sorted(self.shapes))
        return OPTIONS[option].offered


@dataclass(frozen=True)
class Ruleset:
    """Everything that decides a match: a preset, its version, and every option as it stands (rules 5)."""

    preset: str
    version: int
    shape: Shape
    goal: Goal
    trump_turned: bool
    busso_leads: bool
    contracts: tuple[Contract, ...]
    payment: Payment | None
    traits: frozenset[str]
    target: int
    first_lead: FirstLead
    declare_window: DeclareWindow
    declare_basis: Literal["held", "dealt"]
    declare_reveal: Literal["immediate", "deferred"]
    declare_mandatory: bool
    declare_ends_match: bool
    signals: Literal["leader", "any", "none", "spoken"]
    signal_words: tuple[str, ...]
    signal_truth: bool
    cappotto: Literal["eleven_points", "all_tricks"]
    cappotto_effect: Literal["none", "double", "plus_one", "wins_match"]
    cappotto_voids_declarations: bool
    a_monte: Literal["off", "below_one_point"]
    call_out: Literal["off", "lose_match", "minus_11"]
    tie: Literal["extra_hand", "last_trick"]
    stakes: Literal["off", "on"]
    rounding: Literal["floor", "remainder_to_last_trick"]
    players: int
    hands: int
    soloist_leads: bool
    monte: Literal["last_trick", "aside"]
    direction: Literal["counter_clockwise", "clockwise"]

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.shape.seats

    @property
    def people(self) -> int:
        """How many people play: fewer than seats where one plays a dummy."""
        return self.shape.people

    @cached_property
    def person_seats(self) -> tuple[int, ...]:
        """The seats people sit in, in the order of a record's ``players``."""
        return tuple(seat for seat in range(self.shape.seats) if seat != self.shape.dummy)

    @property
    def sides(self) -> Sides | None:
        """The sides by seats, None where the match or each hand forms them."""
        return self.shape.sides

    @cached_property
    def scored_by_seat(self) -> bool:
        """Whether totals are per seat, the sides being formed anew each hand (rules 6.1 and 6.2)."""
        return self.shape.sides_from == "contract"

    @cached_property
    def scores(self) -> int:
        """How many totals the match keeps: one a side, or one a seat."""
        return self.shape.seats if self.scored_by_seat else self.shape.side_count

    @cached_property
    def has_declarations(self) -> bool:
        """Whether the game has declarations and the window is not off."""
        return self.declare_window != "off" and "declarations" in self.traits

    def options_changed(self) -> dict[str, Any]:
        """Return the options that differ from the preset, as a record writes them."""
        preset = PUBLISHED[self.preset, self.version]
        changed: dict[str, Any] = {}
        for name in OPTIONS:
            value = getattr(self, name)
            if value != preset.default(name, self.players):
                changed[name] = list(value) if isinstance(value, tuple) else value
        return changed


def _pairs(name: str, **differs: Value) -> Preset:
    return Preset(name, {4: PAIRS}, differs)


def _to_lose(name: str, target: int) -> Preset:
    shapes = {4: TO_LOSE[4]} | TO_LOSE
    differs: dict[str, Value] = {
        "target": target,
        "declare_window": "off",
        "signals": "none",
        "rounding": "remainder_to_last_trick",
    }
    return Preset(name, shapes, differs, traits=frozenset({"rounding", "players"}), goal="lowest")


PRESETS: Final[Mapping[str, Preset]] = {
    preset.name: preset
    for preset in (
        _pairs("club"),
        Preset(
            "biska",
            {4: PAIRS},
            {
                "target": 21,
                "first_lead": "four_denari_always",
                "declare_window": "own_turn_tricks_1_3",
                "signals": "none",
            },
            offered_targets=(11, 21, 31),
        ),
        Preset(
            "centrosud",
            {4: PAIRS},
            {"first_lead": "four_denari_first_hand", "declare_reveal": "deferred", "signals": "spoken"},
            offered_targets=(31, 41),
        ),
        _pairs("nord", call_out="lose_match"),
        Preset(
            "partner",
            {4: PAIRS},
            {"target": 41, "signals": "any", "cappotto": "all_tricks"},
            offered_targets=(21, 31, 41),
            busso_leads=True,
        ),
        _pairs(
            "ventuno",
            target=21,
            declare_window="after_trick_1",
            declare_basis="dealt",
            signals="any",
            stakes="on",
        ),
        _pairs("torneo", declare_window="off", signals="none"),
        _pairs("treseta", target=41, signal_words=("busso", "striscio")),
        _pairs("bolognese", target=71, a_monte="below_one_point"),
        Preset("briscola", {4: PAIRS}, {"signals": "any"}, trump_turned=True),
        Preset(
            "due",
            {2: TWO_AND_STOCK},
            {
                "target": 21,
                "first_lead": "four_denari_always",
                "declare_window": "own_turn_tricks_1_3",
                "signals": "none",
            },
        ),
        Preset("spizzichino", {2: TWO_AND_PILES}, {"signals": "none"}),
        Preset("morto", {3: DUMMY}, {"target": 21}),
        Preset("cinque", {5: TWO_AGAINST_THREE}, {"target": 21}),
        Preset("tre", {3: THREE_ALONE}, {"target": 21, "signals": "none"}, traits=_PLAIN | {"monte"}),
        Preset("tocca", {3: ACE_HOLDER}, {"signals": "none"}),
        Preset(
            "terziglio",
            {3: SOLOIST},
            {"target": 21, "declare_window": "off", "signals": "none", "hands": 12},
            traits=frozenset({"soloist_leads"}),
            contracts=SOLOIST_LADDER,
            payment="twice_each",
        ),
        Preset(
            "chiamare",
            {5: CALLER[5]} | CALLER,
            {"target": 21, "declare_window": "off", "signals": "none"},
            traits=frozenset({"players"}),
            contracts=CALLER_LADDER,
            payment="shares",
            hands_per_player=2,
        ),
        _to_lose("perdere", 31),
        _to_lose("ciapano", 41),
        _to_lose("traversone", 21),
    )
}

# Every version ever published, by name and number; PRESETS holds the latest of each.
PUBLISHED: Final[Mapping[tuple[str, int], Preset]] = {
    (preset.name, preset.version): preset for preset in PRESETS.values()
}

_FACTS: Final = ("goal", "trump_turned", "busso_leads", "contracts", "payment", "traits")


def resolve(preset: str, options: Mapping[str, object], version: int | None = None) -> Ruleset:
    """Return the ruleset of *preset* with *options* changed; of its latest version unless told.

    An option without effect in the preset is checked and changes nothing. Raises BadRules for an unknown preset or
    version, BadOption for an unknown name, a wrong type or a value outside the table.
    """
    latest = PRESETS.get(preset)
    if latest is None:
        raise BadRules(f"no preset is called {quoted(preset)}")
    base = latest if version is None else PUBLISHED.get((preset, version))
    if base is None:
        raise BadRules(f"no version {version} of these rules is published")
    given: dict[str, Value] = {}
    for name, value in options.items():
        option = OPTIONS.get(name)
        if option is None:
            raise BadOption(f"no option is called {quoted(name)}")
        given[name] = option.parse(value)
    players = given.get("players", base.default("players", 0))
    if not isinstance(players, int) or players not in base.shapes:
        raise BadOption(f"players: {preset} is not played by {quoted(players)}")
    values: dict[str, Any] = {
        name: given[name] if name in given and base.has_effect(name) else base.default(name, players)
        for name in OPTIONS
    }
    values["players"] = players
    facts = {name: getattr(base, name) for name in _FACTS}
    return Ruleset(preset=preset, version=base.version, shape=base.shapes[players], **facts, **values)


def people_at(preset: str, options: Mapping[str, object]) -> int | None:
    """Return how many people *preset* seats with these options, None where that cannot be told."""
    base = PRESETS.get(preset)
    if base is None:
        return None
    players = options.get("players", next(iter(base.shapes)))
    if type(players) is not int or players not in base.shapes:
        return None if len(base.shapes) > 1 else next(iter(base.shapes.values())).people
    return base.shapes[players].people
