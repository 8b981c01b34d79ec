"""Rematch: the next match at the same table, with the same seats or with another partner."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from games.models import Seat
from games.selectors.chairs import Chairs, chairs_of, check_rematch
from games.selectors.series import running_series
from games.services.chairs import settle_chairs
from games.services.matches import start_match
from games.services.series import is_swap_due
from games.services.tables import lock_table, touch


@transaction.atomic
def agree(*, table_id: int, user_id: int, swap: bool = False, now: datetime | None = None) -> None:
    """Ask for another match, *swap* with another partner; it starts when everybody here wants the same, as bots do.

    While somebody is still waited for, partners are only swapped.
    Asking again changes one's mind; standing up declines. Within a series the next match is asked for, and the series
    says who sits where. Locks the table. Raises NotSeated, NotOpen, TablePlaying,
    TableClosed.
    """
    chairs = chairs_of(lock_table(table_id))
    check_rematch(chairs, user_id, swap=swap)
    wish = Seat.Rematch.SWAP if swap else Seat.Rematch.SAME
    own = chairs.seat_of(user_id)
    if own is not None:
        own.rematch = wish
        own.save(update_fields=["rematch"])
    people = [seat for seat in chairs.seats.values() if seat.user is not None and not seat.user.bot_level]
    if all(seat.rematch == wish for seat in people):
        series = running_series(chairs.table)
        if swap or (series is not None and is_swap_due(series)):
            _swap_partners(chairs)
        settle_chairs(chairs)
        if chairs.is_full():
            start_match(chairs, now or timezone.now())
    touch(chairs.table, "status", "match_count")


def _swap_partners(chairs: Chairs) -> None:
    """Move everybody but the first chair's sitter one chair on: three matches are a *giro*, with each partner once."""
    seats = [chairs.seats[number] for number in sorted(chairs.seats)][1:]
    sitters = [(seat.user, seat.sat_at, seat.is_exclusive) for seat in seats]
    # Nobody may have two chairs even for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats]).update(user=None, is_exclusive=False)
    for seat, (user, sat_at, is_exclusive) in zip(seats, [sitters[-1], *sitters[:-1]], strict=True):
        seat.user, seat.sat_at, seat.is_exclusive = user, sat_at, is_exclusive
