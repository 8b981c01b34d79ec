"""Watching: who may not look on at a table or a match, and may again."""

from uuid import UUID

from django.db import transaction
from django.db.models.functions import Coalesce

from games.errors import NoSuchMatch
from games.models import Match, WatchBan
from games.services.tables import lock_table, touch


@transaction.atomic
def ban_from_table(*, table_id: int, user_id: int, reason: str) -> None:
    """Keep a user from looking on at a table; sockets that show it to them close at once. A second ban is none.

    Locks the table. Raises NoSuchTable.
    """
    table = lock_table(table_id)
    WatchBan.objects.get_or_create(table_id=table_id, user_id=user_id, defaults={"reason": reason})
    touch(table)


@transaction.atomic
def ban_from_match(*, match_id: UUID, user_id: int, reason: str) -> None:
    """Keep a user from one match: from its table while it is the latest there, and from its replay and record.

    Locks the match's table. Raises NoSuchMatch.
    """
    table = lock_table(_table_of(match_id))
    WatchBan.objects.get_or_create(match_id=match_id, user_id=user_id, defaults={"reason": reason})
    touch(table)


@transaction.atomic
def allow(*, ban_id: int) -> None:
    """Let somebody look on again. Locks the table; a ban that is gone already is no fault."""
    ban = WatchBan.objects.filter(pk=ban_id).annotate(place=Coalesce("table", "match__table")).first()
    if ban is not None:
        table = lock_table(ban.place)
        ban.delete()
        touch(table)


def _table_of(match_id: UUID) -> int:
    table_id = Match.objects.filter(pk=match_id).values_list("table_id", flat=True).first()
    if table_id is None:
        raise NoSuchMatch
    return table_id
