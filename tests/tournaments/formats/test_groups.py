"""Groups: snake seeding, who goes through, and a knock-out that keeps those of one group apart."""

import pytest

from tests.tournaments.formats.playing import (
    advance,
    assert_each_plays_once_a_round,
    better_seed,
    by_chance,
    fresh,
    matches,
    play,
    two,
)
from tournaments.formats.bracket import seed_order, size_for
from tournaments.formats.crossing import crossed
from tournaments.formats.departures import withdraw
from tournaments.formats.errors import BadGroups, TooFewEntrants, TooManyEntrants
from tournaments.formats.groups import Groups, snake


def test_the_snake_turns_at_both_ends() -> None:
    assert snake(10, 3) == [[1, 6, 7], [2, 5, 8], [3, 4, 9, 10]]


SHAPES = [(groups, qualify) for groups in (*range(2, 17), 24, 32, 64) for qualify in range(1, 6)]


@pytest.mark.parametrize(("groups", "qualify"), SHAPES)
def test_those_of_one_group_are_apart_in_the_first_round_and_as_long_as_can_be(groups: int, qualify: int) -> None:
    seeds = crossed(groups, qualify)
    assert sorted(seeds) == [(group, place) for group in range(groups) for place in range(qualify)]
    assert [place for _, place in seeds] == sorted(place for _, place in seeds)  # winners first, then the seconds …
    slots = {seed: slot for slot, seed in enumerate(seed_order(size_for(groups * qualify)))}
    by_group = [[slots[seed + 1] for seed, (group, _) in enumerate(seeds) if group == own] for own in range(groups)]
    meetings = [(one ^ other).bit_length() for own in by_group for one in own for other in own if one < other]
    assert min(meetings, default=9) > 1
    if qualify == 2:  # opposite halves: only the final can bring them together
        assert set(meetings) == {size_for(groups * 2).bit_length() - 1}


@pytest.mark.parametrize(("entrants", "groups", "qualify"), [(6, 2, 2), (9, 3, 2), (17, 4, 2), (24, 4, 3), (48, 16, 1)])
def test_played_to_the_end(entrants: int, groups: int, qualify: int) -> None:
    played = Groups(groups, qualify, third_place=True)
    stage = play(played, fresh(entrants, lot="club 7"), by_chance(entrants))
    assert_each_plays_once_a_round(stage)
    assert stage.rounds_drawn == played.rounds(entrants)
    through = {row.number for table in played.tables(stage) for row in table.rows[:qualify]}
    knockout = [at for at in matches(stage) if not at.key.startswith("G")]
    assert {number for at in knockout for number in at.numbers} == through
    assert len(knockout) == groups * qualify - 1 + (groups * qualify > 3)
    places = played.standings(stage).places
    assert {number for number, place in places.items() if place <= groups * qualify} == through
    assert sorted(places.values())[:2] == [1, 2]
    of_group = {number: circle.prefix for circle in played.circles(stage) for number in circle.numbers}
    first = [at for at in knockout if at.round == min(at.round for at in knockout)]
    assert all(of_group[at.home] != of_group[at.away] for at in first)


def test_without_upsets_the_group_tables_decide_by_seed() -> None:
    played = Groups(2, 2)
    stage = fresh(8)
    for _ in range(3):
        stage = advance(played, stage)
    assert [[row.number for row in table.rows] for table in played.tables(stage)] == [[1, 4, 5, 8], [2, 3, 6, 7]]
    draft = played.next_round(stage)
    assert {two(at) for at in draft.pairings} == {frozenset({1, 3}), frozenset({2, 4})}


def test_who_leaves_during_the_groups_does_not_go_through_and_later_gives_a_walk_over() -> None:
    played = Groups(2, 2)
    stage = advance(played, advance(played, fresh(8)))
    stage = advance(played, withdraw(played, stage, 1))
    assert {number for at in played.next_round(stage).pairings for number in at.numbers} == {2, 3, 4, 5}
    table = played.tables(stage)
    stage = withdraw(played, stage, 2)
    assert played.tables(stage) == table  # a finished table is frozen
    draft = played.next_round(stage)
    stage = stage.drawn(draft.pairings)
    stage = stage.decided([better_seed(at) for at in stage.open])
    assert played.standings(play(played, stage)).places[2] == 3


def test_a_group_that_has_left_to_the_last_does_not_hold_up_the_others() -> None:
    played = Groups(2, 2)
    stage = advance(played, fresh(9))  # groups of four and five
    [gone] = [circle for circle in played.circles(stage) if len(circle.numbers) == 5]
    for number in gone.numbers:
        stage = withdraw(played, stage, number)
    stage = play(played, stage)
    [stayed] = set(played.circles(stage)) - {gone}
    assert two(stage.by_key["K2.1"]) == set(stayed.numbers[:2])
    places = played.standings(stage).places
    assert [places[number] for number in stayed.numbers[:2]] == [1, 2]
    assert {places[number] for number in gone.numbers} == {None}


@pytest.mark.parametrize(
    ("groups", "qualify", "entrants", "refusal"),
    [
        (1, 1, 6, BadGroups),
        (65, 1, 300, BadGroups),
        (3, 1, 8, TooFewEntrants),
        (2, 1, 13, TooManyEntrants),
        (2, 3, 7, BadGroups),
        (2, 0, 8, BadGroups),
    ],
)
def test_impossible_divisions(groups: int, qualify: int, entrants: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        Groups(groups, qualify).check(entrants)
