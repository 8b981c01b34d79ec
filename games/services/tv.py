"""TV: keeps the best table on; a clock calls it, and only one of several finds anything to do."""

from datetime import datetime, timedelta

from django.db import transaction

from games import announce
from games.models import Broadcast
from games.selectors.tv import NAME, candidates, choose

LOOK_EVERY = timedelta(seconds=3)


@transaction.atomic
def tune(now: datetime) -> bool:
    """Look for a better table if nobody has for three seconds, and tell whether another has come on.

    Locks the broadcast, or leaves it to who holds it already.
    """
    Broadcast.objects.get_or_create(name=NAME, defaults={"since": now, "looked_at": now - LOOK_EVERY})
    row = Broadcast.objects.select_for_update(skip_locked=True).filter(name=NAME).first()
    if row is None or now - row.looked_at < LOOK_EVERY:
        return False
    table_id = choose(*candidates(row.table_id))
    has_changed = table_id != row.table_id
    row.looked_at = now
    if has_changed:
        row.table_id, row.since = table_id, now
        announce.tv()
    row.save()
    return has_changed
