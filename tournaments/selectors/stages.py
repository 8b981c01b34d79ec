"""Stages: a tournament as its format knows it, made of its rows each time (docs/adr/0061)."""

from tournaments.formats.encounters import Ending, Leg, Plan, Result, Side
from tournaments.formats.named import format_of as named_format
from tournaments.formats.stage import Entrant as Contender
from tournaments.formats.stage import Format, Pairing, Stage
from tournaments.models import Encounter, EncounterLeg, Entrant, ForbiddenPair, Round, Tournament
from tournaments.selectors.plans import LAST_ROUND, plans_of


def format_of(tournament: Tournament) -> Format:
    """Return the format a tournament is played by, with the pairs that are forbidden in it."""
    pairs = ForbiddenPair.objects.filter(tournament=tournament).values_list("one__number", "other__number")
    return named_format(tournament.format, tournament.format_options, frozenset(map(frozenset, pairs)))


def stage_of(tournament: Tournament) -> Stage:
    """Return a tournament as far as it has got, without a round that is still a draft. Three queries, or four."""
    seeded = Entrant.objects.filter(tournament=tournament, seed__isnull=False)
    entrants = [
        Contender(number, seed or 0, joined, left, frozenset(absent))
        for number, seed, joined, left, absent in seeded.values_list("number", "seed", "joined", "left", "absent")
    ]
    pairings, results = _encounters_of(tournament)
    plan, plans = plans_of(tournament, _finals_of(tournament, len(entrants)))
    return Stage(tuple(entrants), tuple(pairings), tuple(results), tournament.lot, plan, plans)


def _encounters_of(tournament: Tournament) -> tuple[list[Pairing], list[Result]]:
    """Return who meets whom and how it has ended, as plain values: a stage is made for every page and every result."""
    released = Encounter.objects.filter(tournament=tournament).exclude(round__state=Round.State.DRAFT)
    fields = ("pk", "key", "round__number", "table_number", "home__number", "away__number", "ending", "winner")
    encounters = list(released.order_by("round__number", "table_number").values_list(*fields))
    # The legs come second, so what was decided in between is not seen half; what was taken back in between is open.
    legs: dict[int, list[Leg]] = {}
    rows = EncounterLeg.objects.filter(encounter__tournament=tournament).order_by("number")
    for pk, home, away, won_by in rows.values_list("encounter", "home", "away", "won_by"):
        legs.setdefault(pk, []).append(Leg(home, away, _side(won_by)))
    pairings, results = [], []
    for pk, key, number, table, home, away, ending, winner in encounters:
        pairings.append(Pairing(key, number, table, home, away))
        if ending and (ending != Ending.PLAYED or pk in legs):
            played = legs[pk] if ending == Ending.PLAYED else ()
            results.append(Result(key, tuple(played), Ending(ending), _side(winner)))
    return pairings, results


def _side(stored: str) -> Side | None:
    return Side(stored) if stored else None


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


def leg_of(leg: EncounterLeg) -> Leg:
    """Return a stored leg as the formats know it."""
    return Leg(leg.home, leg.away, _side(leg.won_by))
