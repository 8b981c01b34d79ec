"""Playing: tournaments played to the end with results that a seeded generator makes up."""

import random
from collections.abc import Callable, Iterable
from itertools import pairwise

from tournaments.formats.encounters import Leg, Result
from tournaments.formats.seeding import in_order
from tournaments.formats.stage import Draft, Format, Pairing, Stage

Decide = Callable[[Pairing], Result]


def fresh(entrants: int, **options) -> Stage:
    """Entrants 1 … n, seeded so: number and seed are the same, which keeps tests readable."""
    return Stage(in_order(range(1, entrants + 1)), **options)


def won_by(pairing: Pairing, number: int, loser_scores: int = 20) -> Result:
    legs = (Leg(31, loser_scores),) if number == pairing.home else (Leg(loser_scores, 31),)
    return Result(pairing.key, legs)


def better_seed(pairing: Pairing) -> Result:
    return won_by(pairing, min(pairing.numbers))


def by_chance(seed: int) -> Decide:
    rng = random.Random(seed)
    return lambda pairing: won_by(pairing, rng.choice(pairing.numbers), rng.randrange(31))


def results(pairings: Iterable[Pairing], decide: Decide) -> list[Result]:
    return [decide(pairing) for pairing in pairings if pairing.away is not None]


def advance(played: Format, stage: Stage, decide: Decide = better_seed) -> Stage:
    """One round more, drawn and decided."""
    draft = played.next_round(stage)
    assert draft is not None
    stage = stage.drawn(draft.pairings)
    return stage.decided(results((pairing for pairing in stage.open), decide))


def play(played: Format, stage: Stage, decide: Decide = better_seed, most: int = 200) -> Stage:
    for _ in range(most):
        if played.next_round(stage) is None:
            return stage
        stage = advance(played, stage, decide)
    raise AssertionError("it never ends")


def matches(stage: Stage) -> list[Pairing]:
    return [pairing for pairing in stage.pairings if pairing.away is not None]


def two(pairing: Pairing) -> frozenset[int]:
    return frozenset(pairing.numbers)


def assert_each_plays_once_a_round(stage: Stage) -> None:
    for number in range(1, stage.rounds_drawn + 1):
        here = [entrant for at in stage.pairings if at.round == number for entrant in at.numbers]
        assert len(here) == len(set(here))
        tables = [at.table for at in stage.pairings if at.round == number]
        assert len(tables) == len(set(tables))
    assert len(stage.by_key) == len(stage.pairings)


def pairs_of(draft: Draft | None) -> set[frozenset[int]]:
    assert draft is not None
    return {two(pairing) for pairing in draft.pairings}


def is_descending(keys: list[tuple[float, ...]]) -> bool:
    return all(upper >= lower for upper, lower in pairwise(keys))
