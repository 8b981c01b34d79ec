"""Official: where the official tables of a tournament stand, for who directs them and who follows them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import Match, Seat, Table


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who has a chair, and since when they are there; None while they are waited for."""

    user_id: int | None
    arrived_at: datetime | None


@dataclass(frozen=True, slots=True)
class OfficialState:
    """A table with who sits there, and its match, None until everybody has arrived.

    The match is as it stands now: who shows it to watchers of a late table (*watch_delay*, seconds) asks `lateness`.
    """

    table_id: int
    code: str
    status: str  # of the table
    stops_at: datetime | None
    watch_delay: int
    sitters: Mapping[int, Sitter]  # by chair
    match_id: UUID | None
    match_status: str | None
    result: Mapping[str, Any] | None  # what counts: the ruling, or else what was played
    started_at: datetime | None
    finished_at: datetime | None

    @property
    def missing(self) -> frozenset[int]:
        """Return who is still waited for, none once the match has begun."""
        if self.match_id is not None:
            return frozenset()
        waited = (one.user_id for one in self.sitters.values() if one.arrived_at is None)
        return frozenset(user_id for user_id in waited if user_id is not None)


def official_state(table_ids: Collection[int]) -> dict[int, OfficialState]:
    """Return where each of these official tables stands: three queries."""
    sitters: dict[int, dict[int, Sitter]] = {}
    seats = Seat.objects.filter(table_id__in=table_ids).order_by("table_id", "number")
    for table_id, number, user_id, arrived_at in seats.values_list("table_id", "number", "user_id", "arrived_at"):
        sitters.setdefault(table_id, {})[number] = Sitter(user_id, arrived_at)
    matches = {match.table_id: match for match in Match.objects.filter(table_id__in=table_ids).order_by("number")}
    tables = Table.objects.filter(pk__in=table_ids, is_official=True)
    return {table.pk: _state(table, sitters.get(table.pk, {}), matches.get(table.pk)) for table in tables}


def _state(table: Table, sitters: Mapping[int, Sitter], match: Match | None) -> OfficialState:
    return OfficialState(
        table_id=table.pk,
        code=table.code,
        status=table.status,
        stops_at=table.stops_at,
        watch_delay=table.watch_delay,
        sitters=sitters,
        match_id=match.pk if match else None,
        match_status=match.status if match else None,
        result=(match.ruling or match.result) if match else None,
        started_at=match.started_at if match else None,
        finished_at=match.finished_at if match else None,
    )
