"""Invariants: what holds of every tournament after whatever has happened in it, whoever came and went."""

import random
from collections import Counter
from collections.abc import Callable, Collection
from functools import cache
from math import isclose

from tests.tournaments.formats.playing import assert_each_plays_once_a_round, matches, two
from tournaments.formats.danish import Danish
from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.encounters import Ending
from tournaments.formats.groups import Groups
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.stage import Draft, Format, Pairing, Stage
from tournaments.formats.swiss import Swiss

May = Callable[[int, int], bool]
SMALL = 14
"""Fields in which every pairing there is can be looked at."""


def check_draft(played: Format, stage: Stage, draft: Draft) -> None:
    """A round as it is drawn, before its release: who is there plays once, and nobody whom they need not meet again."""
    drawn = [number for pairing in draft.pairings for number in pairing.numbers]
    here = {entrant.number for entrant in stage.entrants if entrant.is_in(draft.round)}
    assert len(drawn) == len(set(drawn)), "somebody stands in a draft twice"
    assert not stage.by_key.keys() & {pairing.key for pairing in draft.pairings}, "a pairing is drawn again"
    if isinstance(played, RoundRobin | Swiss | Danish):  # in a bracket whole rounds may fall out, or come again
        assert draft.round == stage.rounds_drawn + 1
    if isinstance(played, Swiss | Danish):
        assert set(drawn) == here, "somebody who is there was not drawn, or somebody who has left was"
        assert sum(pairing.away is None for pairing in draft.pairings) == len(here) % 2
    if isinstance(played, Swiss) and len(here) <= SMALL:
        _check_swiss(stage, draft, here)
    if isinstance(played, Danish) and len(here) <= SMALL:
        _check_danish(stage, draft, here)


def check_stage(played: Format, stage: Stage, rng: random.Random) -> None:
    """A tournament at any moment: one match a round, a bracket that follows from the results, a table that adds up."""
    assert_each_plays_once_a_round(stage)
    follows = played.derived(stage)
    assert {key: follows[key].numbers for key in stage.by_key} == {
        key: pairing.numbers for key, pairing in stage.by_key.items()
    }, "a pairing does not follow from the results"
    if isinstance(played, RoundRobin):
        _check_circle(matches(stage), 2 if played.double else 1)
    if isinstance(played, Groups):
        in_groups = [pairing for pairing in matches(stage) if pairing.key.startswith("G")]
        _check_circle(in_groups, 2 if played.double else 1)
    if isinstance(played, Knockout | DoubleElimination):
        _check_losses(stage, 1 if isinstance(played, Knockout) else 2)
    _check_standings(played, stage, rng)


def _check_standings(played: Format, stage: Stage, rng: random.Random) -> None:
    """The table is that of the same results in any order, and every number in it the sum of its terms."""
    table = played.standings(stage)
    again = Stage(
        tuple(rng.sample(stage.entrants, len(stage.entrants))),
        tuple(rng.sample(stage.pairings, len(stage.pairings))),
        tuple(rng.sample(stage.results, len(stage.results))),
        stage.lot,
        stage.plan,
        stage.plans,
    )
    assert played.standings(again).rows == table.rows, "the table depends on the order in which its results came"
    for row in table.rows:
        for cell in row.cells:
            assert isclose(cell.value, sum(term.amount for term in cell.terms)), f"{cell.column} does not add up"
    ranked = [row.place for row in table.rows if row.place is not None]
    assert ranked == sorted(ranked)
    counted = Counter(ranked)
    assert all(place == 1 + sum(count for other, count in counted.items() if other < place) for place in counted)


def _check_swiss(stage: Stage, draft: Draft, here: set[int]) -> None:
    ever = {two(pairing) for pairing in matches(stage)}
    played = {two(stage.by_key[result.key]) for result in stage.results if result.ending is Ending.PLAYED}
    again = [pairing for pairing in draft.pairings if pairing.away is not None and two(pairing) in played]
    had = Counter(pairing.home for pairing in stage.pairings if pairing.away is None)
    late = {entrant.number for entrant in stage.entrants if entrant.joined > 1 or entrant.absent}
    free = next((pairing.home for pairing in draft.pairings if pairing.away is None), None)
    candidates = [number for number in here if not had[number] and number not in late]

    def fresh(one: int, other: int) -> bool:
        return frozenset((one, other)) not in ever

    if len(here) % 2 == 0:
        assert not again or not can_pair(here, fresh), "a rematch that could have been avoided"
        return
    could = [number for number in candidates if can_pair(here - {number}, fresh)]
    assert not (could and again), "a rematch that another free round would have avoided"
    assert not (could and had[free or 0]), "a second free round while others have had none"


def _check_danish(stage: Stage, draft: Draft, here: set[int]) -> None:
    last = {two(pairing) for pairing in matches(stage) if pairing.round == stage.rounds_drawn}
    again = [pairing for pairing in draft.pairings if pairing.away is not None and two(pairing) in last]
    if again:
        free = {pairing.home for pairing in draft.pairings if pairing.away is None}
        others = here - free
        assert not can_pair(others, lambda one, other: frozenset((one, other)) not in last), "met twice in a row"


def _check_circle(met: Collection[Pairing], most: int) -> None:
    assert max(Counter(two(pairing) for pairing in met).values(), default=0) <= most, "met too often"


def _check_losses(stage: Stage, most: int) -> None:
    """Nobody is drawn on after as many losses as put them out."""
    lost: Counter[int] = Counter()
    for pairing in sorted(stage.pairings, key=lambda pairing: pairing.round):
        if pairing.key.startswith("T"):  # the match for the third place is between two who have lost
            continue
        assert all(lost[number] < most for number in pairing.numbers), "somebody plays on who is out"
        winner = stage.winner_of(pairing)
        if winner is not None and pairing.away is not None:
            lost[pairing.home if winner == pairing.away else pairing.away] += 1


def can_pair(numbers: Collection[int], may: May) -> bool:
    """Tell whether all of an even number can be put in pairs that *may* meet, by looking at every way there is."""
    order = sorted(numbers)

    @cache
    def fits(left: int) -> bool:
        if not left:
            return True
        first = (left & -left).bit_length() - 1
        rest = left & (left - 1)
        return any(
            rest >> other & 1 and may(order[first], order[other]) and fits(rest & ~(1 << other))
            for other in range(first + 1, len(order))
        )

    return fits((1 << len(order)) - 1)
