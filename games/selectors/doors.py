"""Doors: whether a reader may look at a match, which is whether they may look at its table (docs/protocol.md 1)."""

from collections.abc import Container
from uuid import UUID

from games.errors import NoSuchMatch, TablePrivate
from games.models import Match, MatchSeat, Table


def check_match_open(match_id: UUID, user_id: int | None, *, unlocked: Container[str]) -> None:
    """Accept who may look at a match; *unlocked* holds the codes of the tables whose password they gave.

    At most two queries. Raises NoSuchMatch, and TablePrivate to who gave no password, never played it and did not open
    the table.
    """
    facts = (
        Match.objects.filter(pk=match_id).values_list("table__visibility", "table__code", "table__opened_by_id").first()
    )
    if facts is None:
        raise NoSuchMatch
    visibility, code, opened_by = facts
    if visibility != Table.Visibility.PASSWORD or code in unlocked:
        return
    if user_id is None or (
        opened_by != user_id and not MatchSeat.objects.filter(match_id=match_id, user_id=user_id).exists()
    ):
        raise TablePrivate
