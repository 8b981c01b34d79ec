"""Swiss: no avoidable rematch (against brute force), byes, hands of the director, who comes and goes (B5, B6, B10)."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import (
    advance,
    assert_each_plays_once_a_round,
    better_seed,
    by_chance,
    fresh,
    matches,
    pairs_of,
    play,
    two,
    won_by,
)
from tournaments.formats.departures import come_back, disqualify_both, withdraw
from tournaments.formats.encounters import Ending
from tournaments.formats.errors import (
    BadPairing,
    BadRounds,
    EntryClosed,
    ForbiddenPairing,
    NoPairing,
    RoundOpen,
    TooFewEntrants,
    TooManyEntrants,
)
from tournaments.formats.late_entries import enter, last_round_to_enter
from tournaments.formats.ledger import Why
from tournaments.formats.score_groups import ScoreGroups
from tournaments.formats.stage import Stage, is_over
from tournaments.formats.swiss import Swiss
from tournaments.formats.tiebreaks import Criterion


def points(played: Swiss, stage: Stage) -> dict[int, float]:
    return {row.number: row.cell(Criterion.POINTS).value for row in played.standings(stage).rows}


def rematches(stage: Stage) -> list[frozenset[int]]:
    return [pair for pair, count in Counter(two(at) for at in matches(stage)).items() if count > 1]


@pytest.mark.parametrize("entrants", range(3, 13))
@pytest.mark.parametrize("seed", range(12))
def test_a_small_field_never_meets_again_however_it_goes(entrants: int, seed: int) -> None:
    """All n - 1 rounds: without looking ahead, six entrants run into two triangles."""
    played = Swiss(entrants - 1 + entrants % 2)
    stage = play(played, fresh(entrants), by_chance(seed))
    assert not rematches(stage)
    assert_each_plays_once_a_round(stage)
    assert stage.rounds_drawn == played.length
    assert set(Counter(at.home for at in stage.pairings if at.away is None).values()) <= {1}


@pytest.mark.parametrize("entrants", range(2, 65))
def test_every_size_has_no_rematch_in_half_its_rounds(entrants: int) -> None:
    played = Swiss(min(9, max(1, entrants // 2)))
    stage = play(played, fresh(entrants), by_chance(entrants))
    assert not rematches(stage)
    assert_each_plays_once_a_round(stage)
    assert len(matches(stage)) == played.length * (entrants // 2)
    byes = Counter(at.home for at in stage.pairings if at.away is None)
    assert byes.total() == (played.length if entrants % 2 else 0)
    assert max(byes.values(), default=1) == 1


def every_way(numbers: tuple[int, ...]) -> list[frozenset[frozenset[int]]]:
    if not numbers:
        return [frozenset()]
    first, *rest = numbers
    return [
        way | {frozenset((first, other))}
        for other in rest
        for way in every_way(tuple(number for number in rest if number != other))
    ]


def rounds_to_come(met: frozenset[frozenset[int]], numbers: tuple[int, ...], most: int) -> int:
    """By brute force: for how many rounds more nobody meets again."""
    ways = [way for way in every_way(numbers) if not way & met] if most else []
    longest = 0
    for way in ways:
        longest = max(longest, 1 + rounds_to_come(met | way, numbers, most - 1))
        if longest == most:
            break
    return longest


@given(st.sampled_from([4, 6]), st.integers(1, 8), st.integers(0, 10**6), st.data())
@settings(max_examples=40)
def test_brute_force_finds_no_rematch_to_avoid(entrants: int, length: int, seed: int, data: st.DataObject) -> None:
    """Whatever pairs a director makes by hand, what follows is as long without a rematch as can be."""
    length = min(length, entrants - 1)
    played, numbers = Swiss(length), tuple(range(1, entrants + 1))
    stage = fresh(entrants)
    met: frozenset[frozenset[int]] = frozenset()
    for number in range(1, length + 1):
        by_hand = data.draw(st.lists(st.sampled_from(list(combinations(numbers, 2))), max_size=1))
        draft = played.next_round(stage, by_hand)
        hand = frozenset(frozenset(pair) for pair in by_hand)
        best = max(
            (not (way - hand) & met, rounds_to_come(met | way, numbers, length - number))
            for way in every_way(numbers)
            if hand <= way
        )
        drawn = frozenset(pairs_of(draft))
        if best[0]:
            assert (not (drawn - hand) & met, rounds_to_come(met | drawn, numbers, length - number)) == best
        assert {two(at) for at in draft.pairings if at.key in draft.rematches} == drawn & met
        met |= drawn
        stage = stage.drawn(draft.pairings)
        decide = by_chance(seed + number)
        stage = stage.decided([decide(at) for at in stage.open])


@given(st.lists(st.integers(0, 4), min_size=2, max_size=8).filter(lambda own: len(own) % 2 == 0), st.data())
@settings(max_examples=80)
def test_the_best_pairs_are_those_of_brute_force(own: list[int], data: st.DataObject) -> None:
    own.sort(reverse=True)
    places = tuple(range(len(own)))
    out = data.draw(st.sets(st.sampled_from(list(combinations(places, 2)))))
    barred = [{b if a == place else a for a, b in out if place in (a, b)} for place in places]
    groups = ScoreGroups(own)
    ways = [[(min(pair), max(pair)) for pair in way] for way in every_way(places)]
    keys = [groups.key(way) for way in ways if not set(way) & out]
    best = groups.best(barred)
    assert (best is None) == (not keys)
    if best is not None:
        assert not set(best) & out
        assert groups.key(best) == min(keys)


def test_the_first_round_is_top_half_against_bottom_half() -> None:
    assert [at.numbers for at in Swiss(3).next_round(fresh(8)).pairings] == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_winners_meet_winners() -> None:
    stage = advance(Swiss(3), fresh(8))
    assert [at.numbers for at in Swiss(3).next_round(stage).pairings] == [(1, 3), (2, 4), (5, 7), (6, 8)]


def test_the_draw_does_not_depend_on_the_order_anything_came_in() -> None:
    stage = play(Swiss(4), fresh(15), by_chance(3))
    mixed = Stage(stage.entrants[::-1], stage.pairings[::-1], stage.results[::-1])
    assert Swiss(5).next_round(mixed) == Swiss(5).next_round(stage)
    assert Swiss(5).standings(mixed) == Swiss(5).standings(stage)


def test_a_round_drawn_twice_is_one_round() -> None:
    stage = fresh(8)
    first, second = Swiss(3).next_round(stage), Swiss(3).next_round(stage)
    assert first == second
    stage = stage.drawn(first.pairings)
    with pytest.raises(RoundOpen):
        Swiss(3).next_round(stage)
    with pytest.raises(BadPairing):
        stage.drawn(second.pairings)


def test_the_bye_goes_to_the_lowest_and_a_second_one_only_when_all_have_had_theirs() -> None:
    played = Swiss(5)
    stage, had = fresh(5), []
    while draft := played.next_round(stage):
        table = [row.number for row in played.standings(stage).rows]
        bye = next(at.home for at in draft.pairings if at.away is None)
        if not had:
            assert bye == 5
        assert bye not in had
        had.append(bye)
        stage = stage.drawn(draft.pairings)
        stage = stage.decided([better_seed(at) for at in stage.open])
        assert len(table) == 5
    assert sorted(had) == [1, 2, 3, 4, 5]


def test_the_table_after_one_round_of_five() -> None:
    """A bye is one win, not rated, shown as what it is."""
    played = Swiss(5)
    stage = advance(played, fresh(5))
    assert points(played, stage) == {1: 1, 2: 1, 5: 1, 3: 0, 4: 0}
    [term] = played.standings(stage).row(5).cell(Criterion.POINTS).terms
    assert (term.amount, term.why, term.opponent) == (1, Why.BYE, None)
    bye = next(at for at in stage.pairings if at.away is None)
    assert not stage.outcomes[bye.key].is_rated


@pytest.mark.parametrize(("rounds", "last"), [(5, 3), (6, 4), (7, 4), (11, 6), (12, 7)])
def test_late_entry_closes_once_more_than_half_the_rounds_have_started(rounds: int, last: int) -> None:
    assert last_round_to_enter(rounds) == last
    played, stage = Swiss(rounds), fresh(14)
    for number in range(1, last + 1):
        stage = enter(played, stage, 100 + number)
        assert any(100 + number in at.numbers for at in played.next_round(stage).pairings)
        stage = advance(played, stage)
    with pytest.raises(EntryClosed):
        enter(played, stage, 200)


def test_a_late_entrant_has_one_credit_whatever_it_missed() -> None:
    played = Swiss(7)
    stage = fresh(8)
    for _ in range(3):
        stage = advance(played, stage)
    stage = enter(played, stage, 99)
    row = played.standings(stage).row(99)
    assert [(term.amount, term.why) for term in row.cell(Criterion.POINTS).terms] == [(1, Why.LATE)]
    assert not any(at.home == 99 and at.away is None for at in played.next_round(stage).pairings)  # it has had its bye


def test_who_withdraws_in_play_gives_a_walk_over_and_the_round_closes() -> None:
    played = Swiss(3)
    stage = fresh(6).drawn(played.next_round(fresh(6)).pairings)
    stage = withdraw(played, stage, 4)
    first = stage.by_key["S1.1"]
    assert first.numbers == (1, 4)
    outcome = stage.outcomes[first.key]
    assert (outcome.ending, stage.winner_of(first), outcome.is_rated) == (Ending.WALKOVER, 1, False)
    stage = stage.decided([better_seed(at) for at in stage.open])
    draft = played.next_round(stage)
    assert all(4 not in at.numbers for at in draft.pairings)


@pytest.mark.parametrize("left", [0, 1])
def test_when_all_or_all_but_one_have_gone_it_is_over(left: int) -> None:
    played = Swiss(4)
    stage = advance(played, fresh(6))
    for number in range(1, 7 - left):
        stage = withdraw(played, stage, number)
    assert played.next_round(stage) is None
    assert is_over(played, stage)


def test_who_comes_back_keeps_its_score_and_was_absent() -> None:
    played = Swiss(5)
    stage = withdraw(played, advance(played, fresh(6)), 1)
    stage = advance(played, advance(played, stage))
    stage = come_back(played, stage, 1)
    assert points(played, stage)[1] == 1
    stage = advance(played, stage)
    assert any(1 in at.numbers for at in stage.pairings if at.round == 4)
    virtual = [term for term in played.standings(stage).row(1).cell(Criterion.BUCHHOLZ).terms if term.round in (2, 3)]
    assert [(term.round, term.why, term.amount) for term in virtual] == [
        (2, Why.OWN_SO_FAR, 1),
        (2, Why.HALF_OF_REST, 1),
        (3, Why.OWN_SO_FAR, 1),
        (3, Why.HALF_OF_REST, 0.5),
    ]


def test_the_last_table_disqualified_blocks_nothing() -> None:
    played = Swiss(3)
    stage = fresh(8).drawn(played.next_round(fresh(8)).pairings)
    stage = stage.decided([better_seed(at) for at in stage.open if at.table < 3])
    with pytest.raises(RoundOpen) as refused:
        played.next_round(stage)
    assert refused.value.keys == ("S1.3", "S1.4")
    assert "table 3 of round 1: 3 and 7" in refused.value.detail
    stage = disqualify_both(stage, "S1.4").decided([better_seed(stage.by_key["S1.3"])])
    assert {number for at in played.next_round(stage).pairings for number in at.numbers} == {1, 2, 3, 5, 6, 7}
    assert points(played, stage)[4] == points(played, stage)[8] == 0


def test_forbidden_pairs_are_never_drawn() -> None:
    family = frozenset({frozenset({1, 5}), frozenset({2, 3}), frozenset({1, 3})})
    played = Swiss(4, forbidden=family)
    for seed in range(10):
        stage = play(played, fresh(8), by_chance(seed))
        assert not family & {two(at) for at in matches(stage)}
        assert not rematches(stage)


def test_forbidden_pairs_that_leave_no_way_are_refused() -> None:
    with pytest.raises(NoPairing):
        Swiss(2, forbidden=frozenset(frozenset({1, other}) for other in (2, 3, 4))).next_round(fresh(4))


def test_a_rematch_that_cannot_be_avoided_is_drawn_and_shown() -> None:
    played = Swiss(3)
    stage = advance(played, fresh(4))
    for number in (3, 4):
        stage = withdraw(played, stage, number)
    stage = advance(played, stage)  # 1 and 2, who have not met
    draft = played.next_round(stage)
    assert pairs_of(draft) == {frozenset({1, 2})}
    assert draft.rematches == ("S3.1",)


def test_pairs_by_hand_stand_and_the_rest_is_drawn_round_them() -> None:
    draft = Swiss(3).next_round(fresh(9), [(2, 1), (3, None)])
    assert {frozenset({1, 2}), frozenset({3})} <= pairs_of(draft)
    assert [at.numbers for at in draft.pairings if at.table == 1] == [(1, 2)]
    assert sorted(number for at in draft.pairings for number in at.numbers) == list(range(1, 10))


def test_a_whole_round_by_hand() -> None:
    by_hand = [(1, 2), (3, 4)]
    assert pairs_of(Swiss(3).next_round(fresh(4), by_hand)) == {frozenset(pair) for pair in by_hand}


@pytest.mark.parametrize(
    ("by_hand", "refusal"),
    [
        ([(1, 1)], BadPairing),
        ([(1, 2), (2, 3)], BadPairing),
        ([(1, 77)], BadPairing),
        ([(1, None)], BadPairing),
        ([(1, 6)], ForbiddenPairing),
    ],
)
def test_impossible_pairs_by_hand(by_hand: list, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        Swiss(3, forbidden=frozenset({frozenset({1, 6})})).next_round(fresh(6), by_hand)


@pytest.mark.parametrize(
    ("entrants", "rounds", "refusal"),
    [
        (2, 9, BadRounds),
        (6, 6, BadRounds),
        (5, 6, BadRounds),
        (8, 0, BadRounds),
        (1, 1, TooFewEntrants),
        (1025, 9, TooManyEntrants),
    ],
)
def test_impossible_tournaments(entrants: int, rounds: int, refusal: type[Exception]) -> None:
    with pytest.raises(refusal) as refused:
        Swiss(rounds).next_round(fresh(entrants))
    assert refused.value.detail


def test_why_nine_rounds_of_two_cannot_be() -> None:
    with pytest.raises(BadRounds, match="2 entrants can play 1-1 rounds without meeting again, not 9"):
        Swiss(9).check(2)


@given(st.integers(2, 16), st.integers(0, 10**6), st.data())
@settings(max_examples=30)
def test_people_come_and_go(entrants: int, seed: int, data: st.DataObject) -> None:
    """Never X against X, nobody twice a round, nobody who is out; every round closes."""
    played, stage = Swiss(data.draw(st.integers(1, entrants - 1 + entrants % 2))), fresh(entrants)
    for number in range(played.length):
        for leaver in data.draw(st.sets(st.sampled_from(sorted(stage.by_number)), max_size=2)):
            if stage.by_number[leaver].left is None and not is_over(played, stage):
                stage = withdraw(played, stage, leaver)
            elif stage.by_number[leaver].left is not None and data.draw(st.booleans()):
                stage = come_back(played, stage, leaver)
        if data.draw(st.booleans()) and stage.rounds_drawn < last_round_to_enter(played.length):
            stage = enter(played, stage, 1000 + number)
        draft = played.next_round(stage)
        if draft is None:
            break
        here = {entrant.number for entrant in stage.entrants if entrant.is_in(draft.round)}
        assert {number for at in draft.pairings for number in at.numbers} == here
        assert sum(at.away is None for at in draft.pairings) == len(here) % 2
        stage = stage.drawn(draft.pairings)
        decide = by_chance(seed + number)
        stage = stage.decided([decide(at) for at in stage.open])
    assert_each_plays_once_a_round(stage)
    for row in played.standings(stage).rows:
        for cell in row.cells:
            assert cell.value == sum(term.amount for term in cell.terms)


def test_two_who_have_met_meet_again_by_hand_and_it_is_shown() -> None:
    stage = advance(Swiss(3), fresh(8))
    draft = Swiss(3).next_round(stage, [(1, 5)])
    assert draft.rematches == ("S2.1",)
    assert won_by(draft.pairings[0], 5).key == "S2.1"
