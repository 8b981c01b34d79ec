"""Comparison: the presets side by side, made from their data for docs/rules.md."""

from collections.abc import Iterable

from games.engine.options import OPTIONS, Value
from games.engine.rulesets import PRESETS, Preset
from games.engine.shapes import Shape

_SHAPE_OPTIONS = ("players",)


def preset_table() -> str:
    """Return the table of presets in Markdown: people, cards, tricks, and each option that differs from ``club``."""
    rows = [
        "| preset | people | cards each | undealt | tricks | differs from `club` in |",
        "|---|---|---|---|---|---|",
    ]
    for preset in PRESETS.values():
        shapes = sorted(preset.shapes.items())
        cells = (
            f"`{preset.name}`",
            _spread(players for players, _ in shapes),
            _spread(_cards(shape) for _, shape in shapes),
            _spread(shape.rest for _, shape in shapes),
            _spread(shape.tricks for _, shape in shapes),
            _differences(preset),
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def option_table() -> str:
    """Return the table of options in Markdown: kind, values with the default first, and where each has effect."""
    rows = ["| option | values | default | has effect in |", "|---|---|---|---|"]
    for name, option in OPTIONS.items():
        values = option.values or ("true", "false") if option.kind != "number" else (f"{option.low}-{option.high}",)
        where = [preset.name for preset in PRESETS.values() if preset.has_effect(name)]
        rows.append(
            f"| `{name}` | {' '.join(f'`{value}`' for value in values)} | {_value(option.default)} | {_where(where)} |"
        )
    return "\n".join(rows) + "\n"


def _where(presets: list[str]) -> str:
    """Return where an option has effect, by exception where the exceptions are fewer."""
    without = [name for name in PRESETS if name not in presets]
    if not without:
        return "every preset"
    if len(without) < len(presets):
        return "all but " + " ".join(f"`{name}`" for name in without)
    return " ".join(f"`{name}`" for name in presets)


def _cards(shape: Shape) -> str:
    return f"{shape.hand_size} and 2 piles of {shape.pile_size}" if shape.pile_size else str(shape.hand_size)


def _spread(values: Iterable[object]) -> str:
    """Return one value where all agree, else all of them in the order of the players."""
    told = [str(value) for value in values]
    return told[0] if len(set(told)) == 1 else " ".join(told)


def _differences(preset: Preset) -> str:
    club, players = PRESETS["club"], next(iter(preset.shapes))
    told = [
        f"{name} {_value(preset.default(name, players))}"
        for name in OPTIONS
        if name not in _SHAPE_OPTIONS and preset.default(name, players) != club.default(name, 4)
    ]
    return ", ".join(told + _facts(preset)) or "nothing"


def _facts(preset: Preset) -> list[str]:
    shape = next(iter(preset.shapes.values()))
    facts = [
        (preset.goal == "lowest", "the lowest total wins"),
        (preset.trump_turned, "a trump is turned up"),
        (preset.busso_leads, "*busso* only by the leader"),
        (shape.rest_use == "stock", "a stock is drawn from"),
        (shape.rest_use == "monte", "a monte"),
        (shape.dummy is not None, f"seat {shape.dummy} is a dummy"),
        (shape.sides_from == "ace_of_denari", "the holder of Ad against the others"),
        (bool(preset.contracts), "bids: " + " < ".join(contract.bid for contract in preset.contracts)),
    ]
    return [text for holds, text in facts if holds]


def _value(value: Value) -> str:
    if isinstance(value, tuple):
        return " ".join(f"`{word}`" for word in value) or "none"
    return f"`{str(value).lower()}`" if isinstance(value, bool) else f"`{value}`"
