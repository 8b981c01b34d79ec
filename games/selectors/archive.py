"""Archive: the records of ended matches one after another, however many there are."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import Match
from games.selectors.frames import moment
from games.selectors.records import record_of_match

CHUNK = 20


class Place(NamedTuple):
    """Where a reader is in the archive: after this match."""

    finished_at: datetime
    match_id: UUID


def records_after(found: QuerySet[Match], place: Place | None) -> tuple[list[dict[str, Any]], Place | None]:
    """Return the next records of the matches *found*, in the order they ended, and the place after them.

    No place is left at the end. Each call is a few queries of its own, so no reader holds the database, and none need
    keep more than a few records however long the archive is.
    """
    rows = found.order_by("finished_at", "pk")
    if place is not None:
        is_same_moment = Q(finished_at=place.finished_at, pk__gt=place.match_id)
        rows = rows.filter(Q(finished_at__gt=place.finished_at) | is_same_moment)
    chunk = rows.prefetch_related(None).values_list("finished_at", "pk")[:CHUNK]
    ended = [Place(finished_at, match_id) for finished_at, match_id in chunk if finished_at is not None]
    records = [{**record_of_match(end.match_id), "finished_at": moment(end.finished_at)} for end in ended]
    return records, ended[-1] if len(ended) == CHUNK else None
