"""Friends: the people somebody follows, and where they are at this moment (docs/adr/0030)."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from accounts.models import User
from games import presence
from games.models import Seat, Table
from games.selectors.lateness import in_lists

View = dict[str, Any]


def friends_facts(rows: Sequence[User]) -> list[View]:
    """Return what a person may know of those they follow: rows of `accounts.selectors.ties.people_followed_by`.

    Where somebody sits is told of tables that the lobby lists; whether they are on the site at all is for their
    friends. One query. Raises RedisError.
    """
    tables = _tables_of([row.pk for row in rows])
    friends = [row.pk for row in rows if getattr(row, "is_friend", False)]
    online = presence.online(friends) if friends else frozenset()
    return [
        {
            "id": row.pk,
            "name": row.username,
            "is_friend": row.pk in friends,
            "online": (row.pk in online or row.pk in tables) if row.pk in friends else None,
            "table": tables.get(row.pk),
        }
        for row in rows
    ]


def _tables_of(user_ids: Sequence[int]) -> dict[int, View]:
    """Return the table at which each of these people sits and is there now, one of a tournament first, by person."""
    seats = Seat.objects.filter(Q(is_exclusive=True) | Q(is_reserved=True), user_id__in=user_ids)
    seats = seats.filter(table__visibility=Table.Visibility.PUBLIC).order_by("is_reserved")
    seats = seats.filter(table__in=Table.objects.filter(in_lists())).exclude(table__status=Table.Status.CLOSED)
    found = {seat.user_id: seat.table for seat in seats.select_related("table")}
    here = presence.here(list({table.pk for table in found.values()})) if found else {}
    return {
        user_id: {"code": table.code, "name": table.name, "preset": table.preset, "status": table.status}
        for user_id, table in found.items()
        if user_id in here[table.pk].seated
    }
