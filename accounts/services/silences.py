"""Silences: giving a person a time-out, and lifting it; that the giver may is for the caller to see (docs/adr/0032)."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.errors import BadTimeOut, NoSuchPlayer
from accounts.models import Silence, User
from accounts.services import notices
from accounts.texts import one_line

SHORTEST = timedelta(minutes=1)
LONGEST = timedelta(days=366)
LONGEST_REASON = 200


@transaction.atomic
def silence(*, user_id: int, by_id: int, lasts: timedelta, reason: str) -> int:
    """Give a person a time-out from now on, and tell them until when and why; return its id.

    Several may run; the one that ends last counts. Raises BadTimeOut, BadText (the reason is too long), NoSuchPlayer.
    """
    reason = one_line(reason, longest=LONGEST_REASON)
    if not SHORTEST <= lasts <= LONGEST or not reason:
        raise BadTimeOut
    if not User.objects.filter(pk=user_id, closed_at=None).exists():
        raise NoSuchPlayer
    now = timezone.now()
    until = now + lasts
    given = Silence.objects.create(user_id=user_id, until=until, reason=reason, given_at=now, given_by_id=by_id)
    facts = {"until": until.isoformat(timespec="seconds"), "reason": reason}
    notices.give(user_id=user_id, kind="silenced", data=facts)
    return given.pk


def lift(*, silence_id: int, by_id: int) -> bool:
    """End a time-out before its time; False if it has ended already."""
    now = timezone.now()
    running = Silence.objects.filter(pk=silence_id, lifted_at=None, until__gt=now)
    return bool(running.update(lifted_at=now, lifted_by_id=by_id))
