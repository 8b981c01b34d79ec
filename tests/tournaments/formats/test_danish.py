"""Danish: neighbours in the table meet; again perhaps, but not in two rounds running."""

import pytest

from tests.tournaments.formats.playing import (
    advance,
    assert_each_plays_once_a_round,
    by_chance,
    fresh,
    matches,
    pairs_of,
    play,
    two,
)
from tournaments.formats.danish import Danish
from tournaments.formats.departures import withdraw
from tournaments.formats.errors import BadRounds, TooFewEntrants, TooManyEntrants
from tournaments.formats.late_entries import enter


def test_the_first_round_is_by_seed_and_the_second_by_the_table() -> None:
    stage = advance(Danish(3), fresh(6))
    assert [at.numbers for at in stage.pairings] == [(1, 2), (3, 4), (5, 6)]
    table = [row.number for row in Danish(3).standings(stage).rows]
    assert table == [1, 3, 5, 2, 4, 6]
    assert [at.numbers for at in Danish(3).next_round(stage).pairings] == [(1, 3), (5, 2), (4, 6)]


def test_neighbours_who_have_just_met_take_the_next_ones() -> None:
    stage = fresh(4)
    stage = advance(Danish(9), advance(Danish(9), stage))
    last = {two(at) for at in stage.pairings if at.round == 2}
    assert not last & pairs_of(Danish(9).next_round(stage))


@pytest.mark.parametrize("entrants", range(3, 33))
def test_every_size(entrants: int) -> None:
    played = Danish(7)
    stage = play(played, fresh(entrants), by_chance(entrants))
    assert_each_plays_once_a_round(stage)
    assert stage.rounds_drawn == 7
    for number in range(2, 8):
        before, now = ({two(at) for at in matches(stage) if at.round == when} for when in (number - 1, number))
        assert not before & now
    byes = [at.home for at in stage.pairings if at.away is None]
    assert len(byes) == (7 if entrants % 2 else 0)
    assert max((byes.count(number) for number in byes), default=0) <= -(-7 // entrants)


def test_a_rematch_is_shown() -> None:
    stage = fresh(4)
    shown = []
    for _ in range(4):
        draft = Danish(4).next_round(stage)
        shown.append(len(draft.rematches))
        stage = advance(Danish(4), stage)
    assert shown[:2] == [0, 0]
    assert shown[3] == 2  # four have three rounds without one


def test_two_left_meet_again_because_there_is_no_other_way() -> None:
    stage = advance(Danish(4), fresh(4))
    for number in (3, 4):
        stage = withdraw(Danish(4), stage, number)
    assert pairs_of(Danish(4).next_round(stage)) == {frozenset({1, 2})}
    assert Danish(4).next_round(withdraw(Danish(4), stage, 2)) is None


def test_somebody_comes_late() -> None:
    stage = enter(Danish(4), advance(Danish(4), fresh(4)), 9)
    assert {number for at in Danish(4).next_round(stage).pairings for number in at.numbers} == {1, 2, 3, 4, 9}


@pytest.mark.parametrize(
    ("entrants", "rounds", "refusal"),
    [(2, 3, TooFewEntrants), (1025, 3, TooManyEntrants), (8, 0, BadRounds), (8, 100, BadRounds)],
)
def test_impossible_tournaments(entrants: int, rounds: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        Danish(rounds).next_round(fresh(entrants))
