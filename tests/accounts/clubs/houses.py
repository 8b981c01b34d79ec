"""Houses: clubs and people in them, for the tests of every app."""

from itertools import count

from accounts.models import Club, Membership, User
from accounts.services import clubs
from tests.accounts.factories import UserFactory

_number = count(1)


def club_of(owner: User | None = None, **facts: str) -> Club:
    """A new club, open to everybody unless told otherwise."""
    owner = owner or UserFactory(password=None)
    facts = {"name": f"Circolo di prova {next(_number)}", "entry": "open"} | facts
    return Club.objects.get(pk=clubs.found(user_id=owner.pk, **facts))


def member_in(club: Club, role: str = "member", user: User | None = None, *grants: str) -> User:
    """Somebody in a club, in this role and with these rights."""
    user = user or UserFactory(password=None)
    Membership.objects.create(club=club, user=user, role=role, grants=list(grants))
    return user
