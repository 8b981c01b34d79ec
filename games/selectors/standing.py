"""Standing: where many matches and tables are at this moment, for those who keep live sockets in step."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Max

from games.errors import NoSuchMatch
from games.models import Match, Table
from games.selectors.frames import Frame, event_frames
from games.selectors.lateness import in_lists, sight_of
from games.selectors.memory import position_of, remembered
from games.selectors.positions import MatchPosition
from games.selectors.seeks import latest_seek_change

Parts = Mapping[int, Mapping[str, Any] | None]

LONGEST_GAP = 200
"""Events told one by one to who comes back; beyond that the whole state is shorter."""


class News(NamedTuple):
    """What a reader has missed of a match: its event frames, the number of the last, and whether the reader plays."""

    frames: list[Frame]
    seq: int
    is_seated: bool


def seqs_of(match_ids: Collection[UUID]) -> dict[UUID, int]:
    """Return the number of the latest event of each match: one query."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "seq"))


def versions_of(table_ids: Collection[int]) -> dict[int, int]:
    """Return the version of each table: one query."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def latest_change() -> datetime | None:
    """Return when what the lobby shows has last changed, a table or a seek: two queries."""
    tables: datetime | None = Table.objects.filter(in_lists()).aggregate(latest=Max("changed_at"))["latest"]
    return max((found for found in (tables, latest_seek_change()) if found is not None), default=None)


def table_id_of(code: str) -> int | None:
    """Return the id of the table with this code: one query."""
    if not code.isalnum():  # no code has another sign, and some (NUL) the database could not even look for
        return None
    return Table.objects.filter(code=code).values_list("pk", flat=True).first()


def private_parts(match_id: UUID, seq: int) -> Parts:
    """Return the own part of each seat holder after event *seq*, by user, where that event has changed it.

    None is that of who holds a seat no longer.

    No query where both positions are remembered, one otherwise. Raises NoSuchMatch.
    """
    return _changed(position_of(match_id, seq - 1) if seq > 1 else None, position_of(match_id, seq))


def remembered_parts(match_id: UUID, seq: int) -> Parts | None:
    """Return the same without a query, as the process that made the event can; None where it would need one."""
    before, after = remembered(match_id, seq - 1), remembered(match_id, seq)
    return None if before is None or after is None else _changed(before, after)


def _changed(before: MatchPosition | None, after: MatchPosition) -> Parts:
    parts: dict[int, Mapping[str, Any] | None] = {}
    if before is not None and before.holders != after.holders:
        gone = {holder.user_id for holder in before.holders.values()}
        parts.update(dict.fromkeys(gone - {holder.user_id for holder in after.holders.values()}))
    for seat, holder in after.holders.items():
        yours = after.yours(seat)
        if before is None or before.seat_of(holder.user_id) != seat or before.yours(seat) != yours:
            parts[holder.user_id] = yours
    return parts


def news_since(match_id: UUID, since: int, user_id: int | None) -> News | None:
    """Return what happened after *since* for a reader; None where only the whole state helps. Raises NoSuchMatch."""
    seq = sight_of(match_id, user_id).seq
    if not seq:
        raise NoSuchMatch
    if not 0 <= seq - since <= LONGEST_GAP:
        return None
    frames = event_frames(match_id, since, seq, user_id)
    return News(frames, seq, position_of(match_id, seq).seat_of(user_id) is not None)
