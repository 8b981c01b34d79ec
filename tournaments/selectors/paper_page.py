"""Paper page: a leg on paper as its two sides see it, and whoever decides about it."""

from dataclasses import dataclass
from typing import Any

from games.engine.paper import Sheet, makes_whole_hands
from tournaments.formats.encounters import Side
from tournaments.models import EncounterLeg, PaperResult, Tournament
from tournaments.selectors import papers
from tournaments.selectors.nameplates import nameplate, with_players
from tournaments.selectors.papers import PaperLeg


@dataclass(frozen=True, slots=True)
class Proposal:
    """A result that waits to be confirmed. *is_own* is of the reader's side; *is_odd* where no whole hands make it."""

    home: int
    away: int
    by: str
    is_own: bool
    is_odd: bool


@dataclass(frozen=True, slots=True)
class PaperPage:
    """What the page of a leg on paper shows. Pairs go home, away."""

    leg: PaperLeg
    names: tuple[str, str]
    side: Side | None
    version: int
    sheet: Sheet
    proposal: Proposal | None
    score: EncounterLeg | None
    is_due: bool
    is_on_paper: bool
    has_links: bool

    @property
    def can_write(self) -> bool:
        """Whether the reader writes on the sheet."""
        return self.side is not None and self.is_due and self.is_on_paper

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The hands with their numbers, the latest first."""
        numbered = [{"number": number, "hand": hand} for number, hand in enumerate(self.sheet.hands, 1)]
        return numbered[::-1]

    @property
    def suggested(self) -> tuple[int, int] | None:
        """The totals of a sheet that has come to its end with a winner."""
        return self.sheet.totals if self.sheet.is_over and self.sheet.winner is not None else None


def paper_page(tournament: Tournament, key: str, number: int, side_of_reader: Side | None) -> PaperPage:
    """Return the page of a leg for somebody of a side, or of none. Raises NoSuchPairing."""
    leg = papers.leg_at(tournament, key, number)
    paper, is_due = papers.paper_of(leg), papers.is_due(leg)
    if is_due and paper is not None and paper.state == PaperResult.State.CONFIRMED:
        version, paper = paper.version, None  # the leg is to be played again, on a blank sheet
    else:
        version = paper.version if paper is not None else 0
    return PaperPage(
        leg=leg,
        names=names_of(tournament, leg),
        side=side_of_reader,
        version=version,
        sheet=papers.sheet_of_paper(paper, leg.rules),
        proposal=_proposal(paper, leg, side_of_reader),
        score=leg.encounter.legs.filter(number=number).first(),
        is_due=is_due,
        is_on_paper=papers.is_on_paper(leg),
        has_links=leg.encounter.papers.exclude(home_link="", away_link="").exists(),
    )


def names_of(tournament: Tournament, leg: PaperLeg) -> tuple[str, str]:
    """Return what the two sides of a leg are called: two queries."""
    home_id, away_id = leg.encounter.home_id, leg.encounter.away_id or leg.encounter.home_id
    entrants = with_players(tournament.entrants.filter(pk__in=(home_id, away_id)))
    names = {entrant.pk: nameplate(entrant).name for entrant in entrants}
    return names[home_id], names[away_id]


def _proposal(paper: PaperResult | None, leg: PaperLeg, side: Side | None) -> Proposal | None:
    if paper is None or paper.state != PaperResult.State.PROPOSED or paper.home is None or paper.away is None:
        return None
    is_odd = not makes_whole_hands(leg.rules, paper.home, paper.away)
    return Proposal(paper.home, paper.away, paper.proposed_side, paper.proposed_side == side, is_odd)
