"""Practice: a private table with bots in every other chair, opened and begun at once; a guest's only table."""

from datetime import datetime

from django.db import transaction

from games.models import Table
from games.selectors.chairs import chairs_of
from games.services.house_bots import seat_bot
from games.services.seating import sit
from games.services.tables import lock_table, open_table

PRESET = "club"
TARGET = 11  # a match of some ten minutes


@transaction.atomic
def open_practice(*, user_id: int, name: str = "", now: datetime | None = None) -> str:
    """Open a table without clocks, seat the user and bots, so that the match starts; return the table's code.

    Raises AlreadySeated while the user plays elsewhere.
    """
    table_id = open_table(
        user_id=user_id,
        preset=PRESET,
        options={"target": TARGET},
        name=name,
        visibility=Table.Visibility.LINK,
        move_seconds=0,
        bank_seconds=0,
        is_practice=True,
    )
    chairs = chairs_of(lock_table(table_id))
    own, *others = sorted(chairs.seats)
    sit(table_id=table_id, user_id=user_id, number=own, now=now)
    for number in others:
        seat_bot(table_id=table_id, user_id=user_id, number=number, now=now)
    return chairs.table.code
