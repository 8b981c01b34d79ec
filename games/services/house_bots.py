"""House bots: the bots of the site, who sit down where they are asked to and at as many tables as need them."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.selectors.chairs import Chairs, chairs_of, check_seat_bot, check_unseat_bot
from games.services.chairs import empty, settle_chairs
from games.services.seating import fill
from games.services.tables import lock_table, touch

LEVEL = "buono"
# One more than the largest table has chairs. No person may take a name with "bot" in it (accounts.names).
NAMES = ("Ada-bot", "Berto-bot", "Cesira-bot", "Duilio-bot", "Elvira-bot", "Fausto-bot", "Gina-bot", "Italo-bot")


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


def house_bots() -> list[User]:
    """Return the bots of the house, made when they are first needed."""
    found = {bot.username: bot for bot in User.objects.filter(kind=User.Kind.BOT, bot_level=LEVEL)}
    return [found.get(name) or _made(name) for name in NAMES]


def _made(name: str) -> User:
    facts = {"kind": User.Kind.BOT, "bot_level": LEVEL, "password": make_password(None)}
    return User.objects.get_or_create(username=name, defaults=facts)[0]


def _free_bot(chairs: Chairs) -> User:
    """Return a bot that does not sit at this table yet; tables take turns with them."""
    sitting = {seat.user_id for seat in chairs.seats.values()}
    free = [bot for bot in house_bots() if bot.pk not in sitting]
    return free[chairs.table.pk % len(free)]
