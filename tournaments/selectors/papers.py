"""Papers: the legs that are played with real cards, their score sheets, and who writes on them."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.db.models import Q

from games.engine.paper import Counted, Sheet, sheet_of
from games.engine.rulesets import Ruleset
from tournaments.errors import NoSuchPaper
from tournaments.formats.encounters import LegRule, Plan, Side
from tournaments.formats.errors import NoSuchPairing
from tournaments.models import Encounter, EntrantMember, PaperResult, Round, Tournament
from tournaments.selectors.plans import rules_of
from tournaments.selectors.stages import plan_of_round

_DROPPED: Final = PaperResult.State.DROPPED


@dataclass(frozen=True, slots=True)
class PaperLeg:
    """A leg of an encounter; its round and entrants are loaded."""

    encounter: Encounter
    number: int
    plan: Plan

    @property
    def rule(self) -> LegRule:
        """What the leg is played by."""
        return self.plan.legs[self.number - 1]

    @property
    def rules(self) -> Ruleset:
        """The rules of the game it is played by."""
        return rules_of(self.rule)


def leg_at(tournament: Tournament, key: str, number: int) -> PaperLeg:
    """Return leg *number* of a pairing that has been released: one query. Raises NoSuchPairing."""
    encounters = Encounter.objects.filter(tournament=tournament).exclude(round__state=Round.State.DRAFT)
    encounter = encounters.select_related("round", "home", "away").filter(key=key).first()
    if encounter is None:
        raise NoSuchPairing(f"no pairing {key[:16]} has been drawn")
    plan = plan_of_round(tournament, encounter.round.number)
    if not 1 <= number <= len(plan.legs):
        raise NoSuchPairing(f"the encounter has legs 1-{len(plan.legs)}")
    return PaperLeg(encounter, number, plan)


def is_due(leg: PaperLeg) -> bool:
    """Tell whether a leg is the one to be played now: one query."""
    at = leg.encounter
    if at.away_id is None or at.ending != Encounter.Ending.OPEN or at.round.state != Round.State.RUNNING:
        return False
    return at.legs.count() + 1 == leg.number


def is_on_paper(leg: PaperLeg) -> bool:
    """Tell whether a leg is played with real cards: by its plan, for want of accounts, or as a director decided.

    Up to two queries.
    """
    if leg.rule.on_paper or needs_paper(leg.encounter):
        return True
    return PaperResult.objects.filter(encounter=leg.encounter, leg=leg.number).exclude(state=_DROPPED).exists()


def needs_paper(encounter: Encounter) -> bool:
    """Tell whether somebody plays who has no account, and so cannot sit at a table of the site: one query."""
    members = EntrantMember.objects.filter(entrant__in=[encounter.home_id, encounter.away_id], until=None)
    return members.filter(user=None).exists()


def paper_of(leg: PaperLeg) -> PaperResult | None:
    """Return the sheet of a leg, None before anything was written."""
    return PaperResult.objects.filter(encounter=leg.encounter, leg=leg.number).exclude(state=_DROPPED).first()


def side_of(encounter: Encounter, user_id: int | None) -> Side | None:
    """Return the side somebody plays for now in an encounter: one query."""
    if user_id is None:
        return None
    sides = [encounter.home_id, encounter.away_id]
    members = EntrantMember.objects.filter(entrant__in=sides, user_id=user_id, until=None)
    entrant_id = members.values_list("entrant_id", flat=True).first()
    if entrant_id is None:
        return None
    return Side.HOME if entrant_id == encounter.home_id else Side.AWAY


def hash_of(link: str) -> str:
    """Return what is kept of a private link."""
    return sha256(link.encode()).hexdigest()


def side_of_link(encounter: Encounter, link: str) -> Side | None:
    """Return the side whose private link this is in an encounter, whichever leg it was made for: one query."""
    if not link:
        return None
    kept = hash_of(link)
    rows = encounter.papers.exclude(state=_DROPPED).values_list("home_link", "away_link")
    return next((side for row in rows for side, hashed in zip(Side, row, strict=True) if hashed == kept), None)


def encounter_by_link(link: str) -> Encounter:
    """Return the encounter a private link leads to, with its tournament and round: one query. Raises NoSuchPaper."""
    kept = hash_of(link)
    papers = PaperResult.objects.exclude(state=_DROPPED).filter(Q(home_link=kept) | Q(away_link=kept))
    paper = papers.select_related("encounter__tournament__club", "encounter__round").first()
    if paper is None:
        raise NoSuchPaper
    return paper.encounter


def sheet_of_paper(paper: PaperResult | None, rules: Ruleset) -> Sheet:
    """Return the hands on a sheet with the running totals; an empty one where nothing was written yet."""
    return sheet_of(rules, counted_on(paper))


def counted_on(paper: PaperResult | None) -> list[Counted]:
    """Return what was counted of each hand on a sheet."""
    return [Counted.from_dict(hand["counted"]) for hand in paper.sheet] if paper is not None else []
