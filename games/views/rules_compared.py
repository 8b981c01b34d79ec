"""Rules compared: every preset in one row, made from its data."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rulesets import PRESETS, Preset, resolve
from games.engine.shapes import Shape
from games.forms.rule_words import PRESET_GROUPS, PRESET_WORDS, value_text

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Row:
    """A preset among the others."""

    code: str
    name: Text
    players: str
    cards: str
    ends: Text
    declarations: Text
    signals: Text
    apart: str


def compared() -> list[Row]:
    """Return a row for every preset, in the order of the lists."""
    return [_row(PRESETS[code]) for _title, codes in PRESET_GROUPS for code in codes]


def _row(preset: Preset) -> Row:
    rules = resolve(preset.name, {})
    shapes = [shape for _players, shape in sorted(preset.shapes.items())]
    return Row(
        code=preset.name,
        name=PRESET_WORDS[preset.name].name,
        players=_span(shape.people for shape in shapes),
        cards=_span(shape.hand_size + 2 * shape.pile_size for shape in shapes),
        ends=value_text("target", rules.target) if not rules.hands else _hands(rules.hands),
        declarations=value_text("declare_window", rules.declare_window) if rules.has_declarations else _("none"),
        signals=value_text("signals", rules.signals if "signals" in rules.traits else "none"),
        apart="; ".join(_apart(preset, shapes[0])),
    )


def _hands(count: int) -> str:
    return ngettext("%(count)d hand", "%(count)d hands", count) % {"count": count}


def _span(values: Iterable[int]) -> str:
    found = sorted(set(values))
    return str(found[0]) if len(found) == 1 else f"{found[0]}\N{EN DASH}{found[-1]}"


def _apart(preset: Preset, shape: Shape) -> list[str]:
    """Return what only this game, or few others, have."""
    facts = [
        (preset.goal == "lowest", _("the lowest total wins")),
        (preset.trump_turned, _("trumps")),
        (preset.busso_leads, _("busso for the leader alone")),
        ("signal_words" in preset.differs, _("without volo")),
        (shape.rest_use == "stock", _("a stock to draw from")),
        (bool(shape.pile_size), _("open piles")),
        (shape.dummy is not None, _("an open hand")),
        (shape.rest_use == "monte", _("four cards left over")),
        (shape.sides_from == "ace_of_denari", _("the ace of coins against two")),
        (bool(preset.contracts), _("an auction")),
        (preset.differs.get("call_out", "off") != "off", _("calling out")),
        (preset.differs.get("a_monte", "off") != "off", _("throwing in a poor hand")),
        (preset.differs.get("stakes") == "on", _("stakes")),
        (preset.differs.get("declare_basis") == "dealt", _("declarations from the cards as dealt")),
        (str(preset.differs.get("first_lead", "")).startswith("four_denari"), _("the four of coins leads")),
    ]
    return [text for holds, text in facts if holds]
