"""Ties: who follows whom, who has blocked whom, and who may not write now."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.models import Block, Follow, Silence, User


class Tie(NamedTuple):
    """What is between a person and another."""

    follows: bool
    is_followed: bool
    blocks: bool


def tie_between(*, user_id: int, other_id: int) -> Tie:
    """Return what is between a person and another, as the first may know it: two queries."""
    follows = set(
        Follow.objects.filter(
            Q(follower_id=user_id, followed_id=other_id) | Q(follower_id=other_id, followed_id=user_id)
        ).values_list("follower_id", flat=True)
    )
    return Tie(user_id in follows, other_id in follows, has_blocked(blocker_id=user_id, blocked_id=other_id))


def has_blocked(*, blocker_id: int, blocked_id: int) -> bool:
    """Tell whether the first has blocked the second."""
    return Block.objects.filter(blocker_id=blocker_id, blocked_id=blocked_id).exists()


def blocked_by(*, user_id: int) -> frozenset[int]:
    """Return the ids of those a person has blocked."""
    return frozenset(Block.objects.filter(blocker_id=user_id).values_list("blocked_id", flat=True))


def people_followed_by(*, user_id: int) -> QuerySet[User]:
    """Return those a person follows, each with `is_friend`: whether they follow back."""
    back = Follow.objects.filter(follower=OuterRef("pk"), followed_id=user_id)
    return User.objects.filter(followers__follower_id=user_id).annotate(is_friend=Exists(back))


def people_blocked_by(*, user_id: int) -> QuerySet[User]:
    """Return those a person has blocked."""
    return User.objects.filter(blocked_by__blocker_id=user_id)


def silence_of(*, user_id: int) -> Silence | None:
    """Return the time-out a person has now, the one that lasts longest; None if there is none."""
    running = Silence.objects.filter(user_id=user_id, lifted_at=None, until__gt=timezone.now())
    return running.order_by("-until").first()


def wants_ladder(*, user_id: int) -> bool:
    """Tell whether a person is shown in the ladders."""
    return User.objects.filter(pk=user_id, wants_ladder=True).exists()


def wants_mail(*, user_id: int) -> bool:
    """Tell whether a person wants mail about their tournaments and clubs."""
    return User.objects.filter(pk=user_id, wants_mail=True).exists()


def wants_chat(*, user_id: int) -> bool:
    """Tell whether a person wants to see what others write."""
    return User.objects.filter(pk=user_id, wants_chat=True).exists()
