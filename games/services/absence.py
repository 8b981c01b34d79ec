"""Absence: a bot plays for a holder who has gone or lets the time run out, until they take the seat back."""

from uuid import UUID

from django.db import IntegrityError, transaction

from games.errors import AlreadySeated, MustStay
from games.models import Match
from games.selectors.chairs import chairs_of
from games.services.chairs import empty, settle_chairs
from games.services.endings import settle_wishes
from games.services.logbook import Logbook
from games.services.pauses import settle
from games.services.tables import lock_table, touch

MOST_TIMEOUTS = 3  # in a row (rules 10)


def leave(book: Logbook, seat: int, command_id: UUID | None = None) -> int:
    """Leave a running match for good: a bot plays on, and the chair is free for a rematch. Locks the table."""
    if book.position.holders[seat].has_left:
        return book.position.seq
    seq = book.write("bot_took_seat", seat=seat, public={"reason": "left"}, by="player", command_id=command_id)
    chairs = chairs_of(lock_table(book.match.table_id))
    chair = chairs.seats[seat]
    if chair.user_id == book.position.holders[seat].user_id:
        empty(chair)
        settle_chairs(chairs)
        touch(chairs.table)
    settle_wishes(book)
    settle(book)
    return seq


def walk_out(book: Logbook, seat: int, command_id: UUID | None = None) -> int:
    """Leave as a player wishes to. Raises MustStay where no bot may play on."""
    if not book.position.can_leave:
        raise MustStay("call the director, or give the match up")
    return leave(book, seat, command_id)


def replace_absent(book: Logbook, seat: int) -> None:
    """Let a bot play for a holder whose time has run out three times in a row, unless none may."""
    if not book.position.can_leave:
        return
    if book.position.status == Match.Status.RUNNING and book.position.holders[seat].timeouts >= MOST_TIMEOUTS:
        book.write("bot_took_seat", seat=seat, public={"reason": "timeouts"})
        settle_wishes(book)
        settle(book)


def take_back(book: Logbook, seat: int, command_id: UUID | None = None) -> int:
    """Give a seat back to its holder, who acts from now on; a chair given up by leaving is taken again.

    Locks the table after leaving. Raises AlreadySeated if the holder has sat down elsewhere since.
    """
    holder = book.position.holders[seat]
    if not holder.by_bot:
        return book.position.seq
    if holder.has_left:
        chairs = chairs_of(lock_table(book.match.table_id))
        chair = chairs.seats[seat]
        chair.user_id, chair.sat_at = holder.user_id, book.now
        chair.is_exclusive = not (holder.is_bot or book.position.is_official)
        chair.is_reserved = book.position.is_official and not holder.is_bot
        chair.arrived_at = book.now if book.position.is_official else None
        try:
            with transaction.atomic():
                settle_chairs(chairs)
        except IntegrityError:
            raise AlreadySeated from None
        touch(chairs.table)
    return book.write("seat_given_back", seat=seat, by="player", command_id=command_id)
