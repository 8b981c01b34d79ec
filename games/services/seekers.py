"""Seekers: how a seek ends, and how it is known that somebody still waits (docs/adr/0034)."""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from games import announce
from games.models import Seek, Seeker

SILENT_AFTER = timedelta(seconds=30)
"""A seek ends when no live socket of one of its people has been there for so long."""
KEPT_FOR = timedelta(days=1)


def lock_open_seeks(user_ids: Collection[int]) -> list[Seek]:
    """Lock and return the open seeks of these people, in the order of their ids; the caller is in a transaction."""
    ids = Seeker.objects.filter(user_id__in=user_ids, is_open=True).values_list("seek_id", flat=True)
    seeks = Seek.objects.select_for_update().filter(pk__in=list(ids), state__in=OPEN).order_by("pk")
    return list(seeks)


def end_seek(seek: Seek, end: Seek.End) -> None:
    """End a locked seek without a table; its people are told."""
    seek.state, seek.end = Seek.State.ENDED, end
    seek.save(update_fields=["state", "end", "changed_at"])
    _close(seek, "seek_ended", reason=end.value)


def find(seek: Seek, table_id: int, code: str) -> None:
    """Note that a locked seek has found its table; its people are told where to go."""
    seek.state, seek.table_id = Seek.State.FOUND, table_id
    seek.save(update_fields=["state", "table", "changed_at"])
    _close(seek, "seek_found", table=code)


def end_seeks_of(user_ids: Collection[int], end: Seek.End) -> None:
    """End the open seeks of these people; the caller is in a transaction."""
    for seek in lock_open_seeks(user_ids):
        end_seek(seek, end)


def note_seen(user_ids: Collection[int]) -> None:
    """Note that these people have a live socket."""
    Seeker.objects.filter(user_id__in=user_ids, is_open=True).update(seen_at=timezone.now())


def end_silent(now: datetime, limit: int = 100) -> int:
    """End seeks whose people have not been heard of; return how many. Skips what another clock or a pairing holds."""
    silent = Seeker.objects.filter(is_open=True, seen_at__lt=now - SILENT_AFTER).values("seek_id")
    with transaction.atomic():
        seeks = Seek.objects.select_for_update(skip_locked=True).filter(pk__in=silent, state__in=OPEN).order_by("pk")
        found = list(seeks[:limit])
        for seek in found:
            end_seek(seek, Seek.End.GONE)
    return len(found)


def forget_old(now: datetime) -> None:
    """Delete seeks that ended a day ago: they are of use to nobody."""
    Seek.objects.exclude(state__in=OPEN).filter(changed_at__lt=now - KEPT_FOR).delete()


def _close(seek: Seek, code: str, **facts: str) -> None:
    seekers = Seeker.objects.filter(seek=seek, is_open=True)
    people = list(seekers.values_list("user_id", flat=True))
    seekers.update(is_open=False)
    for user_id in people:
        announce.notice(user_id=user_id, code=code, **facts)
    announce.lobby()


OPEN = (Seek.State.ASKING, Seek.State.WAITING)
