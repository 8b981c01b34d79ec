"""Options: what a ruleset may vary, by name, kind and values (rules 5).

Forms, the API and the rules page are made from this table; ``traits`` of a preset say where an option has effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.engine.errors import BadOption, quoted

Value: TypeAlias = int | str | bool | tuple[str, ...]
Kind: TypeAlias = Literal["number", "choice", "flag", "words"]

SIGNAL_WORDS: Final = ("busso", "striscio", "volo")


@dataclass(frozen=True, slots=True)
class Option:
    """One option: ``kind`` says what a value is, ``trait`` where it has effect (None: in every preset).

    ``values`` are the choices or words; ``low`` and ``high`` bound a number; ``offered`` is what forms show, where a
    number without offers is typed in.
    """

    name: str
    kind: Kind
    default: Value
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    offered: tuple[Value, ...] = ()
    trait: str | None = None

    def parse(self, value: object) -> Value:
        """Return *value* as this option holds it. Raises BadOption for a wrong type or a value outside the table."""
        match self.kind:
            case "number":
                if type(value) is int and self.low <= value <= self.high:
                    return value
            case "choice":
                if isinstance(value, str) and value in self.values:
                    return value
            case "flag":
                if isinstance(value, bool):
                    return value
            case "words":
                if isinstance(value, list | tuple) and all(isinstance(word, str) for word in value):
                    words = tuple(value)
                    if len(set(words)) == len(words) and set(words) <= set(self.values):
                        return tuple(word for word in self.values if word in words)
        raise BadOption(f"{self.name}: {quoted(value)} is not a value of this option")


def _number(name: str, default: int, low: int, high: int, *, offered: tuple[int, ...] = (), trait: str = "") -> Option:
    return Option(name, "number", default, low=low, high=high, offered=offered, trait=trait or None)


def _choice(name: str, *values: str, trait: str | None = None) -> Option:
    return Option(name, "choice", values[0], values=values, offered=values, trait=trait)


def _flag(name: str, *, default: bool = False, trait: str | None = None) -> Option:
    return Option(name, "flag", default, offered=(False, True), trait=trait)


OPTIONS: Final[Mapping[str, Option]] = {
    option.name: option
    for option in (
        _number("target", 31, 1, 200, offered=(11, 21, 31, 41, 51, 61, 71)),
        _choice("first_lead", "right_of_dealer", "four_denari_first_hand", "four_denari_always"),
        _choice(
            "declare_window",
            "own_turn_trick_1",
            "own_turn_tricks_1_3",
            "after_trick_1",
            "off",
            trait="declarations",
        ),
        _choice("declare_basis", "held", "dealt", trait="declarations"),
        _choice("declare_reveal", "immediate", "deferred", trait="declarations"),
        _flag("declare_mandatory", trait="declarations"),
        _flag("declare_ends_match", trait="declarations"),
        _choice("signals", "leader", "any", "none", "spoken", trait="signals"),
        Option("signal_words", "words", SIGNAL_WORDS, values=SIGNAL_WORDS, offered=SIGNAL_WORDS, trait="signals"),
        _flag("signal_truth", default=True, trait="signals"),
        _choice("cappotto", "eleven_points", "all_tricks", trait="cappotto"),
        _choice("cappotto_effect", "none", "double", "plus_one", "wins_match", trait="cappotto"),
        _flag("cappotto_voids_declarations", trait="cappotto"),
        _choice("a_monte", "off", "below_one_point"),
        _choice("call_out", "off", "lose_match", "minus_11", trait="call_out"),
        _choice("tie", "extra_hand", "last_trick", trait="tie"),
        _choice("stakes", "off", "on", trait="stakes"),
        _choice("rounding", "floor", "remainder_to_last_trick", trait="rounding"),
        _number("players", 4, 2, 7, trait="players"),
        _number("hands", 0, 0, 100),
        _flag("soloist_leads", trait="soloist_leads"),
        _choice("monte", "last_trick", "aside", trait="monte"),
        _choice("direction", "counter_clockwise", "clockwise"),
    )
}
