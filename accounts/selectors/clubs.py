"""Clubs: which there are, who belongs to them, and who may do what there."""

from collections.abc import Container
from typing import Any

from django.db.models import Count, F, Q, QuerySet

from accounts import club_names
from accounts.errors import NoRight, NoSuchClub, NotMember
from accounts.models import ROLE_RIGHTS, Admission, Club, Membership, Right

MEMBERS_NOW = Q(left_at=None, user__is_active=True, club__closed_at=None)
"""Memberships that count: not ended, of people who may log in, in clubs that are not closed."""
ROLE_ORDER = tuple(Membership.Role.values)


def club_at(slug: str) -> Club:
    """Return the club of this address, closed or not. Raises NoSuchClub."""
    club = None if "\0" in slug else Club.objects.filter(slug=slug).first()  # PostgreSQL takes none
    if club is None:
        raise NoSuchClub
    return club


def open_clubs(words: str = "") -> QuerySet[Club]:
    """Return the clubs that are not closed, by name, with `member_count`; *words* are looked for in name and place."""
    clubs = Club.objects.filter(closed_at=None)
    for word in words.split()[:8]:
        is_like = Q(place__icontains=word)
        if key := club_names.key_of(word):
            is_like |= Q(name_key__contains=key)
        clubs = clubs.filter(is_like)
    return with_member_count(clubs).order_by("name_key")


def with_member_count(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Return *clubs*, each with its `member_count`."""
    members = Count("memberships", filter=Q(memberships__left_at=None, memberships__user__is_active=True))
    return clubs.annotate(member_count=members)


def clubs_of(*, user_id: int) -> list[Membership]:
    """Return a person's memberships with their clubs, by the club's name."""
    return list(_memberships(user_id=user_id).select_related("club").order_by("club__name_key"))


def members_of(*, club_id: int) -> QuerySet[Membership]:
    """Return a club's memberships with their people, by name."""
    return _memberships(club_id=club_id).select_related("user").order_by("user__name_key")


def membership_of(*, user_id: int | None, club_id: int) -> Membership | None:
    """Return what binds a person to a club, None where nothing does."""
    return None if user_id is None else _memberships(user_id=user_id, club_id=club_id).first()


def member_of(*, club_id: int, user_id: int) -> Membership:
    """Return a person's membership. Raises NotMember."""
    membership = membership_of(user_id=user_id, club_id=club_id)
    if membership is None:
        raise NotMember
    return membership


def rights_of(membership: Membership | None) -> frozenset[Right]:
    """Return what a membership lets its holder do: by role, and by what was granted beyond it."""
    if membership is None:
        return frozenset()
    return ROLE_RIGHTS[membership.role] | frozenset(map(Right, membership.grants))


def has_right(*, user_id: int | None, club_id: int, right: Right) -> bool:
    """Tell whether a person may do this for the club, as of now: one query, nothing remembered."""
    return right in rights_of(membership_of(user_id=user_id, club_id=club_id))


def check_right(*, user_id: int | None, club_id: int, right: Right) -> None:
    """Accept who has the right. Raises NoRight."""
    if not has_right(user_id=user_id, club_id=club_id, right=right):
        raise NoRight


def check_owner(*, user_id: int | None, club_id: int) -> None:
    """Accept an owner of the club. Raises NoRight."""
    membership = membership_of(user_id=user_id, club_id=club_id)
    if membership is None or membership.role != Membership.Role.OWNER:
        raise NoRight


def holders_of(*, club_id: int, right: Right) -> list[int]:
    """Return the ids of the people who have a right in a club."""
    roles = [role for role, rights in ROLE_RIGHTS.items() if right in rights]
    holders = _memberships(club_id=club_id).filter(Q(role__in=roles) | Q(grants__contains=[right]))
    return list(holders.order_by("user_id").values_list("user_id", flat=True))


def club_ids_of(*, user_id: int | None) -> frozenset[int]:
    """Return the ids of the clubs a person is a member of."""
    if user_id is None:
        return frozenset()
    return frozenset(_memberships(user_id=user_id).values_list("club_id", flat=True))


def waiting_requests(*, club_id: int) -> QuerySet[Admission]:
    """Return who waits for the club's answer, the longest first."""
    return _waiting(club_id=club_id, kind=Admission.Kind.REQUEST)


def waiting_invitations(*, club_id: int) -> QuerySet[Admission]:
    """Return whom the club waits for, the longest first."""
    return _waiting(club_id=club_id, kind=Admission.Kind.INVITATION)


def admission_between(*, user_id: int | None, club_id: int) -> Admission | None:
    """Return the request or invitation that waits between a person and a club."""
    if user_id is None:
        return None
    return Admission.objects.filter(user_id=user_id, club_id=club_id, state=Admission.State.PENDING).first()


def invitations_to(*, user_id: int) -> list[Admission]:
    """Return the invitations that wait for a person's answer, with their clubs."""
    waiting = Admission.objects.filter(user_id=user_id, kind=Admission.Kind.INVITATION, state=Admission.State.PENDING)
    return list(waiting.filter(club__closed_at=None).select_related("club", "made_by").order_by("made_at"))


def was_removed(*, user_id: int, club_id: int) -> bool:
    """Tell whether a person's last time in the club was ended by somebody else."""
    last = Membership.objects.filter(user_id=user_id, club_id=club_id).order_by(F("left_at").desc(nulls_first=True))
    ended_by = last.values_list("removed_by_id", flat=True).first()
    return ended_by is not None


def export_of(*, user_id: int) -> dict[str, Any]:
    """Return what is kept of a person's clubs, for that person (ON_EXPORT_WANTED)."""
    memberships = Membership.objects.filter(user_id=user_id).select_related("club").order_by("pk")
    admissions = Admission.objects.filter(user_id=user_id).select_related("club").order_by("pk")
    return {
        "memberships": [
            {
                "club": membership.club.name,
                "role": membership.role,
                "rights": membership.grants,
                "card_number": membership.card_number,
                "paid_until": membership.paid_until and membership.paid_until.isoformat(),
                "joined_at": membership.joined_at.isoformat(),
                "left_at": membership.left_at and membership.left_at.isoformat(),
            }
            for membership in memberships
        ],
        "admissions": [
            {
                "club": admission.club.name,
                "kind": admission.kind,
                "state": admission.state,
                "words": admission.words,
                "made_at": admission.made_at.isoformat(),
            }
            for admission in admissions
        ],
    }


def outranks(membership: Membership, other: Membership) -> bool:
    """Tell whether the first may end the second: owners anybody's, others only that of a lower role."""
    is_owner = membership.role == Membership.Role.OWNER
    return is_owner or ROLE_ORDER.index(membership.role) < ROLE_ORDER.index(other.role)


def choices_of(rights: Container[Right]) -> list[tuple[str, str]]:
    """Return those of the rights with their labels, in the order in which they are listed everywhere."""
    return [(right.value, str(right.label)) for right in Right if right in rights]


def _memberships(**facts: int) -> QuerySet[Membership]:
    return Membership.objects.filter(MEMBERS_NOW, **facts)


def _waiting(*, club_id: int, kind: Admission.Kind) -> QuerySet[Admission]:
    waiting = Admission.objects.filter(club_id=club_id, kind=kind, state=Admission.State.PENDING, user__is_active=True)
    return waiting.select_related("user", "made_by").order_by("made_at")
