"""Plans: the legs of an encounter as they are stored and sent, and as the formats know them.

Stored: `{"legs": [{"preset", "options", "target", "paper"}, …], "scoring": "encounter" | "leg"}`, one to five legs.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.engine.errors import Refusal as RuleRefusal
from games.engine.rulesets import Ruleset, resolve
from tournaments.errors import BadTournament
from tournaments.formats.encounters import LegRule, Plan, Scoring
from tournaments.models import Tournament

LEG_FIELDS = frozenset({"preset", "options", "target", "paper"})
LAST_ROUND = "last"
"""In the place of a round's number, where nobody knows it yet: the final of a knock-out."""


def plan_from(stored: Mapping[str, Any]) -> Plan:
    """Return the plan that is stored, or sent. Raises BadLegs, and BadTournament for what no leg can be."""
    legs = stored.get("legs", [{}])
    if not isinstance(legs, list) or not all(isinstance(leg, dict) for leg in legs):
        raise BadTournament("legs is a list of objects", "plan")
    scoring = stored.get("scoring", Scoring.ENCOUNTER)
    if scoring not in list(Scoring) or stored.keys() - {"legs", "scoring"}:
        raise BadTournament("a plan has legs, and scoring: encounter or leg", "plan")
    return Plan(tuple(_leg_from(leg) for leg in legs), Scoring(scoring))


def stored_plan(plan: Plan) -> dict[str, Any]:
    """Return *plan* as it is stored."""
    legs = [
        {"preset": leg.preset, "options": dict(leg.options), "target": leg.target, "paper": leg.on_paper}
        for leg in plan.legs
    ]
    return {"legs": legs, "scoring": plan.scoring.value}


def plans_of(tournament: Tournament, finals: Iterable[int] = (0,)) -> tuple[Plan, tuple[tuple[int, Plan], ...]]:
    """Return the usual plan of a tournament and those of rounds that differ, the last of which are *finals*.

    As long as nobody knows how many rounds there will be, the plan of the last stands under 0.
    """
    by_number = {int(number): plan for number, plan in tournament.round_plans.items() if number != LAST_ROUND}
    if (last := tournament.round_plans.get(LAST_ROUND)) is not None:
        by_number |= dict.fromkeys(finals, last)
    return plan_from(tournament.plan), tuple((number, plan_from(by_number[number])) for number in sorted(by_number))


def rules_of(leg: LegRule) -> Ruleset:
    """Return the rules a leg is played by. Raises the engine's BadRules and BadOption."""
    return resolve(leg.preset, {**dict(leg.options), "target": leg.target})


def _leg_from(leg: Mapping[str, Any]) -> LegRule:
    """Return one leg. Raises BadTournament and BadLegs."""
    if leg.keys() - LEG_FIELDS:
        raise BadTournament(f"a leg has {', '.join(sorted(LEG_FIELDS))}", "plan")
    target, preset = leg.get("target", 31), leg.get("preset", "torneo")
    options, on_paper = leg.get("options", {}), leg.get("paper", False)
    if type(target) is not int or not isinstance(preset, str) or not isinstance(options, dict):
        raise BadTournament("a leg's target is a whole number, its preset a name, its options an object", "plan")
    if not isinstance(on_paper, bool) or "target" in options:
        raise BadTournament("paper is true or false, and the target stands beside the options", "plan")
    rule = LegRule(target, preset, tuple(sorted(options.items())), on_paper)
    try:
        rules = rules_of(rule)
    except RuleRefusal as refusal:
        raise BadTournament(f"these rules cannot be: {refusal.detail or refusal.code}", "plan") from refusal
    if rules.sides is None or len(rules.sides) != 2:
        raise BadTournament("a tournament is played by two sides", "plan")
    return rule
