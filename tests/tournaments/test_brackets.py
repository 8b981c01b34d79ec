"""Brackets: every match has a place of its own, beside those that feed it, whatever the number of entrants."""

from itertools import pairwise

import pytest

from tests.tournaments.formats.playing import advance, fresh, play, won_by
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.stage import Format
from tournaments.formats.swiss import Swiss
from tournaments.selectors.brackets import BOX, Bracket, bracket_of, qualifiers

SIZES = (*range(2, 34), 64, 100, 256)


def drawing(played: Format, entrants: int) -> Bracket:
    bracket = bracket_of(played, advance(played, fresh(entrants)))
    assert bracket is not None
    return bracket


def assert_is_sound(bracket: Bracket) -> None:
    columns: dict[int, list[int]] = {}
    for box in bracket.boxes:
        assert 0 <= box.x <= bracket.width - bracket.box_width
        assert 0 <= box.y <= bracket.height - BOX
        columns.setdefault(box.x, []).append(box.y)
    for heights in columns.values():
        assert all(lower - upper > BOX for upper, lower in pairwise(sorted(heights)))
    assert [column.left for column in bracket.columns] == list(range(len(bracket.columns)))[::-1]


@pytest.mark.parametrize("third_place", [False, True])
@pytest.mark.parametrize("entrants", SIZES)
def test_a_knockout_has_a_box_for_every_match_that_is_played(entrants: int, third_place: bool) -> None:
    bracket = drawing(Knockout(third_place), entrants)
    assert_is_sound(bracket)
    has_third = third_place and entrants > 3
    assert len(bracket.boxes) == entrants - 1 + has_third
    assert len(bracket.lines) == entrants - 2  # a line from every match but the final, the third place has none


@pytest.mark.parametrize("entrants", SIZES)
def test_a_double_elimination_has_both_halves(entrants: int) -> None:
    bracket = drawing(DoubleElimination(), entrants)
    assert_is_sound(bracket)
    assert len(bracket.boxes) == 2 * entrants - 2
    upper = [box.y for box in bracket.boxes if box.key[0] == "U"]
    lower = [box.y for box in bracket.boxes if box.key[0] == "L"]
    assert not lower or max(upper) + BOX < min(lower)


def test_the_second_final_is_drawn_once_it_is_needed() -> None:
    played = DoubleElimination()
    stage = play(played, fresh(4), lambda pairing: won_by(pairing, pairing.away or 0))
    keys = {box.key for box in bracket_of(played, stage).boxes}
    assert {"F1", "F2"} <= keys
    stage = play(played, fresh(4))
    assert "F2" not in {box.key for box in bracket_of(played, stage).boxes}


def test_groups_have_their_plan_before_the_knockout_is_drawn() -> None:
    played = Groups(4, 2)
    bracket = drawing(played, 16)
    assert_is_sound(bracket)
    assert len(bracket.boxes) == 7
    assert not any(box.numbers for box in bracket.boxes)
    first = {frozenset((box.home.source, box.away.source)) for box in bracket.boxes if isinstance(box.home.source, int)}
    told = qualifiers(played)
    meet = {frozenset(told[seed] for seed in seeds) for seeds in first}
    assert all(len({group for group, _ in both}) == 2 for both in meet), "those of one group are apart"
    assert {place for both in meet for _, place in both} == {1, 2}


def test_the_way_of_a_winner_is_known() -> None:
    played = Knockout()
    stage = play(played, fresh(8))
    bracket = bracket_of(played, stage)
    assert [line.number for line in bracket.lines].count(1) == 2
    final = next(box for box in bracket.boxes if box.key == "K3.1")
    assert (final.numbers, final.home.is_winner) == ({1, 2}, True)


def test_the_other_formats_have_no_bracket() -> None:
    assert bracket_of(Swiss(3), fresh(8)) is None
