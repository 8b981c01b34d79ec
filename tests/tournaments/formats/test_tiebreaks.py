"""Tie-breaks: worked examples by hand, cells that are the sums of their terms, shared places, lots."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import advance, by_chance, fresh, is_descending, play
from tournaments.formats.encounters import Leg, Result
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.ledger import Why
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Pairing, Stage
from tournaments.formats.standings import Cell, Line, in_order
from tournaments.formats.swiss import Swiss
from tournaments.formats.tiebreaks import Criterion

SCORES = {  # A … D: everybody but D wins two, so three are tied on points
    (1, 2): (31, 25),
    (1, 3): (20, 31),
    (2, 3): (31, 30),
    (1, 4): (31, 10),
    (2, 4): (31, 28),
    (3, 4): (31, 0),
}


def table_of(scores: dict[tuple[int, int], tuple[int, int]], lot: str = "") -> Stage:
    pairings = [
        Pairing(f"R{1 + count // 2}.{1 + count % 2}", 1 + count // 2, 1, *two) for count, two in enumerate(scores)
    ]
    stage = fresh(4, lot=lot).drawn(pairings)
    return stage.decided([Result(at.key, (Leg(*scores[at.numbers]),)) for at in pairings])


def values(stage: Stage, column: Criterion) -> dict[int, float]:
    return {row.number: row.cell(column).value for row in RoundRobin().standings(stage).rows}


def test_three_tied_are_parted_by_the_mini_table_among_all_three() -> None:
    """By hand: 1 beat 2 by 6, 3 beat 1 by 11, 2 beat 3 by 1: one win each; differences -5, -5, +10."""
    stage = table_of(SCORES)
    assert values(stage, Criterion.POINTS) == {1: 2, 2: 2, 3: 2, 4: 0}
    assert values(stage, Criterion.HEAD_TO_HEAD) == {1: 1, 2: 1, 3: 1, 4: 0}
    assert values(stage, Criterion.HEAD_TO_HEAD_DIFFERENCE) == {1: -5, 2: -5, 3: 10, 4: 0}
    assert values(stage, Criterion.DIFFERENCE) == {1: 6 - 11 + 11, 2: -6 + 1 + 3, 3: 11 - 1 + 11, 4: -11 - 3 - 11}
    assert [row.number for row in RoundRobin().standings(stage).rows] == [3, 1, 2, 4]


def test_two_who_stay_tied_are_not_compared_again_without_the_third() -> None:
    """1 beat 2, but the mini-table was that of three: overall difference decides between them."""
    scores = SCORES | {(2, 4): (31, 0), (1, 4): (31, 28)}
    assert [row.number for row in RoundRobin().standings(table_of(scores)).rows] == [3, 2, 1, 4]


def test_an_explained_cell_names_round_opponent_and_why() -> None:
    cell = RoundRobin().standings(table_of(SCORES)).row(1).cell(Criterion.DIFFERENCE)
    assert [(term.amount, term.why, term.opponent) for term in cell.terms] == [
        (6, Why.WON, 2),
        (-11, Why.LOST, 3),
        (11, Why.WON, 4),
    ]


def test_buchholz_by_hand() -> None:
    """Five in three rounds. A free round counts as one's own points before it and half of the rounds after it."""
    played = Swiss(3)
    stage = play(played, fresh(5))
    table = played.standings(stage)
    points = {row.number: row.cell(Criterion.POINTS).value for row in table.rows}
    met = {number: {} for number in points}
    for at in stage.pairings:
        for number in at.numbers:
            met[number][at.round] = next((other for other in at.numbers if other != number), None)
    for number, opponents in met.items():
        expected = 0.0
        for round_number, opponent in opponents.items():
            if opponent is None:
                before = sum(
                    number == min(at.numbers)
                    for at in stage.pairings
                    if number in at.numbers and at.round < round_number
                )
                expected += before + (3 - round_number) / 2
            else:
                expected += points[opponent]
        assert table.row(number).cell(Criterion.BUCHHOLZ).value == expected


