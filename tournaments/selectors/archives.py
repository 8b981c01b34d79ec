"""Archives: the records of all matches of a tournament in one file, however many there are."""

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec
from channels.db import database_sync_to_async
from django.db.models import QuerySet

from games.models import Match
from games.selectors.archive import Place, records_after
from games.selectors.listings import finished_matches
from tournaments.models import EncounterTable, Tournament

MEDIA_TYPE = "application/zip"

_encode = msgspec.json.Encoder().encode


def matches_of(tournament: Tournament, *, user_id: int | None) -> QuerySet[Match]:
    """Return the ended matches of a tournament that a reader may find; a late one once its watchers saw it end."""
    tables = EncounterTable.objects.filter(encounter__tournament=tournament).exclude(encounter__round__state="draft")
    return finished_matches(user_id).filter(table__in=tables.values("table"))


def records_and_places(found: QuerySet[Match], place: Place | None) -> tuple[list[dict[str, Any]], Place | None]:
    """Return the next records of *found*, each with its round, pairing and leg, and the place after them."""
    records, place = records_after(found, place)
    at = _where({UUID(record["match"]) for record in records})
    return [{**record, **at.get(UUID(record["match"]), {})} for record in records], place


async def zipped_records(found: QuerySet[Match], *, made_at: datetime) -> AsyncIterator[bytes]:
    """Give a zip file of `records.jsonl`, one `tressette/1` record a line, the first ended first.

    It is written as it is read: neither memory nor the database is held by a long archive or a slow reader.
    """
    read = database_sync_to_async(records_and_places, thread_sensitive=False)
    written = _Written()
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        entry = ZipInfo("records.jsonl", made_at.timetuple()[:6])
        entry.compress_type = ZIP_DEFLATED
        with archive.open(entry, "w", force_zip64=True) as lines:
            place, is_first = None, True
            while is_first or place is not None:
                records, place = await read(found, place)
                is_first = False
                for record in records:
                    lines.write(_encode(record) + b"\n")
                if piece := written.take():
                    yield piece
    yield written.take()


class _Written:
    """What has been written of a file and not been handed on yet; it can be written at its end only."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes, /) -> int:
        """Keep *data*."""
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        """Do nothing: `take` hands on."""

    def close(self) -> None:
        """Do nothing: what was written last is still to be taken."""

    def take(self) -> bytes:
        """Return what there is, and forget it."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def _where(match_ids: set[UUID]) -> dict[UUID, dict[str, Any]]:
    rows = EncounterTable.objects.filter(table__matches__in=match_ids)
    facts = rows.values_list("table__matches", "encounter__round__number", "encounter__key", "leg")
    return {match_id: {"round": number, "pairing": key, "leg": leg} for match_id, number, key, leg in facts}
