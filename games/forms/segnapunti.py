"""Segnapunti: a score sheet that is kept in its own address, for a table played with real cards."""

from collections.abc import Sequence
from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.errors import BadFormat
from games.engine.paper import KINDS, SIDES, Counted
from games.engine.rulesets import PRESETS
from games.forms.rule_words import preset_groups

BETWEEN_HANDS: Final = "_"
LONGEST_CODE: Final = 2000
_NOTHING: Final = "x"
_PAIRS: Final = (*KINDS, "faults")


def with_two_sides(preset: str) -> bool:
    """Tell whether a preset is played for points by two sides that are known, as a sheet wants."""
    rules = PRESETS[preset]
    return rules.goal == "highest" and all(len(shape.sides or ()) == SIDES for shape in rules.shapes.values())


class SheetForm(forms.Form):
    """What is played, by whom and to how many points."""

    preset = forms.ChoiceField(label=_("Game"), initial="club")
    target = forms.IntegerField(label=_("Play to"), min_value=1, max_value=200, initial=31)
    one = forms.CharField(label=_("One side"), max_length=40, required=False)
    other = forms.CharField(label=_("The other side"), max_length=40, required=False)

    def __init__(self, *args: object, **facts: object) -> None:
        super().__init__(*args, **facts)  # type: ignore[arg-type] # whatever a form takes
        groups = (
            (title, [(named.code, named.words.name) for named in presets if with_two_sides(named.code)])
            for title, presets in preset_groups()
        )
        self.fields["preset"].choices = [group for group in groups if group[1]]  # type: ignore[attr-defined]


def code_of(counted: Sequence[Counted]) -> str:
    """Return hands as a part of an address."""
    return BETWEEN_HANDS.join(_code(hand) for hand in counted)


def hands_of(code: str) -> list[Counted]:
    """Return the hands of a part of an address. Raises BadFormat."""
    if len(code) > LONGEST_CODE or not code.isascii():
        raise BadFormat("the sheet is too long")
    return [_hand(part) for part in code.split(BETWEEN_HANDS)] if code else []


def _code(hand: Counted) -> str:
    counts = "".join(str(count) for name in _PAIRS for count in getattr(hand, name))
    return f"{_text(hand.thirds)}.{counts}.{_text(hand.last)}{int(hand.all_tricks)}"


def _hand(part: str) -> Counted:
    thirds, counts, end = part.split(".") if part.count(".") == 2 else ("", "", "")
    if not counts.isdigit() or len(counts) != SIDES * len(_PAIRS) or len(end) != 2:
        raise BadFormat("this is no hand")
    pairs = {name: [int(counts[SIDES * at]), int(counts[SIDES * at + 1])] for at, name in enumerate(_PAIRS)}
    facts = {"thirds": _number(thirds), "last": _number(end[0]), "all_tricks": end[1] == "1", **pairs}
    return Counted.from_dict(facts)


def _text(number: int | None) -> str:
    return _NOTHING if number is None else str(number)


def _number(text: str) -> int | None:
    if text == _NOTHING:
        return None
    if not text.isdigit() or len(text) > 2:
        raise BadFormat("this is no number of a hand")
    return int(text)
