"""Clubs: founding one, changing what it says of itself, closing it, and the lock under which its members change."""

from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts import club_names
from accounts.errors import (
    BadClub,
    BadZone,
    ClubClosed,
    ClubNameTaken,
    MembersOnly,
    NoSuchClub,
    NoSuchPlayer,
    TooManyClubs,
)
from accounts.models import Admission, Club, Membership, Right, User, known_zones
from accounts.selectors.clubs import check_owner, check_right, members_of
from accounts.services import notices

MOST_OWNED = 10
"""Open clubs one person may own."""
LONGEST_PLACE = 120
LONGEST_DESCRIPTION = 4000


@transaction.atomic
def found(*, user_id: int, name: str, **facts: str) -> int:
    """Found a club whose first member and owner is *user_id*; return its id. Locks the user's row.

    *facts* are those of `change`. Raises BadClubName, ClubNameTaken, BadZone, BadClub, TooManyClubs, and NoSuchPlayer
    for an account that is closed or asleep.
    """
    lock_person(user_id)
    owned = Membership.objects.filter(user_id=user_id, role=Membership.Role.OWNER, left_at=None, club__closed_at=None)
    if owned.count() >= MOST_OWNED:
        raise TooManyClubs
    club = Club(founder_id=user_id, slug=_free_slug(name), **_checked({"name": name, **facts}))
    _save(club)
    Membership.objects.create(club=club, user_id=user_id, role=Membership.Role.OWNER, joined_at=club.opened_at)
    return club.pk


@transaction.atomic
def change(*, club_id: int, user_id: int, **facts: str) -> None:
    """Change what a club says of itself: name, place, description, zone, language, entry, deck. Locks the club.

    Raises NoRight without the right to the settings, ClubClosed, and what `found` raises for a fact that cannot be.
    """
    club = lock_club(club_id)
    check_right(user_id=user_id, club_id=club_id, right=Right.SETTINGS)
    for name, value in _checked(facts).items():
        setattr(club, name, value)
    _save(club)


@transaction.atomic
def close(*, club_id: int, user_id: int) -> None:
    """Close a club for good. Locks the club; only owners may.

    Each service in CLUB_CLOSING_OBSTACLES is asked first, with the club's id, and raises ClubBusy where something is
    going on. Raises NoRight, ClubClosed.
    """
    club = lock_club(club_id)
    check_owner(user_id=user_id, club_id=club_id)
    for service in settings.CLUB_CLOSING_OBSTACLES:
        import_string(service)(club_id=club_id)
    members = list(members_of(club_id=club_id).exclude(user_id=user_id).values_list("user_id", flat=True))
    end(club)
    notices.give_all(user_ids=members, kind="club_closed", data=notice_data(club))


def end(club: Club) -> None:
    """Store that a locked club is closed, and withdraw what waits for an answer there."""
    now = timezone.now()
    club.closed_at = now
    club.save(update_fields=["closed_at"])
    waiting = Admission.objects.filter(club=club, state=Admission.State.PENDING)
    waiting.update(state=Admission.State.WITHDRAWN, settled_at=now)


def lock_club(club_id: int) -> Club:
    """Lock and return an open club; the caller is in a transaction. Raises NoSuchClub, ClubClosed.

    Whoever locks a person's row too (`lock_person`) does that first.
    """
    club = Club.objects.select_for_update(no_key=True).filter(pk=club_id).first()
    if club is None:
        raise NoSuchClub
    if club.closed_at is not None:
        raise ClubClosed
    return club


def lock_person(user_id: int) -> None:
    """Lock the row of a person who may log in. Raises NoSuchPlayer, MembersOnly for a guest."""
    person = User.objects.select_for_update(no_key=True).filter(pk=user_id, is_active=True).first()
    if person is None:
        raise NoSuchPlayer
    if person.kind == User.Kind.GUEST:
        raise MembersOnly


def notice_data(club: Club) -> dict[str, str]:
    """Return what every notice about a club holds."""
    return {"club": club.slug, "club_name": club.name}


def _checked(facts: dict[str, str]) -> dict[str, Any]:
    """Return the facts as they are stored. Raises BadClubName, BadZone, BadClub."""
    stored = dict(facts)
    if "name" in facts:
        stored["name"] = club_names.tidy(facts["name"])
        club_names.check(stored["name"])
    if "place" in facts:
        stored["place"] = _seen(facts["place"], LONGEST_PLACE, "place")
    if "description" in facts:
        lines = facts["description"].replace("\r\n", "\n").strip().split("\n")
        stored["description"] = "\n".join(_seen(line, LONGEST_DESCRIPTION, "description") for line in lines)
        if len(stored["description"]) > LONGEST_DESCRIPTION:
            raise BadClub(f"description has at most {LONGEST_DESCRIPTION} signs")
    if "zone" in facts and facts["zone"] not in known_zones():
        raise BadZone
    for name, known in (
        ("language", dict(settings.LANGUAGES)),
        ("entry", Club.Entry.values),
        ("deck", Club.Deck.values),
    ):
        if name in facts and facts[name] not in known:
            raise BadClub(f"{name} is one of {', '.join(known)}")
    return stored


def _seen(text: str, longest: int, name: str) -> str:
    """Return *text* on one line without what cannot be seen. Raises BadClub for one that is too long."""
    plain = " ".join("".join(sign if sign.isprintable() or sign == "\u200d" else " " for sign in text).split())
    if len(plain) > longest:
        raise BadClub(f"{name} has at most {longest} signs")
    return plain


def _save(club: Club) -> None:
    """Store a club, unless another has its name, or its look or address. Raises ClubNameTaken."""
    keys = Q(name_key=club_names.key_of(club.name)) | Q(look_key=club_names.look_of(club.name))
    if Club.objects.filter(keys).exclude(pk=club.pk).exists():
        raise ClubNameTaken
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as conflict:  # somebody took it this very moment
        raise ClubNameTaken from conflict


def _free_slug(name: str) -> str:
    """Return an address no club has: made of the name, and a number where a renamed club keeps that one."""
    slug = club_names.slug_of(club_names.tidy(name))
    taken = set(Club.objects.filter(slug__startswith=slug).values_list("slug", flat=True))
    return slug if slug not in taken else next(s for n in range(2, 1000) if (s := f"{slug}-{n}") not in taken)
