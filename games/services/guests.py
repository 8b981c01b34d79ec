"""Guests: what they played is cleared away when they have gone without signing up (docs/adr/0033)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.errors import NoSuchPlayer
from accounts.services import guests
from accounts.services.closing import close_account
from games.models import Match, Table


def clear_guests(*, now: datetime | None = None, limit: int = 50) -> int:
    """Close guests whose time is over, and forget those who went an hour ago; return how many of both.

    Each is a transaction of its own; several clocks may do it at once.
    """
    now = now or timezone.now()
    done = 0
    for user_id in guests.outlived(now, limit):
        try:
            close_account(user_id=user_id)
        except NoSuchPlayer:  # another clock was quicker
            continue
        done += 1
    for user_id in guests.closed(now, limit):
        _forget(user_id)
        done += 1
    return done


@transaction.atomic
def _forget(user_id: int) -> None:
    """Delete a guest with the tables and matches that nobody else has sat at."""
    tables = Table.objects.filter(opened_by_id=user_id, is_practice=True)
    Match.objects.filter(table__in=tables).delete()
    tables.delete()
    guests.forget(user_id=user_id)
