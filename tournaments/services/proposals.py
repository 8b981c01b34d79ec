"""Proposals: one asks another to enter as a pair, and the answer; accepted, it has become an entrant."""

from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from accounts.errors import ListFull
from accounts.models import User
from accounts.notices import PERSON
from accounts.services import notices
from tournaments.errors import AlreadyProposed, BadEntrant, NoSuchProposal, ProposalGone, WrongState
from tournaments.models import Entrant, PairProposal, Tournament
from tournaments.selectors.entry_rules import takes_entries, takes_late_entries
from tournaments.services.admitting import admit, check_may_stand
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.people import check_partner, lock_people
from tournaments.services.telling import notice_data

State = PairProposal.State
MOST_PROPOSALS = 20
"""How many people one may ask within a day for one tournament."""
DAY = timedelta(days=1)


@transaction.atomic
def propose(*, tournament_id: int, user_id: int, partner_id: int, now: datetime) -> tuple[int, int | None]:
    """Ask somebody to enter as a pair; return the proposal's id, and the entrant's number where this made it one.

    Who asks somebody that has asked them has accepted by that: two partners who ask at one moment are one pair. Locks
    both people, then the tournament. Raises what `check_partner` and `check_may_stand` raise, MembersOnly, WrongState,
    BadEntrant where no pairs enter, AlreadyProposed (also to who has said no), ListFull.
    """
    check_partner(user_id=user_id, partner_id=partner_id)
    people = lock_people([user_id, partner_id])
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    if tournament.entry != Tournament.Entry.PAIRS:
        raise BadEntrant("one enters alone here")
    if not (takes_entries(tournament) or takes_late_entries(tournament)):
        raise WrongState("entries are closed")
    check_may_stand(tournament, people)
    known = PairProposal.objects.filter(tournament=tournament)
    crossing = known.filter(by_id=partner_id, to_id=user_id, state=State.PENDING).first()
    if crossing is not None:
        return crossing.pk, _accept(tournament, crossing, people, now).number
    if known.filter(by_id=user_id, to_id=partner_id, state__in=(State.PENDING, State.REFUSED)).exists():
        raise AlreadyProposed
    if known.filter(by_id=user_id, made_at__gt=now - DAY).count() >= MOST_PROPOSALS:
        raise ListFull(f"one asks at most {MOST_PROPOSALS} people a day")
    try:
        with transaction.atomic():
            proposal = known.create(tournament=tournament, by_id=user_id, to_id=partner_id, made_at=now)
    except IntegrityError as twice:
        raise AlreadyProposed from twice
    _tell(proposal, tournament, "tournament_proposed", told_id=partner_id, about_id=user_id)
    return proposal.pk, None


@transaction.atomic
def answer(*, proposal_id: int, user_id: int, accept: bool, now: datetime) -> int | None:
    """Accept to be somebody's partner and return the number of the entrant that the two are now, or refuse (None).

    Locks both people, then the tournament. Raises NoSuchProposal to all but the one asked, ProposalGone where it was
    settled or overtaken (one of the two has entered with somebody else), and what `propose` raises of both.
    """
    found = PairProposal.objects.filter(pk=proposal_id, to_id=user_id).first()
    if found is None:
        raise NoSuchProposal
    if not accept:
        _settle(found, State.REFUSED)
        return None
    check_partner(user_id=user_id, partner_id=found.by_id)
    people = lock_people([found.by_id, found.to_id])
    tournament = lock_tournament(found.tournament_id, Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    proposal = PairProposal.objects.get(pk=proposal_id)
    if proposal.state != State.PENDING:
        raise ProposalGone
    return _accept(tournament, proposal, people, now).number


@transaction.atomic
def take_back(*, proposal_id: int, user_id: int) -> None:
    """Ask no longer. Locks the tournament; raises NoSuchProposal to all but who asked, ProposalGone."""
    found = PairProposal.objects.filter(pk=proposal_id, by_id=user_id).first()
    if found is None:
        raise NoSuchProposal
    _settle(found, State.LAPSED)


def _accept(tournament: Tournament, proposal: PairProposal, people: list[User], now: datetime) -> Entrant:
    """Make an entrant of a proposal; the one who asked is told."""
    proposal.state = State.ACCEPTED
    proposal.save(update_fields=["state"])  # before the wishes of both lapse
    entrant = admit(tournament, people=people, by_id=proposal.by_id, now=now)
    proposal.entrant = entrant
    proposal.save(update_fields=["entrant"])
    _tell(proposal, tournament, "tournament_accepted", told_id=proposal.by_id, about_id=proposal.to_id)
    touch(tournament)
    return entrant


def _settle(proposal: PairProposal, state: PairProposal.State) -> None:
    """Store how a proposal has ended without an entrant, once; who asked is told of a no. Locks the tournament."""
    tournament = lock_tournament(proposal.tournament_id)
    if not PairProposal.objects.filter(pk=proposal.pk, state=State.PENDING).update(state=state):
        raise ProposalGone
    if state == State.REFUSED:
        _tell(proposal, tournament, "tournament_refused", told_id=proposal.by_id, about_id=proposal.to_id)


def _tell(proposal: PairProposal, tournament: Tournament, kind: str, *, told_id: int, about_id: int) -> None:
    notices.give(user_id=told_id, kind=kind, data={**notice_data(tournament), PERSON: about_id})
