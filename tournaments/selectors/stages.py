"""Stages: a tournament as its format knows it, made of its rows each time (docs/adr/0061)."""

from collections.abc import Iterable

from tournaments.formats.encounters import Ending, Leg, Plan, Result, Side
from tournaments.formats.named import format_of as named_format
from tournaments.formats.stage import Entrant as Contender
from tournaments.formats.stage import Format, Pairing, Stage
from tournaments.models import Encounter, EncounterLeg, Entrant, ForbiddenPair, Tournament
from tournaments.selectors.plans import LAST_ROUND, plans_of


def format_of(tournament: Tournament) -> Format:
    """Return the format a tournament is played by, with the pairs that are forbidden in it."""
    pairs = ForbiddenPair.objects.filter(tournament=tournament).values_list("one__number", "other__number")
    return named_format(tournament.format, tournament.format_options, frozenset(map(frozenset, pairs)))


def stage_of(tournament: Tournament) -> Stage:
    """Return a tournament as far as it has got, without a round that is still a draft. Three queries, or four."""
    seeded = Entrant.objects.filter(tournament=tournament, seed__isnull=False)
    entrants = [Contender(row.number, row.seed or 0, row.joined, row.left, frozenset(row.absent)) for row in seeded]
    released = Encounter.objects.filter(tournament=tournament).exclude(round__state="draft")
    encounters = list(
        released.select_related("round", "home", "away")
        .only("key", "table_number", "ending", "winner", "round__number", "home__number", "away__number")
        .prefetch_related("legs")
        .order_by("round__number", "table_number")
    )
    plan, plans = plans_of(tournament, _finals_of(tournament, len(entrants)))
    return Stage(
        tuple(entrants),
        tuple(pairing_of(encounter) for encounter in encounters),
        tuple(result_of(encounter, encounter.legs.all()) for encounter in encounters if encounter.ending),
        tournament.lot,
        plan,
        plans,
    )


def plan_of_round(tournament: Tournament, number: int) -> Plan:
    """Return what the encounters of a round are played by; one query where the last round has a plan of its own."""
    seeded = Entrant.objects.filter(tournament=tournament, seed__isnull=False)
    finals = _finals_of(tournament, seeded.count()) if LAST_ROUND in tournament.round_plans else ()
    usual, rounds = plans_of(tournament, finals)
    return dict(rounds).get(number, usual)


def _finals_of(tournament: Tournament, entrants: int) -> tuple[int, ...]:
    """Return the numbers of the last round, where it has a plan of its own; of both finals of a double elimination."""
    if LAST_ROUND not in tournament.round_plans or not entrants:
        return ()
    rounds = format_of(tournament).rounds(entrants)
    is_double = tournament.format == Tournament.Format.DOUBLE_ELIMINATION
    return (rounds - 1, rounds) if is_double else (rounds,)


def pairing_of(encounter: Encounter) -> Pairing:
    """Return an encounter as the formats know it; its round and entrants are loaded."""
    away = encounter.away.number if encounter.away is not None else None
    return Pairing(encounter.key, encounter.round.number, encounter.table_number, encounter.home.number, away)


def result_of(encounter: Encounter, legs: Iterable[EncounterLeg]) -> Result:
    """Return the stored result of a decided encounter."""
    played = tuple(leg_of(leg) for leg in sorted(legs, key=lambda leg: leg.number))
    winner = Side(encounter.winner) if encounter.winner else None
    ending = Ending(encounter.ending)
    return Result(encounter.key, played if ending is Ending.PLAYED else (), ending, winner)


def leg_of(leg: EncounterLeg) -> Leg:
    """Return a stored leg as the formats know it."""
    return Leg(leg.home, leg.away, Side(leg.won_by) if leg.won_by else None)
