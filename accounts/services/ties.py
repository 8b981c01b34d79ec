"""Ties: following people, and blocking them (docs/adr/0030).

Both lock the two people's rows, always in the order of their ids: whoever follows while being blocked does not.
"""

from django.db import transaction
from django.db.models import Q

from accounts import announce
from accounts.errors import Blocked, ListFull, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import Block, Follow, Letter, Notice, User
from accounts.notices import PERSON
from accounts.services import notices

MOST_FOLLOWED = 500
MOST_BLOCKED = 500


@transaction.atomic
def follow(*, user_id: int, other_id: int) -> None:
    """Follow a person, who is told once; a second time changes nothing.

    Raises NotYourself, NoSuchPlayer, PeopleOnly, Blocked (whichever of the two has blocked the other), ListFull.
    """
    if any(user.kind != User.Kind.HUMAN for user in _lock_pair(user_id, other_id)):
        raise PeopleOnly
    if Block.objects.filter(_either_way("blocker", "blocked", user_id, other_id)).exists():
        raise Blocked
    own = Follow.objects.filter(follower_id=user_id)
    if own.filter(followed_id=other_id).exists():
        return
    if own.count() >= MOST_FOLLOWED:
        raise ListFull
    Follow.objects.create(follower_id=user_id, followed_id=other_id)
    is_mutual = Follow.objects.filter(follower_id=other_id, followed_id=user_id).exists()
    kind = "befriended" if is_mutual else "followed"
    fact = {PERSON: user_id}
    if not Notice.objects.filter(user_id=other_id, kind=kind, data=fact).exists():
        notices.give(user_id=other_id, kind=kind, data=fact)


def unfollow(*, user_id: int, other_id: int) -> None:
    """Follow a person no more."""
    Follow.objects.filter(follower_id=user_id, followed_id=other_id).delete()


@transaction.atomic
def block(*, user_id: int, other_id: int) -> None:
    """Hear no more of somebody; neither follows the other any longer. The other is told nothing.

    A second time changes nothing. Raises NotYourself, NoSuchPlayer, ListFull.
    """
    _lock_pair(user_id, other_id)
    own = Block.objects.filter(blocker_id=user_id)
    if own.filter(blocked_id=other_id).exists():
        return
    if own.count() >= MOST_BLOCKED:
        raise ListFull
    Block.objects.create(blocker_id=user_id, blocked_id=other_id)
    Follow.objects.filter(_either_way("follower", "followed", user_id, other_id)).delete()
    announce.talk_changed(user_id=user_id)


@transaction.atomic
def unblock(*, user_id: int, other_id: int) -> None:
    """Hear of somebody again."""
    Block.objects.filter(blocker_id=user_id, blocked_id=other_id).delete()
    announce.talk_changed(user_id=user_id)


def untie(*, user_id: int) -> None:
    """Forget whom a person follows and has blocked, who follows and has blocked them, and their notices.

    Called while an account closes, in its transaction.
    """
    Follow.objects.filter(Q(follower_id=user_id) | Q(followed_id=user_id)).delete()
    Block.objects.filter(Q(blocker_id=user_id) | Q(blocked_id=user_id)).delete()
    Notice.objects.filter(user_id=user_id).delete()
    Letter.objects.filter(user_id=user_id).delete()


def _lock_pair(user_id: int, other_id: int) -> list[User]:
    """Lock and return two people with open accounts. Raises NotYourself, NoSuchPlayer."""
    if user_id == other_id:
        raise NotYourself
    pair = User.objects.select_for_update(no_key=True).filter(pk__in=(user_id, other_id), closed_at=None)
    found = list(pair.order_by("pk"))
    if len(found) < 2:
        raise NoSuchPlayer
    return found


def _either_way(one: str, other: str, first_id: int, second_id: int) -> Q:
    """Return the condition that the two stand in a relation, in whichever direction."""
    there = Q((f"{one}_id", first_id), (f"{other}_id", second_id))
    back = Q((f"{one}_id", second_id), (f"{other}_id", first_id))
    return there | back
