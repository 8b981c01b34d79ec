"""Memberships: coming into an open club, leaving it, and what a member is and may do there.

Every verb locks the club first, so that of two owners who leave at once the second one stays.
"""

from datetime import date

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import club_names
from accounts.errors import (
    AlreadyMember,
    BadCardNumber,
    BadRole,
    CardNumberTaken,
    EntryByInvitation,
    EntryByRequest,
    LastOwner,
    NoRight,
)
from accounts.models import Admission, Club, Membership, Right, User
from accounts.selectors.clubs import (
    admission_between,
    check_owner,
    check_right,
    member_of,
    members_of,
    membership_of,
    outranks,
    was_removed,
)
from accounts.services import notices
from accounts.services.clubs import end, lock_club, lock_person, notice_data

LONGEST_CARD_NUMBER = 20


@transaction.atomic
def join(*, club_id: int, user_id: int) -> None:
    """Make somebody a member of an open club, or of one that has invited them. Locks the person, then the club.

    Raises AlreadyMember, EntryByRequest (also to who was removed), EntryByInvitation, ClubClosed, NoSuchPlayer.
    """
    lock_person(user_id)
    club = lock_club(club_id)
    admission = admission_between(user_id=user_id, club_id=club_id)
    if admission is None or admission.kind != Admission.Kind.INVITATION:
        if club.entry == Club.Entry.INVITATION:
            raise EntryByInvitation
        if club.entry == Club.Entry.REQUEST or was_removed(user_id=user_id, club_id=club_id):
            raise EntryByRequest
    admit(club, user_id, admission)
    if admission is not None:
        settle(admission, Admission.State.ACCEPTED, user_id)


@transaction.atomic
def leave(*, club_id: int, user_id: int) -> None:
    """End one's own membership. Locks the club; raises NotMember, LastOwner, ClubClosed."""
    lock_club(club_id)
    membership = member_of(club_id=club_id, user_id=user_id)
    _check_owner_is_left(membership)
    _end(membership)


@transaction.atomic
def remove(*, club_id: int, user_id: int, member_id: int) -> None:
    """End somebody's membership; they come back only by request or invitation. Locks the club.

    Raises NoRight without the right to the members, or over a role not below one's own; NotMember, LastOwner.
    """
    club = lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.MEMBERS)
    membership = member_of(club_id=club_id, user_id=member_id)
    if not outranks(member_of(club_id=club_id, user_id=user_id), membership):
        raise NoRight
    _check_owner_is_left(membership)
    _end(membership, removed_by=user_id)
    notices.give(user_id=member_id, kind="club_left", data=notice_data(club))


@transaction.atomic
def set_role(*, club_id: int, user_id: int, member_id: int, role: str) -> None:
    """Give a member another role, at once. Locks the club; only owners may.

    Raises NoRight, NotMember, BadRole, and LastOwner if nobody else would own the club.
    """
    membership = _member_for_owner(club_id, user_id, member_id)
    if role not in Membership.Role.values:
        raise BadRole
    if role == membership.role:
        return
    if role != Membership.Role.OWNER:
        _check_owner_is_left(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    _tell_of_rights(membership)


@transaction.atomic
def grant(*, club_id: int, user_id: int, member_id: int, right: str) -> None:
    """Give a member a right beyond their role. Locks the club; only owners may. Raises NoRight, NotMember, BadRole."""
    membership = _member_for_owner(club_id, user_id, member_id)
    if right not in Right.values:
        raise BadRole
    _set_grants(membership, {*membership.grants, right})


@transaction.atomic
def revoke(*, club_id: int, user_id: int, member_id: int, right: str) -> None:
    """Take back a right that was granted beyond the role. Locks the club; only owners may. Raises as `grant`."""
    membership = _member_for_owner(club_id, user_id, member_id)
    if right not in Right.values:
        raise BadRole
    _set_grants(membership, set(membership.grants) - {right})


@transaction.atomic
def keep_card(*, club_id: int, user_id: int, member_id: int, card_number: str, paid_until: date | None) -> None:
    """Store a member's card number (none: empty) and until when their season is paid. Locks the club.

    Raises NoRight without the right to the members, NotMember, BadCardNumber, CardNumberTaken.
    """
    lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.MEMBERS)
    store_card(member_of(club_id=club_id, user_id=member_id), card_number=card_number, paid_until=paid_until)


