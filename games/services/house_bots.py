"""House bots: the bots of the site, who sit down where they are asked to and at as many tables as need them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services.bots import house_bot
from games.selectors.chairs import Chairs, chairs_of, check_seat_bot, check_unseat_bot
from games.services.chairs import empty, settle_chairs
from games.services.seating import fill
from games.services.tables import lock_table, touch

LEVEL = "buono"
BOTS = 12  # in all, more than a table has chairs


@transaction.atomic
def seat_bot(*, table_id: int, user_id: int, number: int, now: datetime | None = None) -> None:
    """Fill chair *number* with a bot of the house; the last chair starts the match.

    Locks the table. Raises NoRight, SeatTaken, SeatNotYours, SeatAskedFor, TablePlaying, TableClosed, NoSuchSeat.
    """
    chairs = chairs_of(lock_table(table_id))
    check_seat_bot(chairs, user_id, number)
    fill(chairs, chairs.seats[number], _free_bot(chairs), now or timezone.now())


@transaction.atomic
def unseat_bot(*, table_id: int, user_id: int, number: int) -> None:
    """Take a bot of the house out of chair *number*. Locks the table; raises NoRight, SeatNotYours, TablePlaying."""
    chairs = chairs_of(lock_table(table_id))
    check_unseat_bot(chairs, user_id, number)
    empty(chairs.seats[number])
    settle_chairs(chairs)
    touch(chairs.table)


def _free_bot(chairs: Chairs) -> User:
    """Return a bot that does not sit at this table yet; tables begin with different ones."""
    sitting = {seat.user_id for seat in chairs.seats.values()}
    first = chairs.table.pk
    turns = (house_bot(LEVEL, (first + turn) % BOTS) for turn in range(BOTS))
    return User.objects.get(pk=next(bot_id for bot_id in turns if bot_id not in sitting))
