"""Paper desk: takes up the score sheet of a leg for whoever writes on it, under the tournament's lock."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from games.models import Table
from tournaments.errors import LegClosed, NotOnPaper, NotYourPaper, PaperChanged
from tournaments.formats.encounters import Side
from tournaments.models import EncounterTable, PaperResult, Tournament
from tournaments.selectors import papers
from tournaments.selectors.papers import PaperLeg
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.opening import shut_tables

NOTHING_PROPOSED: Final[dict[str, Any]] = {
    "home": None, "away": None, "proposed_side": "", "proposed_by_id": None, "proposed_at": None,
}  # fmt: skip
"""The facts of a sheet on which no result waits."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes on a sheet: an account, or whoever holds the private link of a side."""

    user_id: int | None = None
    link: str = ""


@dataclass(frozen=True, slots=True)
class Desk:
    """A sheet taken up: its tournament is locked, its leg is to be played now, and *side* writes."""

    tournament: Tournament
    leg: PaperLeg
    paper: PaperResult
    side: Side


def take_up(*, tournament_id: int, key: str, leg: int, writer: Writer, version: int) -> Desk:
    """Take up the sheet of a leg as *writer* has read it, a new one where nothing was written: in a transaction.

    Locks the tournament. Raises WrongState, NoSuchPairing, LegClosed, NotYourPaper, NotOnPaper, PaperChanged.
    """
    tournament, at = lock_leg(tournament_id, key, leg)
    found = paper_to_write(at)
    side = papers.side_of_link(at.encounter, writer.link) or papers.side_of(at.encounter, writer.user_id)
    if side is None:
        raise NotYourPaper
    if found is None:
        if not papers.is_on_paper(at):
            raise NotOnPaper("its result comes from the table")
        found = new_paper(at)
    if found.version != version:
        raise PaperChanged(f"the sheet is at version {found.version}")
    return Desk(tournament, at, found, side)


def lock_leg(tournament_id: int, key: str, number: int) -> tuple[Tournament, PaperLeg]:
    """Lock the tournament and return it with a leg that is to be played now; the caller is in a transaction.

    Raises NoSuchTournament, WrongState, NoSuchPairing, LegClosed.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    at = papers.leg_at(tournament, key, number)
    if not papers.is_due(at):
        raise LegClosed
    return tournament, at


def paper_to_write(at: PaperLeg) -> PaperResult | None:
    """Return the sheet of a leg that is due, None where there is none.

    One that was confirmed belongs to a leg that is to be played again, and is blank.
    """
    paper = papers.paper_of(at)
    if paper is not None and paper.state == PaperResult.State.CONFIRMED:
        paper.state, paper.sheet = PaperResult.State.OPEN, []
        for name, value in {**NOTHING_PROPOSED, "confirmed_by_id": None, "confirmed_at": None}.items():
            setattr(paper, name, value)
        paper.save()
    return paper


def new_paper(at: PaperLeg) -> PaperResult:
    """Return a new sheet for a leg that has none, at version 0."""
    return PaperResult.objects.create(encounter=at.encounter, leg=at.number)


def clear_table(at: PaperLeg, now: datetime) -> None:
    """Close the table that waits for a leg put on paper by a director. Raises NotOnPaper once it is played there."""
    open_tables = EncounterTable.objects.filter(encounter=at.encounter).exclude(table__status=Table.Status.CLOSED)
    if open_tables.filter(table__status=Table.Status.PLAYING).exists():
        raise NotOnPaper("it is being played at a table")
    shut_tables([at.encounter], now)


def write(desk: Desk, now: datetime, **facts: Any) -> int:
    """Store what was written under the next version of the sheet, tell who watches, and return that version.

    The first thing written begins the encounter: nobody is waited for any more.
    """
    paper, encounter = desk.paper, desk.leg.encounter
    paper.version += 1
    for name, value in facts.items():
        setattr(paper, name, value)
    paper.save(update_fields=[*facts, "version", "changed_at"])
    if encounter.begun_at is None or encounter.waits_until is not None:
        encounter.begun_at, encounter.waits_until = encounter.begun_at or now, None
        encounter.save(update_fields=["begun_at", "waits_until"])
    touch(desk.tournament)
    return paper.version