def store_card(membership: Membership, *, card_number: str, paid_until: date | None) -> None:
    """Store a card in a locked club. Raises BadCardNumber, CardNumberTaken."""
    number = plain_card_number(card_number)
    others = Membership.objects.filter(club_id=membership.club_id, left_at=None).exclude(pk=membership.pk)
    if number and others.filter(card_number=number).exists():
        raise CardNumberTaken
    membership.card_number, membership.paid_until = number, paid_until
    membership.save(update_fields=["card_number", "paid_until"])


def plain_card_number(text: str) -> str:
    """Return a card number in its one written form. Raises BadCardNumber."""
    number = club_names.tidy(text)
    if len(number) > LONGEST_CARD_NUMBER or not number.isprintable():
        raise BadCardNumber
    return number


def depart(*, user_id: int) -> None:
    """End every membership of a closing account (ON_ACCOUNT_CLOSING); the caller is in a transaction. Locks the clubs.

    A club whose last owner goes passes to its longest-serving director, else to its longest-serving member; one that
    nobody is left in closes (docs/adr/0053). Requests and invitations are withdrawn.
    """
    now = timezone.now()
    waiting = Admission.objects.filter(user_id=user_id, state=Admission.State.PENDING)
    waiting.update(state=Admission.State.WITHDRAWN, settled_at=now)
    Admission.objects.filter(user_id=user_id).update(words="")
    own = Membership.objects.filter(user_id=user_id, left_at=None)
    clubs = Club.objects.select_for_update(no_key=True).filter(pk__in=own.values("club_id")).order_by("pk")
    for club in list(clubs):
        membership = own.get(club=club)
        if club.closed_at is None and not _other_owners(membership):
            _pass_on(club, membership)
        _end(membership)


def admit(club: Club, user_id: int, admission: Admission | None = None) -> None:
    """Store a new membership in a locked club, with the card that waited for it. Raises AlreadyMember."""
    if membership_of(user_id=user_id, club_id=club.pk) is not None:
        raise AlreadyMember
    membership = Membership.objects.create(club=club, user_id=user_id)
    if admission is not None and (admission.card_number or admission.paid_until):
        others = Membership.objects.filter(club=club, left_at=None)
        is_free = not others.filter(card_number=admission.card_number).exists()
        number = admission.card_number if is_free else ""  # given to somebody else meanwhile
        store_card(membership, card_number=number, paid_until=admission.paid_until)


def settle(admission: Admission, state: Admission.State, user_id: int) -> None:
    """Store what became of a request or an invitation in a locked club, and by whom."""
    admission.state, admission.settled_by_id, admission.settled_at = state, user_id, timezone.now()
    admission.save(update_fields=["state", "settled_by", "settled_at"])


def _pass_on(club: Club, membership: Membership) -> None:
    """Give a locked club whose last owner goes to somebody else, or close it."""
    others = members_of(club_id=club.pk).exclude(pk=membership.pk).filter(user__kind=User.Kind.HUMAN)
    by_service = others.order_by("joined_at", "pk")
    heir = by_service.filter(role=Membership.Role.DIRECTOR).first() or by_service.first()
    if heir is None:
        end(club)
        return
    heir.role = Membership.Role.OWNER
    heir.save(update_fields=["role"])
    _tell_of_rights(heir)


def _member_for_owner(club_id: int, user_id: int, member_id: int) -> Membership:
    """Lock the club and return a membership for one of its owners to change. Raises NoRight, NotMember."""
    lock_club(club_id)
    check_owner(user_id=user_id, club_id=club_id)
    return member_of(club_id=club_id, user_id=member_id)


def _set_grants(membership: Membership, grants: set[str]) -> None:
    if grants != set(membership.grants):
        membership.grants = sorted(grants)
        membership.save(update_fields=["grants"])
        _tell_of_rights(membership)


def _tell_of_rights(membership: Membership) -> None:
    notices.give(user_id=membership.user_id, kind="club_rights", data=notice_data(membership.club))


def _other_owners(membership: Membership) -> bool:
    """Tell whether the club has an owner besides this member, or this one is none."""
    owners = members_of(club_id=membership.club_id).filter(role=Membership.Role.OWNER)
    return membership.role != Membership.Role.OWNER or owners.exclude(pk=membership.pk).exists()


def _check_owner_is_left(membership: Membership) -> None:
    if not _other_owners(membership):
        raise LastOwner


def _end(membership: Membership, *, removed_by: int | None = None) -> None:
    membership.left_at, membership.removed_by_id = timezone.now(), removed_by
    membership.save(update_fields=["left_at", "removed_by"])
    for service in settings.ON_MEMBERSHIP_ENDED:
        import_string(service)(club_id=membership.club_id, user_id=membership.user_id)