def circle_of_wins(entrants: int, lot: str) -> Stage:
    """Everybody beats as many as loses to, 31-20: nothing but the lot can part them."""
    stage = fresh(entrants, lot=lot)
    while draft := RoundRobin().next_round(stage):
        decided = []
        for at in draft.pairings:
            if at.away is not None:
                home_wins = (at.away - at.home) % entrants <= entrants // 2
                decided.append(Result(at.key, (Leg(31, 20) if home_wins else Leg(20, 31),)))
        stage = stage.drawn(draft.pairings).decided(decided)
    return stage


def test_nothing_but_the_lot() -> None:
    table = RoundRobin().standings(circle_of_wins(5, "club 7, 1 May"))
    assert [row.place for row in table.rows] == [1, 2, 3, 4, 5]
    assert [row.cell(Criterion.LOT).value for row in table.rows] == [4, 3, 2, 1, 0]
    assert all(term.why is Why.LOT for row in table.rows for term in row.cell(Criterion.LOT).terms)
    assert table == RoundRobin().standings(circle_of_wins(5, "club 7, 1 May"))
    orders = {
        tuple(row.number for row in RoundRobin().standings(circle_of_wins(5, f"lot {n}")).rows) for n in range(20)
    }
    assert len(orders) > 5


def test_without_a_lot_the_place_is_shared() -> None:
    assert RoundRobin().standings(circle_of_wins(3, "")).places == {1: 1, 2: 1, 3: 1}


def test_no_lot_is_drawn_before_the_end() -> None:
    stage = advance(RoundRobin(), fresh(5, lot="club 7"))
    assert all(not row.cell(Criterion.LOT).terms for row in RoundRobin().standings(stage).rows)


def test_shared_places_are_1_2_2_4() -> None:
    lines = [Line(number, number, (key,), ()) for number, key in ((1, 99), (2, 101), (3, 100), (4, 100))]
    assert [(row.place, row.number) for row in in_order((), lines).rows] == [(1, 2), (2, 3), (2, 4), (4, 1)]
    lines.append(Line(5, 5, None, (Cell("points", 0, ()),)))
    assert in_order((), lines).rows[-1].place is None


FORMATS = [
    (RoundRobin(), 6),
    (RoundRobin(double=True), 5),
    (Swiss(4), 9),
    (Knockout(third_place=True), 11),
    (Groups(2, 2), 9),
]


@pytest.mark.parametrize(("played", "entrants"), FORMATS, ids=lambda value: type(value).__name__)
def test_standings_are_a_replay_of_results_in_any_order(played, entrants: int) -> None:
    stage = play(played, fresh(entrants, lot="club 7"), by_chance(7))
    table = played.standings(stage)
    for seed in range(5):
        rng = random.Random(seed)
        parts = [list(stage.entrants), list(stage.pairings), list(stage.results)]
        for part in parts:
            rng.shuffle(part)
        mixed = Stage(tuple(parts[0]), tuple(parts[1]), tuple(parts[2]), lot="club 7")
        assert played.standings(mixed) == table
        assert played.derived(mixed) == played.derived(stage)
    replayed = fresh(entrants, lot="club 7")
    told = {result.key: result for result in stage.results}
    while draft := played.next_round(replayed):
        replayed = replayed.drawn(draft.pairings)
        replayed = replayed.decided([told[at.key] for at in draft.pairings if at.key in told])
    assert played.standings(replayed) == table
    assert set(replayed.pairings) == set(stage.pairings)


@given(st.integers(2, 8), st.integers(0, 10**6))
@settings(max_examples=60)
def test_every_cell_is_the_sum_of_its_terms_and_every_order_that_of_its_cells(entrants: int, seed: int) -> None:
    stage = play(RoundRobin(), fresh(entrants, lot=str(seed)), by_chance(seed))
    table = RoundRobin().standings(stage)
    assert [row.place for row in table.rows] == list(range(1, entrants + 1))
    assert is_descending([tuple(cell.value for cell in row.cells) for row in table.rows])
    assert tuple(cell.column for cell in table.rows[0].cells) == table.columns
    for row in table.rows:
        for cell in row.cells:
            assert cell.value == sum(term.amount for term in cell.terms)
    total = sum(row.cell(Criterion.DIFFERENCE).value for row in table.rows)
    assert total == 0
    assert sum(row.cell(Criterion.POINTS).value for row in table.rows) == len(list(combinations(range(entrants), 2)))
