"""Leaving: a person's account closes, or a club would, and what that means for tournaments."""

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.errors import ClubBusy
from tournaments.models import DeskNote, Entrant, EntrantMember, PairProposal, Tournament
from tournaments.selectors.entries import entry_of
from tournaments.services import departures
from tournaments.services.admitting import take_out
from tournaments.services.audit import SERVER, note
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.telling import tell_partner

State = Tournament.State
GOING_ON = (State.DRAFT, State.ANNOUNCED, State.RUNNING)


@transaction.atomic
def depart(*, user_id: int) -> None:
    """Take a person out of every tournament that is not over: entry, waiting place, proposals, note at the desk.

    Locks each of these tournaments in turn, before any match or table of the person's is locked: called first when an
    account closes (settings.ON_ACCOUNT_CLOSING). What has been played stays.
    """
    standing = EntrantMember.objects.filter(user_id=user_id, until=None).values("tournament_id")
    proposed = PairProposal.objects.filter(Q(by_id=user_id) | Q(to_id=user_id)).values("tournament_id")
    noted = DeskNote.objects.filter(user_id=user_id).values("tournament_id")
    concerned = Q(pk__in=standing) | Q(pk__in=proposed) | Q(pk__in=noted)
    for tournament_id in Tournament.objects.filter(concerned).order_by("pk").values_list("pk", flat=True):
        _leave(tournament_id, user_id)


def check_no_tournament(*, club_id: int) -> None:
    """Keep a club from being closed while a tournament of its is announced or running (CLUB_CLOSING_OBSTACLES).

    Raises ClubBusy.
    """
    if Tournament.objects.filter(club_id=club_id, state__in=(State.ANNOUNCED, State.RUNNING)).exists():
        raise ClubBusy("a tournament of the club's is announced or running")


def _leave(tournament_id: int, user_id: int) -> None:
    tournament = lock_tournament(tournament_id)
    PairProposal.objects.filter(Q(by_id=user_id) | Q(to_id=user_id), tournament=tournament).delete()
    DeskNote.objects.filter(tournament=tournament, user_id=user_id).delete()
    entrant = entry_of(tournament_id=tournament_id, user_id=user_id)
    if entrant is not None and tournament.state == State.ANNOUNCED:
        note(tournament, SERVER, "account_closed", about=str(entrant.number))
        tell_partner(tournament, entrant, user_id)
        take_out(tournament, entrant, Entrant.State.WITHDRAWN, timezone.now())
    if tournament.state in GOING_ON:
        touch(tournament)
    if entrant is not None and tournament.state == State.RUNNING and entrant.left is None:
        tell_partner(tournament, entrant, user_id)
        departures.withdraw(tournament_id=tournament_id, number=entrant.number, hand=SERVER, now=timezone.now())
