"""Played: tournaments some way on, as rows: drawn by their formats, with results from dice."""

import random
from collections.abc import Iterable

from accounts.models import User
from tests.accounts.factories import UserFactory
from tests.tournaments.factories import a_tournament
from tournaments.formats.encounters import Plan
from tournaments.models import Encounter, EncounterLeg, Entrant, EntrantMember, Round, Tournament
from tournaments.selectors.plans import plan_from
from tournaments.selectors.stages import format_of, stage_of


def a_field(director: User, count: int, format_name: str = "knockout", **facts) -> Tournament:
    """A running tournament of *count* pairs, seeded by number; `names` are what they are called."""
    names = facts.pop("names", None) or [f"Coppia {number}" for number in range(1, count + 1)]
    tournament = a_tournament(director, format_name, state="running", **facts)
    Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, seed=number, name=names[number - 1])
        for number in range(1, count + 1)
    )
    return tournament


def with_people(tournament: Tournament, entrants: Iterable[Entrant]) -> None:
    """Give these entrants two players each, and the names of these instead of their own."""
    for entrant in entrants:
        Entrant.objects.filter(pk=entrant.pk).update(name="")
        EntrantMember.objects.bulk_create(
            EntrantMember(tournament=tournament, entrant=entrant, user=user) for user in UserFactory.create_batch(2)
        )


def draw(tournament: Tournament, state: str = "running") -> Round | None:
    """Draw and release the next round, None after the last."""
    stage = stage_of(tournament)
    draft = format_of(tournament).next_round(stage)
    if draft is None:
        return None
    drawn = Round.objects.create(tournament=tournament, number=draft.round, state=state)
    entrants = {entrant.number: entrant for entrant in tournament.entrants.all()}
    Encounter.objects.bulk_create(
        Encounter(
            tournament=tournament,
            round=drawn,
            key=pairing.key,
            table_number=pairing.table,
            home=entrants[pairing.home],
            away=entrants.get(pairing.away or 0),
            is_rematch=pairing.key in draft.rematches,
        )
        for pairing in draft.pairings
    )
    return drawn


def decide(encounter: Encounter, *scores: tuple[int, int]) -> None:
    """Store the result of an encounter, leg by leg."""
    EncounterLeg.objects.bulk_create(
        EncounterLeg(encounter=encounter, number=number, home=home, away=away)
        for number, (home, away) in enumerate(scores, 1)
    )
    Encounter.objects.filter(pk=encounter.pk).update(ending="played")


def play(tournament: Tournament, rounds: int | None = None, *, seed: int = 1, keep_open: int = 0) -> None:
    """Play so many rounds, or all, the better seed winning mostly; of the last leave *keep_open* encounters open."""
    dice = random.Random(seed)
    plan = plan_from(tournament.plan)
    number = 0
    while rounds is None or number < rounds:
        drawn = draw(tournament)
        if drawn is None:
            break
        number += 1
        waiting = list(drawn.encounters.exclude(away=None).select_related("home", "away"))
        kept = keep_open if number == rounds else 0
        for encounter in waiting[: len(waiting) - kept]:
            decide(encounter, *_scores(encounter, plan, dice))
        if not kept:
            Round.objects.filter(pk=drawn.pk).update(state="closed")


def _scores(encounter: Encounter, plan: Plan, dice: random.Random) -> list[tuple[int, int]]:
    wins = {True: 0, False: 0}
    scores: list[tuple[int, int]] = []
    while max(wins.values()) < plan.needed:
        target = plan.legs[len(scores)].target
        home_wins = dice.random() < (0.7 if encounter.home.number < encounter.away.number else 0.3)
        loser = dice.randrange(target)
        scores.append((target, loser) if home_wins else (loser, target))
        wins[home_wins] += 1
    return scores
