"""People: those who would enter, looked at under the lock that an account which closes waits for.

Persons are locked before the tournament, in the order of their ids (see `locks`), so that nobody stands in a
tournament whose account has been closed at that moment.
"""

from collections.abc import Collection

from accounts.errors import Blocked, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import User
from accounts.selectors.ties import has_blocked
from accounts.services.clubs import lock_person


def lock_people(user_ids: Collection[int]) -> list[User]:
    """Lock people who may log in, and return them in the order given; the caller is in a transaction.

    Raises NoSuchPlayer, MembersOnly for a guest.
    """
    for user_id in sorted(set(user_ids)):
        lock_person(user_id)
    found = User.objects.in_bulk(list(user_ids))
    return [found[user_id] for user_id in user_ids]


def check_partner(*, user_id: int, partner_id: int) -> None:
    """Accept somebody whom a person may ask to be their partner.

    Raises NotYourself, NoSuchPlayer, PeopleOnly for bots and guests, Blocked where one has blocked the other.
    """
    if partner_id == user_id:
        raise NotYourself
    kind = User.objects.filter(pk=partner_id, closed_at=None, is_active=True).values_list("kind", flat=True).first()
    if kind is None:
        raise NoSuchPlayer
    if kind != User.Kind.HUMAN:
        raise PeopleOnly
    if has_blocked(blocker_id=partner_id, blocked_id=user_id) or has_blocked(blocker_id=user_id, blocked_id=partner_id):
        raise Blocked
