"""Entries: who has come into a tournament, who waits, and what single players say to one another before."""

import hashlib
from typing import Any

from django.db.models import Q, QuerySet

from tournaments.models import DeskNote, Entrant, EntrantMember, PairProposal, Tournament
from tournaments.selectors.nameplates import with_players

State = Entrant.State


def entry_of(*, tournament_id: int, user_id: int | None) -> Entrant | None:
    """Return the entrant a person stands in now: one query."""
    if user_id is None:
        return None
    standing = EntrantMember.objects.filter(tournament_id=tournament_id, user_id=user_id, until=None)
    member = standing.select_related("entrant").first()
    return None if member is None else member.entrant


def entrants_in(tournament: Tournament) -> QuerySet[Entrant]:
    """Return those who have a place, with their players: by seed once there are seeds, before by time of entry."""
    placed = tournament.entrants.filter(state__in=(State.ENTERED, State.SINGLE))
    return with_players(placed).order_by("seed", "entered_at", "number")


def waiting_list(tournament: Tournament) -> QuerySet[Entrant]:
    """Return those who wait for a place, the first who will get one first, with their players."""
    return with_players(tournament.entrants.filter(state=State.WAITING)).order_by("entered_at", "number")


def every_entrant(tournament: Tournament) -> QuerySet[Entrant]:
    """Return all entrants there have been, also who went out, but for singles that are in a drawn pair; by number."""
    return with_players(tournament.entrants.exclude(state=State.PAIRED)).order_by("number")


def proposals_to(*, user_id: int) -> QuerySet[PairProposal]:
    """Return the proposals that wait for a person's answer, the oldest first."""
    return _waiting().filter(to_id=user_id)


def proposals_of(*, tournament_id: int, user_id: int) -> QuerySet[PairProposal]:
    """Return the proposals of one tournament that wait, by a person or to them."""
    return _waiting().filter(Q(by_id=user_id) | Q(to_id=user_id), tournament_id=tournament_id)


def desk_of(tournament: Tournament) -> QuerySet[DeskNote]:
    """Return who looks for a partner, the longest waiting first."""
    return tournament.desk.filter(user__is_active=True).select_related("user").order_by("made_at", "pk")


def entries_of_person(*, user_id: int) -> QuerySet[EntrantMember]:
    """Return where a person stands in tournaments that are not over, the next first."""
    standing = EntrantMember.objects.filter(user_id=user_id, until=None)
    going_on = standing.filter(tournament__state__in=(Tournament.State.ANNOUNCED, Tournament.State.RUNNING))
    return going_on.select_related("tournament__club", "entrant").order_by("tournament__starts_at", "pk")


def lot_seal(tournament: Tournament) -> str:
    """Return what is published of the lot from the announcement on, before the lot itself (docs/adr/0067)."""
    return hashlib.sha256(tournament.lot.encode()).hexdigest()


def shown_lot(tournament: Tournament) -> str | None:
    """Return the lot, once it is settled who plays."""
    return tournament.lot if tournament.entries_closed_at is not None else None


def export_of(*, user_id: int) -> dict[str, Any]:
    """Return what is kept of a person's tournaments, for that person (ON_EXPORT_WANTED)."""
    places = EntrantMember.objects.filter(user_id=user_id).select_related("tournament", "entrant").order_by("pk")
    proposals = PairProposal.objects.filter(Q(by_id=user_id) | Q(to_id=user_id)).order_by("pk")
    notes = DeskNote.objects.filter(user_id=user_id).select_related("tournament").order_by("pk")
    return {
        "tournament_entries": [
            {
                "tournament": member.tournament.code,
                "name": member.tournament.name,
                "entrant": member.entrant.number,
                "state": member.entrant.state,
                "place": member.entrant.place,
                "fee_paid": member.entrant.fee_paid,
                "since": member.since.isoformat(),
                "until": member.until and member.until.isoformat(),
            }
            for member in places
        ],
        "pair_proposals": [
            {
                "tournament": proposal.tournament.code,
                "by": proposal.by.username,
                "to": proposal.to.username,
                "state": proposal.state,
                "made_at": proposal.made_at.isoformat(),
            }
            for proposal in proposals.select_related("tournament", "by", "to")
        ],
        "partnership_desk": [
            {"tournament": note.tournament.code, "words": note.words, "made_at": note.made_at.isoformat()}
            for note in notes
        ],
    }


def _waiting() -> QuerySet[PairProposal]:
    waiting = PairProposal.objects.filter(state=PairProposal.State.PENDING)
    return waiting.select_related("by", "to", "tournament__club").order_by("made_at", "pk")
