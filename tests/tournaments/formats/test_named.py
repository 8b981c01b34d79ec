import pytest

from tournaments.formats.danish import Danish
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.errors import BadFormatOption
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.named import FORMATS, check_options, format_of
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.swiss import Swiss

NOT_THESE = frozenset({frozenset({1, 2})})


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("knockout", {}, Knockout()),
        ("knockout", {"third_place": True}, Knockout(third_place=True)),
        ("double_elimination", {}, DoubleElimination()),
        ("round_robin", {"double": True}, RoundRobin(double=True)),
        ("groups", {"groups": 3, "qualify": 2, "third_place": True}, Groups(3, 2, third_place=True)),
        ("swiss", {"rounds": 5}, Swiss(5, NOT_THESE)),
        ("danish", {"rounds": 7}, Danish(7)),
    ],
)
def test_a_format_is_made_of_its_name_and_options(name, options, expected) -> None:
    assert format_of(name, options, NOT_THESE) == expected


def test_every_format_there_is_has_a_name() -> None:
    assert set(FORMATS) == {"knockout", "double_elimination", "round_robin", "groups", "swiss", "danish"}


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("chess", {}),
        ("knockout", {"rounds": 3}),
        ("knockout", {"third_place": 1}),
        ("swiss", {}),
        ("swiss", {"rounds": 0}),
        ("swiss", {"rounds": True}),
        ("swiss", {"rounds": "5"}),
        ("groups", {"groups": 1, "qualify": 1}),
        ("groups", {"groups": 3, "qualify": 6}),
        ("danish", {"rounds": 100}),
    ],
)
def test_what_a_format_does_not_have_is_refused(name, options) -> None:
    with pytest.raises(BadFormatOption):
        check_options(name, options)


def test_options_are_stored_complete() -> None:
    assert check_options("groups", {"groups": 4, "qualify": 2}) == {
        "groups": 4,
        "qualify": 2,
        "double": False,
        "third_place": False,
    }
