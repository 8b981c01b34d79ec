"""Named formats: the formats by the names they are stored under, made of the options they are stored with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tournaments.formats.danish import MOST_ROUNDS, Danish
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.errors import BadFormatOption
from tournaments.formats.groups import MOST as MOST_GROUPS
from tournaments.formats.groups import SIZES as GROUP_SIZES
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Format
from tournaments.formats.swiss import MOST as MOST_SWISS
from tournaments.formats.swiss import Swiss

Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Whole:
    """An option that is a whole number."""

    least: int
    most: int


YES_OR_NO: Final = "yes or no"
Kind = Whole | str

FORMATS: Final[Mapping[str, Mapping[str, Kind]]] = {
    "knockout": {"third_place": YES_OR_NO},
    "double_elimination": {},
    "round_robin": {"double": YES_OR_NO},
    "groups": {
        "groups": Whole(2, MOST_GROUPS),
        "qualify": Whole(1, GROUP_SIZES[-1] - 1),
        "double": YES_OR_NO,
        "third_place": YES_OR_NO,
    },
    "swiss": {"rounds": Whole(1, MOST_SWISS - 1)},
    "danish": {"rounds": Whole(1, MOST_ROUNDS)},
}
"""The options of each format: numbers have to be given, a yes or no is no where it is missing."""


def check_options(name: str, options: Options) -> dict[str, bool | int]:
    """Return the options of a format, complete. Raises BadFormatOption for what there is not."""
    kinds = FORMATS.get(name)
    if kinds is None:
        raise BadFormatOption(f"a format is one of {', '.join(FORMATS)}")
    if unknown := options.keys() - kinds.keys():
        raise BadFormatOption(f"{name} has no {min(unknown)}")
    return {option: _checked(name, option, kind, options.get(option)) for option, kind in kinds.items()}


def format_of(name: str, options: Options, forbidden: frozenset[frozenset[int]] = frozenset()) -> Format:
    """Return the format of this name; *forbidden* pairs count where rounds are drawn. Raises BadFormatOption."""
    checked = check_options(name, options)
    rounds = int(checked.pop("rounds", 0))
    match name:
        case "knockout":
            return Knockout(bool(checked["third_place"]))
        case "double_elimination":
            return DoubleElimination()
        case "round_robin":
            return RoundRobin(bool(checked["double"]))
        case "groups":
            return Groups(
                checked["groups"], checked["qualify"], bool(checked["double"]), third_place=bool(checked["third_place"])
            )
        case "swiss":
            return Swiss(rounds, forbidden)
    return Danish(rounds)


def _checked(name: str, option: str, kind: Kind, value: object) -> bool | int:
    if not isinstance(kind, Whole):
        if value is not None and not isinstance(value, bool):
            raise BadFormatOption(f"{option} of {name} is true or false")
        return bool(value)
    if not isinstance(value, int) or isinstance(value, bool) or not kind.least <= value <= kind.most:
        raise BadFormatOption(f"{option} of {name} is {kind.least}-{kind.most}")
    return value
