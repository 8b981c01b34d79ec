"""Guests: somebody without an account, who plays at a practice table until they sign up or go (docs/adr/0033)."""

import secrets
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.errors import MembersOnly
from accounts.models import User

LIFE = timedelta(days=1)
"""How long a guest may play, from their first card on; then the session is over and the sweep clears them."""
KEPT_CLOSED = timedelta(hours=1)
"""How long a closed guest's row stays, so that no socket or cache is still at it when it goes."""

_LETTERS = "abcdefghkmnpqrstuvwxyz"
_TRIES = 5


def admit() -> int:
    """Make a guest with a neutral name and no way to log in; return the user's id.

    The name begins with a word that nobody can sign up with (accounts.names). Raises IntegrityError in the unlikely
    case that another guest takes it at this very moment.
    """
    for _ in range(_TRIES):
        name = f"ospite-{''.join(secrets.choice(_LETTERS) for _ in range(6))}"
        if not User.objects.named_like(name).exists():
            break
    return User.objects.create_user(name, kind=User.Kind.GUEST).pk


def becoming_member(user_id: int) -> User | None:
    """Return the guest's row, locked, as the member it is about to be; None if there is no such guest any more.

    The caller is in a transaction and stores it with its name, address and password. Everything that points at the row
    (the chair, the running match, the ended ones) is the new member's from then on.
    """
    guest = User.objects.select_for_update().filter(pk=user_id, kind=User.Kind.GUEST, is_active=True).first()
    if guest is not None:
        guest.kind = User.Kind.HUMAN
        guest.date_joined = timezone.now()
    return guest


def check_member(user_id: int) -> None:
    """Raise MembersOnly for a guest: they play at their practice table and do nothing else."""
    if User.objects.filter(pk=user_id, kind=User.Kind.GUEST).exists():
        raise MembersOnly


def outlived(now: datetime, limit: int) -> list[int]:
    """Return guests whose time is over."""
    guests = User.objects.filter(kind=User.Kind.GUEST, closed_at=None, date_joined__lt=now - LIFE)
    return list(guests.order_by("pk").values_list("pk", flat=True)[:limit])


def closed(now: datetime, limit: int) -> list[int]:
    """Return guests who went long enough ago to be forgotten."""
    guests = User.objects.filter(kind=User.Kind.GUEST, closed_at__lt=now - KEPT_CLOSED)
    return list(guests.order_by("pk").values_list("pk", flat=True)[:limit])


def forget(*, user_id: int) -> None:
    """Delete a closed guest; whatever they played has been deleted before."""
    User.objects.filter(pk=user_id, kind=User.Kind.GUEST).exclude(closed_at=None).delete()
