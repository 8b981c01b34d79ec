"""Papers: results of legs played with real cards, proposed by one side and confirmed by the other (docs/adr/0073).

Who enters, confirms or corrects at the same moment waits for the tournament's row, and then finds another version of
the sheet, or a leg that has its score: one outcome. No trick is known of what was played on paper: nothing is rated.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from accounts.texts import one_line
from games.engine.paper import is_final
from tournaments.errors import NoSuchPaper, NothingProposed, OwnProposal
from tournaments.formats.encounters import Leg, Side, winner_of
from tournaments.formats.errors import BadResult
from tournaments.models import DirectorCall, EncounterLeg, PaperResult, Tournament
from tournaments.selectors import papers
from tournaments.selectors.papers import PaperLeg
from tournaments.selectors.stages import leg_of
from tournaments.services.audit import Hand, note
from tournaments.services.calls import call_for_server, close_calls_of
from tournaments.services.directors import check_decides
from tournaments.services.locks import touch
from tournaments.services.paper_desk import (
    NOTHING_PROPOSED,
    Desk,
    Writer,
    clear_table,
    lock_leg,
    new_paper,
    paper_to_write,
    take_up,
    write,
)
from tournaments.services.results import record_leg

State = PaperResult.State
DIRECTOR: Final = "director"
LONGEST_WORDS: Final = 120


@transaction.atomic
def open_paper(*, tournament_id: int, key: str, leg: int, hand: Hand, now: datetime) -> int:
    """Put a leg on paper that has not begun at a table, as a director decides; return the id of its sheet.

    A second time changes nothing. Locks the tournament, then its table. Raises NoRight, OwnEncounter, WrongState,
    NoSuchPairing, LegClosed, NotOnPaper.
    """
    tournament, at = lock_leg(tournament_id, key, leg)
    check_decides(tournament, hand, at.encounter)
    paper = paper_to_write(at)
    if paper is None:
        clear_table(at, now)
        paper = new_paper(at)
        note(tournament, hand, "paper_opened", about=key, after={"leg": leg})
        touch(tournament)
    return paper.pk


@transaction.atomic
def propose(
    *, tournament_id: int, key: str, leg: int, writer: Writer, version: int, home: int, away: int, now: datetime
) -> int:
    """Propose a result for the writer's side; return the sheet's version.

    What the other side has proposed, with the same score, is confirmed by it. Another score takes the place of what was
    proposed, and calls the director if that was the other side's. Locks the tournament. Raises what `take_up` raises,
    and BadResult.
    """
    desk = take_up(tournament_id=tournament_id, key=key, leg=leg, writer=writer, version=version)
    paper = desk.paper
    _check_score(desk.tournament, desk.leg, home, away)
    is_others = paper.state == State.PROPOSED and paper.proposed_side != desk.side
    if is_others and (paper.home, paper.away) == (home, away):
        return _settle(desk, writer, now)
    if is_others:
        words = f"{paper.home}-{paper.away} ({paper.proposed_side}), {home}-{away} ({desk.side})"
        call_for_server(desk.tournament, desk.leg.encounter, DirectorCall.Reason.DISPUTE, words, now=now)
    facts = {"proposed_side": desk.side.value, "proposed_by_id": writer.user_id, "proposed_at": now}
    return write(desk, now, state=State.PROPOSED, home=home, away=away, **facts)


@transaction.atomic
def confirm(*, tournament_id: int, key: str, leg: int, writer: Writer, version: int, now: datetime) -> int:
    """Confirm what the other side has proposed: the leg counts; return the sheet's version.

    Locks the tournament. Raises what `take_up` raises, NothingProposed, OwnProposal.
    """
    desk = take_up(tournament_id=tournament_id, key=key, leg=leg, writer=writer, version=version)
    _check_others(desk)
    return _settle(desk, writer, now)


@transaction.atomic
def dispute(
    *, tournament_id: int, key: str, leg: int, writer: Writer, version: int, words: str = "", now: datetime
) -> int:
    """Say no to what the other side has proposed: it is taken off the sheet, and the director is called.

    Locks the tournament. Returns the sheet's version. Raises what `take_up` raises, NothingProposed, OwnProposal,
    BadText.
    """
    desk = take_up(tournament_id=tournament_id, key=key, leg=leg, writer=writer, version=version)
    _check_others(desk)
    words = one_line(words, longest=LONGEST_WORDS)
    proposed = f"{desk.paper.home}-{desk.paper.away} ({desk.paper.proposed_side})"
    said = f"{proposed}: {words}" if words else proposed
    call_for_server(desk.tournament, desk.leg.encounter, DirectorCall.Reason.DISPUTE, said, now=now)
    return write(desk, now, state=State.OPEN, **NOTHING_PROPOSED)


@transaction.atomic
def take_back(*, tournament_id: int, key: str, leg: int, writer: Writer, version: int, now: datetime) -> int:
    """Take back what one's own side has proposed; return the sheet's version.

    Locks the tournament. Raises what `take_up` raises, NothingProposed.
    """
    desk = take_up(tournament_id=tournament_id, key=key, leg=leg, writer=writer, version=version)
    if desk.paper.state != State.PROPOSED or desk.paper.proposed_side != desk.side:
        raise NothingProposed
    return write(desk, now, state=State.OPEN, **NOTHING_PROPOSED)


@transaction.atomic
def enter(
    *,
    tournament_id: int,
    key: str,
    leg: int,
    hand: Hand,
    home: int,
    away: int,
    won_by: str = "",
    reason: str = "",
    now: datetime,
) -> None:
    """Enter the result of a leg on paper as a director, alone; *won_by* is a side where the score does not say it.

    Locks the tournament. Raises NoRight, OwnEncounter, WrongState, NoSuchPairing, LegClosed, NotOnPaper, BadResult,
    BadText.
    """
    tournament, at = lock_leg(tournament_id, key, leg)
    check_decides(tournament, hand, at.encounter)
    score = Leg(home, away, Side(won_by) if won_by else None)
    _check_leg(at, score)
    clear_table(at, now)
    paper = paper_to_write(at) or new_paper(at)
    before = {"state": paper.state, "home": paper.home, "away": paper.away}
    by = {"proposed_side": DIRECTOR, "proposed_by_id": hand.user_id, "proposed_at": now}
    facts = {**by, "home": home, "away": away, "confirmed_by_id": hand.user_id, "confirmed_at": now}
    write(Desk(tournament, at, paper, Side.HOME), now, state=State.CONFIRMED, **facts)
    after = {"leg": leg, "home": home, "away": away, "won_by": won_by}
    note(tournament, hand, "paper_entered", about=key, before=before, after=after, reason=reason)
    _count(tournament, at, score, now)


@transaction.atomic
def drop(*, tournament_id: int, key: str, leg: int, hand: Hand, now: datetime) -> None:
    """Put the sheet of a leg away, as a director decides: what is on it counts for nothing and its links lead nowhere.

    Locks the tournament. Raises NoRight, OwnEncounter, WrongState, NoSuchPairing, LegClosed, NoSuchPaper.
    """
    tournament, at = lock_leg(tournament_id, key, leg)
    check_decides(tournament, hand, at.encounter)
    paper = paper_to_write(at)
    if paper is None:
        raise NoSuchPaper
    before = {"leg": leg, "state": paper.state, "home": paper.home, "away": paper.away, "hands": len(paper.sheet)}
    write(Desk(tournament, at, paper, Side.HOME), now, state=State.DROPPED, home_link="", away_link="")
    note(tournament, hand, "paper_dropped", about=key, before=before)


def _check_others(desk: Desk) -> None:
    """Accept a sheet on which the other side has proposed a result. Raises NothingProposed, OwnProposal."""
    if desk.paper.state != State.PROPOSED:
        raise NothingProposed
    if desk.paper.proposed_side == desk.side:
        raise OwnProposal


def _check_score(tournament: Tournament, at: PaperLeg, home: int, away: int) -> None:
    """Accept a score with which players may end a leg. Raises BadResult.

    Below the target only a round clock ends one, or a sheet by which somebody has won (a cappotto that wins).
    """
    _check_leg(at, Leg(home, away, _won_by_sheet(at, home, away)))
    has_clock = tournament.round_minutes is not None
    if not has_clock and _won_by_sheet(at, home, away) is None and not is_final(at.rules, home, away):
        raise BadResult(f"at {home}-{away} a leg to {at.rule.target} is not over")


def _check_leg(at: PaperLeg, score: Leg) -> None:
    """Accept a leg that can follow those already played. Raises BadResult."""
    played = [leg_of(row) for row in at.encounter.legs.order_by("number")]
    winner_of(at.plan, [*played, score])


def _won_by_sheet(at: PaperLeg, home: int, away: int) -> Side | None:
    """Return who has won by the leg's sheet, if the sheet has come to this score and its end."""
    sheet = papers.sheet_of_paper(papers.paper_of(at), at.rules)
    if not sheet.is_over or sheet.totals != (home, away) or sheet.winner is None:
        return None
    return (Side.HOME, Side.AWAY)[sheet.winner]


def _settle(desk: Desk, writer: Writer, now: datetime) -> int:
    """Let the leg count as proposed, and close the call about it."""
    home, away = desk.paper.home, desk.paper.away
    if home is None or away is None:
        raise NothingProposed
    score = Leg(home, away, _won_by_sheet(desk.leg, home, away))
    facts = {"confirmed_by_id": writer.user_id, "confirmed_at": now}
    version = write(desk, now, state=State.CONFIRMED, **facts)
    _count(desk.tournament, desk.leg, score, now)
    return version


def _count(tournament: Tournament, at: PaperLeg, score: Leg, now: datetime) -> None:
    """Let the leg count; no director has to come for it any more."""
    close_calls_of(at.encounter, DirectorCall.Reason.DISPUTE, now=now)
    record_leg(
        tournament,
        at.encounter,
        at.number,
        home=score.home,
        away=score.away,
        won_by=score.won_by or "",
        way=EncounterLeg.Way.PAPER,
        now=now,
    )
