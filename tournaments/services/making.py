"""Making: a tournament from its first draft to its announcement, what changes of it later, and its cancellation."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from accounts.models import Club, Right
from accounts.selectors.clubs import check_right
from accounts.services.clubs import lock_club
from accounts.texts import one_line
from tournaments.errors import BadTournament, TooManyTournaments
from tournaments.models import DeskNote, Entrant, PairProposal, Tournament
from tournaments.selectors.entry_rules import IN, check_in_of, takes_entries
from tournaments.selectors.plans import plan_from, stored_plan
from tournaments.services.admitting import promote
from tournaments.services.arming import arm
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.telling import tell
from tournaments.services.tournament_facts import check_start, take

State = Tournament.State
MOST_GOING_ON: Final = 50
"""Tournaments a club may have that are not over, drafts among them."""
LONGEST_REASON: Final = 200


@transaction.atomic
def create(*, club_id: int, user_id: int, now: datetime, **facts: Any) -> str:
    """Make a tournament of a club's, which nobody but its directors sees yet; return its code.

    *facts* are those of `tournament_facts.FACTS`: name, format and starts_at at least. Locks the club. Raises NoRight
    without the right to run tournaments, ClubClosed, TooManyTournaments, and what `take` raises.
    """
    club = lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.TOURNAMENTS)
    return make(club, facts, created_by_id=user_id, now=now).code


def make(club: Club, facts: Mapping[str, Any], *, created_by_id: int | None, now: datetime, **more: Any) -> Tournament:
    """Store a draft of a locked club's; *more* are the columns that nobody gives by hand, as those of a series.

    Raises TooManyTournaments, and what `take` raises.
    """
    going_on = Tournament.objects.filter(club=club, state__in=(State.DRAFT, State.ANNOUNCED, State.RUNNING))
    if going_on.count() >= MOST_GOING_ON:
        raise TooManyTournaments(f"a club has at most {MOST_GOING_ON} tournaments that are not over")
    for name in ("name", "format", "starts_at"):
        if facts.get(name) in {None, ""}:
            raise BadTournament(f"a tournament has a {name}", name)
    tournament = Tournament(club=club, created_by_id=created_by_id, plan=stored_plan(plan_from({})), **more)
    take(tournament, {"format_options": {}, **facts}, now=now)
    tournament.save()
    return tournament


@transaction.atomic
def change(*, tournament_id: int, hand: Hand, now: datetime, **facts: Any) -> None:
    """Change facts of a tournament; the audit log keeps what they were. Locks it.

    A new start is told to who has entered, and who had checked in before its check-in opens does so again. Raises
    NoRight, WrongState for a fact that stands by now, and what `take` raises.
    """
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand)
    before = take(tournament, facts, now=now)
    if not before:
        return
    after = {name: getattr(tournament, name) for name in before}
    note(tournament, hand, "changed", before=_plain(before), after=_plain(after))
    touch(tournament, *before)
    if before.keys() & {"starts_at", "check_in_minutes", "pace"}:
        arm(tournament)
    if "starts_at" in before and tournament.state == State.ANNOUNCED:
        _begin_check_in_again(tournament)
    if takes_entries(tournament):
        promote(tournament)  # there may be more room now


@transaction.atomic
def announce(*, tournament_id: int, hand: Hand, now: datetime) -> None:
    """Show a draft to everybody, and take entries. Locks the club, then the tournament.

    Raises NoRight, ClubClosed, WrongState, and BadTournament for a start that is not to come any more.
    """
    lock_club(_club_of(tournament_id))
    tournament = lock_tournament(tournament_id, State.DRAFT)
    check_director(tournament, hand)
    check_start(tournament, now=now)
    tournament.state = State.ANNOUNCED
    note(tournament, hand, "announced")
    touch(tournament, "state")
    arm(tournament)


@transaction.atomic
def cancel(*, tournament_id: int, hand: Hand, reason: str = "", now: datetime) -> None:
    """Call an announced tournament off, and tell everybody who has entered or waits. Locks it.

    Raises NoRight, BadText, and WrongState for one that has begun: it is stopped early, not called off.
    """
    tournament = lock_tournament(tournament_id, State.ANNOUNCED)
    check_director(tournament, hand)
    call_off(tournament, hand, reason=reason, now=now)
    touch(tournament)


def call_off(tournament: Tournament, hand: Hand, *, reason: str, now: datetime) -> None:
    """Cancel a locked tournament that nobody has played in; the caller touches it. Raises BadText."""
    words = one_line(reason, longest=LONGEST_REASON)
    concerned = Entrant.objects.filter(tournament=tournament, state__in=(*IN, Entrant.State.WAITING))
    tell(tournament, list(concerned), "tournament_cancelled")
    waiting = PairProposal.objects.filter(tournament=tournament, state=PairProposal.State.PENDING)
    waiting.update(state=PairProposal.State.LAPSED)
    DeskNote.objects.filter(tournament=tournament).delete()
    tournament.state, tournament.ended_at = State.CANCELLED, now
    tournament.save(update_fields=["state", "ended_at"])
    note(tournament, hand, "cancelled", reason=words)
    arm(tournament)


@transaction.atomic
def delete_draft(*, tournament_id: int, hand: Hand) -> None:
    """Throw a draft away. Locks it; raises NoRight, WrongState for one that has been announced."""
    tournament = lock_tournament(tournament_id, State.DRAFT)
    check_director(tournament, hand)
    tournament.delete()


def _begin_check_in_again(tournament: Tournament) -> None:
    """Tell who has entered of the new start; who checked in before its check-in opens was there for the old one."""
    entrants = Entrant.objects.filter(tournament=tournament, state__in=(*IN, Entrant.State.WAITING))
    check_in = check_in_of(tournament)
    if check_in is not None:
        people = entrants.exclude(members__user__kind="bot")
        people.filter(checked_in_at__lt=check_in.opens_at).update(checked_in_at=None)
    at = tournament.starts_at.isoformat(timespec="seconds")
    tell(tournament, list(entrants), "tournament_moved", at=at)


def _club_of(tournament_id: int) -> int:
    """Return the id of a tournament's club, 0 where there is no such tournament."""
    return Tournament.objects.filter(pk=tournament_id).values_list("club_id", flat=True).first() or 0


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts as JSON can hold them."""
    return {name: fact.isoformat() if isinstance(fact, datetime) else fact for name, fact in facts.items()}
