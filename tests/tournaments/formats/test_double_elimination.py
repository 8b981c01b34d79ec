"""Double elimination: nobody stuck, nobody out too early, the second final only if needed (B2)."""

from collections import Counter

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
    won_by,
)
from tournaments.formats.bracket import Loser, Source, Winner
from tournaments.formats.departures import disqualify_both, withdraw
from tournaments.formats.double_elimination import FINAL, DoubleElimination, tree
from tournaments.formats.errors import TooFewEntrants
from tournaments.formats.stage import Pairing, Stage, is_over

PLAYED = DoubleElimination()


def upset_in_the_final(pairing: Pairing):
    return won_by(pairing, pairing.away) if pairing.key == FINAL else better_seed(pairing)


def losses(stage: Stage) -> Counter[int]:
    return Counter(number for at in matches(stage) for number in two(at) - {stage.winner_of(at)})


@pytest.mark.parametrize(("entrants", "fewest"), [(5, 8), (7, 12), (8, 14), (2, 2), (3, 4)])
def test_the_second_final_is_played_only_if_the_unbeaten_side_loses(entrants: int, fewest: int) -> None:
    straight, upset = play(PLAYED, fresh(entrants)), play(PLAYED, fresh(entrants), upset_in_the_final)
    assert (len(matches(straight)), len(matches(upset))) == (fewest, fewest + 1)
    assert [at.key for at in matches(upset)][-2:] == ["F1", "F2"]
    assert [at.key for at in matches(straight)][-1] == "F1"
    assert two(upset.by_key["F1"]) == two(upset.by_key["F2"])


@pytest.mark.parametrize("entrants", range(2, 65))
def test_everyone_but_the_champion_has_two_losses(entrants: int) -> None:
    stage = play(PLAYED, fresh(entrants), by_chance(entrants))
    champion = stage.winner_of(matches(stage)[-1])
    lost = losses(stage)
    assert {number: lost[number] for number in range(1, entrants + 1) if number != champion} == dict.fromkeys(
        set(range(1, entrants + 1)) - {champion}, 2
    )
    assert lost[champion] <= 1
    assert len(matches(stage)) == 2 * entrants - 2 + lost[champion]
    assert_each_plays_once_a_round(stage)
    assert stage.rounds_drawn <= PLAYED.rounds(entrants)
    places = PLAYED.standings(stage).places
    assert places[champion] == 1
    assert sorted(places.values())[:3] == [1, 2, 3][:entrants]


def test_the_loser_of_4_and_5_of_seven_goes_straight_to_lower_round_two() -> None:
    stage = advance(PLAYED, fresh(7))
    draft = PLAYED.next_round(stage)
    assert next(at.numbers for at in draft.pairings if at.key == "L1.1") == (5,)  # passes: seed 1 had nobody to beat
    stage = advance(PLAYED, advance(PLAYED, stage))
    assert 5 in stage.by_key["L2.1"].numbers


def way_down(entrants: int, source: Source) -> list[str]:
    """The lower matches that lie before whoever comes from *source* and goes on winning."""
    feeds = {fed: node.key for node in tree(entrants) for fed in (node.home, node.away)}
    way = []
    while feeds.get(source, FINAL) != FINAL:
        way.append(feeds[source])
        source = Winner(way[-1])
    return way


@pytest.mark.parametrize(("entrants", "earliest"), [(4, 2), (8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_losers_are_crossed_so_that_a_rematch_comes_late(entrants: int, earliest: int) -> None:
    """The first lower round in which two who have met above can meet again; no order of halves and ends does better."""
    feeds = {fed: node.key for node in tree(entrants) for fed in (node.home, node.away)}
    rematches = []
    for node in tree(entrants):
        beaten, winner_at = way_down(entrants, Loser(node.key)), node.key
        while node.key[0] == "U" and feeds[Winner(winner_at)][0] == "U":
            winner_at = feeds[Winner(winner_at)]
            later = way_down(entrants, Loser(winner_at))
            rematches.append(next(key for key in beaten if key in later))
    assert min(int(key[1:].split(".")[0]) for key in rematches) == earliest


def test_walk_overs_and_voids_strand_nobody() -> None:
    stage = advance(PLAYED, fresh(8))
    stage = withdraw(PLAYED, stage, 8)
    draft = PLAYED.next_round(stage)
    stage = disqualify_both(stage.drawn(draft.pairings), "U2.1")
    stage = play(PLAYED, stage.decided([better_seed(at) for at in stage.open]))
    assert is_over(PLAYED, stage)
    assert PLAYED.standings(stage).places[2] == 1


def test_one_alone_is_refused() -> None:
    with pytest.raises(TooFewEntrants):
        PLAYED.next_round(fresh(1))
