"""Admissions: asking to come into a club, being invited, and the answers. Whoever is let in is a member at once."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.errors import (
    AdmissionSettled,
    AdmissionWaits,
    AlreadyMember,
    DeclinedLately,
    EntryByInvitation,
    NoSuchAdmission,
)
from accounts.models import Admission, Club, Right
from accounts.selectors.clubs import admission_between, check_right, has_right, holders_of, membership_of
from accounts.selectors.ties import has_blocked
from accounts.services import notices
from accounts.services.clubs import lock_club, lock_person, notice_data
from accounts.services.memberships import admit, settle

LONGEST_WORDS = 300
AGAIN_AFTER = timedelta(days=30)
"""How long a "no" stands, of a club to a person or of a person to a club."""


@transaction.atomic
def ask(*, club_id: int, user_id: int, words: str = "") -> int:
    """Ask to come into a club; return the request's id. Locks the person, then the club.

    Raises AlreadyMember, AdmissionWaits, DeclinedLately, EntryByInvitation, ClubClosed, NoSuchPlayer.
    """
    lock_person(user_id)
    club = lock_club(club_id)
    if club.entry == Club.Entry.INVITATION:
        raise EntryByInvitation
    request = _make(club, Admission.Kind.REQUEST, user_id=user_id, made_by_id=user_id, words=words)
    directors = holders_of(club_id=club_id, right=Right.MEMBERS)
    notices.give_all(user_ids=directors, kind="club_asked", data={"person": user_id, **notice_data(club)})
    return request.pk


@transaction.atomic
def invite(*, club_id: int, user_id: int, member_id: int, words: str = "") -> int | None:
    """Invite *member_id*; return the invitation's id, None where they had asked and are let in by this.

    Locks the invited person, then the club. Raises NoRight without the right to the members, AlreadyMember,
    AdmissionWaits, DeclinedLately, ClubClosed, NoSuchPlayer.
    """
    lock_person(member_id)
    club = lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.MEMBERS)
    waiting = admission_between(user_id=member_id, club_id=club_id)
    if waiting is not None and waiting.kind == Admission.Kind.REQUEST:
        _let_in(club, waiting, user_id)
        return None
    if has_blocked(blocker_id=member_id, blocked_id=user_id):
        raise DeclinedLately  # a no as well, and nobody's business which
    invitation = _make(club, Admission.Kind.INVITATION, user_id=member_id, made_by_id=user_id, words=words)
    notices.give(user_id=member_id, kind="club_invited", data={"person": user_id, **notice_data(club)})
    return invitation.pk


@transaction.atomic
def answer(*, admission_id: int, user_id: int, accept: bool) -> None:
    """Answer a request for the club, or an invitation for oneself. Locks the one who would come in, then the club.

    Raises NoSuchAdmission to whom it does not concern, NoRight without the right to the members, AdmissionSettled.
    """
    club, admission = _locked(admission_id)
    is_own = admission.user_id == user_id
    if admission.kind == Admission.Kind.INVITATION:
        if not is_own:
            raise NoSuchAdmission
    else:
        check_right(user_id=user_id, club_id=club.pk, right=Right.MEMBERS)
    _check_pending(admission)
    if accept:
        _let_in(club, admission, user_id)
        return
    settle(admission, Admission.State.REFUSED, user_id)
    if not is_own:
        notices.give(user_id=admission.user_id, kind="club_refused", data=notice_data(club))


@transaction.atomic
def withdraw(*, admission_id: int, user_id: int) -> None:
    """Take back one's own request, or as the club an invitation. Raises NoSuchAdmission, AdmissionSettled."""
    club, admission = _locked(admission_id)
    may = (
        admission.user_id == user_id
        if admission.kind == Admission.Kind.REQUEST
        else has_right(user_id=user_id, club_id=club.pk, right=Right.MEMBERS)
    )
    if not may:
        raise NoSuchAdmission
    _check_pending(admission)
    settle(admission, Admission.State.WITHDRAWN, user_id)


def declined_lately(*, club_id: int, kind: Admission.Kind = Admission.Kind.INVITATION) -> QuerySet[Admission]:
    """Return the requests to a club, or its invitations, that were met with a no that still stands."""
    since = timezone.now() - AGAIN_AFTER
    return Admission.objects.filter(club_id=club_id, kind=kind, state=Admission.State.REFUSED, settled_at__gt=since)


def _make(club: Club, kind: Admission.Kind, *, user_id: int, made_by_id: int, words: str) -> Admission:
    """Store what waits for an answer in a locked club. Raises AlreadyMember, AdmissionWaits, DeclinedLately."""
    if membership_of(user_id=user_id, club_id=club.pk) is not None:
        raise AlreadyMember
    if admission_between(user_id=user_id, club_id=club.pk) is not None:
        raise AdmissionWaits
    if declined_lately(club_id=club.pk, kind=kind).filter(user_id=user_id).exists():
        raise DeclinedLately
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())[:LONGEST_WORDS]
    return Admission.objects.create(club=club, kind=kind, user_id=user_id, made_by_id=made_by_id, words=plain)


def _let_in(club: Club, admission: Admission, user_id: int) -> None:
    admit(club, admission.user_id, admission)
    settle(admission, Admission.State.ACCEPTED, user_id)
    if admission.user_id != user_id:
        notices.give(user_id=admission.user_id, kind="club_joined", data=notice_data(club))


def _locked(admission_id: int) -> tuple[Club, Admission]:
    """Lock the one who would come in and the club, in that order, and return the club and what waits there."""
    facts = Admission.objects.filter(pk=admission_id).values_list("user_id", "club_id").first()
    if facts is None:
        raise NoSuchAdmission
    user_id, club_id = facts
    lock_person(user_id)
    return lock_club(club_id), Admission.objects.get(pk=admission_id)


def _check_pending(admission: Admission) -> None:
    if admission.state != Admission.State.PENDING:
        raise AdmissionSettled
