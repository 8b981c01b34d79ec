"""Chairs: who sits at a table, who decides about an empty chair, and what each person may do there (product, Seating).

The services ask the same `check_` functions under the table's lock that the snapshot asks to offer an act.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from django.utils import timezone

from games.engine.rulesets import Ruleset, resolve
from games.errors import (
    AlreadyAsked,
    AlreadySeated,
    NoRight,
    NoSuchSeat,
    NotOpen,
    NotSeated,
    OfficialTable,
    Refusal,
    SeatAskedFor,
    SeatNotYours,
    SeatTaken,
    TableClosed,
    TablePlaying,
    TablePrivate,
)
from games.models import Seat, SeatRequest, Table
from games.selectors.doors import closed_door
from games.selectors.lateness import delay_at, late_table
from games.selectors.series import can_play_series, running_series

MOST_REFUSALS = 3


@dataclass(slots=True)
class Chairs:
    """The chairs of one table with the requests that wait for an answer, as loaded at one moment."""

    table: Table
    seats: dict[int, Seat]
    pending: list[SeatRequest]
    rules: Ruleset = field(init=False)
    late: dict[int, bool] = field(default_factory=dict)  # by user: whether they see the table as it was

    def __post_init__(self) -> None:
        """Resolve the rules, which say who is whose partner."""
        self.rules = ruleset_of(self.table)

    def seat_of(self, user_id: int | None) -> Seat | None:
        """Return the chair *user_id* sits in."""
        return next((seat for seat in self.seats.values() if user_id and seat.user_id == user_id), None)

    def request_of(self, user_id: int | None) -> SeatRequest | None:
        """Return the request of *user_id* that waits for an answer."""
        return next((request for request in self.pending if request.asker_id == user_id), None)

    def side_of(self, number: int) -> tuple[int, ...]:
        """Return the chairs of the side that chair *number* belongs to; only itself where sides are not known."""
        sides = self.rules.sides or ()
        side = next((side for side in sides if number in side), (number,))
        return tuple(chair for chair in side if chair in self.seats)

    def controller_of(self, number: int) -> int | None:
        """Return who decides about the empty chair *number*: the person of its side who sat down first.

        Nobody does while partners are still to be drawn: the chair is no partner's yet.
        """
        if self.seats[number].user_id is not None or self.awaits_draw():
            return None
        people = [seat for chair in self.side_of(number) if (seat := self.seats[chair]).is_exclusive and seat.sat_at]
        return min(people, key=lambda seat: (seat.sat_at, seat.number)).user_id if people else None

    def is_full(self) -> bool:
        """Tell whether every chair is taken."""
        return all(seat.user_id is not None for seat in self.seats.values())

    def has_pairs(self) -> bool:
        """Tell whether the sides are two pairs, so that partners can be swapped."""
        return can_play_series(self.rules, Table.Series.GIRO)

    def awaits_draw(self) -> bool:
        """Tell whether chance settles who plays with whom in the match to come."""
        return self.table.partners != Table.Partners.CHOSEN and not self.table.match_count


def sides_of(rules: Ruleset) -> tuple[tuple[int, ...], ...]:
    """Return the chairs of each side, everybody alone where sides are formed in play; a dummy has no chair."""
    seats = rules.person_seats
    sides = rules.sides or tuple((seat,) for seat in seats)
    return tuple(tuple(seat for seat in side if seat in seats) for side in sides)


def has_partners(rules: Ruleset) -> bool:
    """Tell whether at least two people play as a side under *rules*."""
    return any(len(side) > 1 for side in sides_of(rules))


def ruleset_of(table: Table) -> Ruleset:
    """Return the rules played at *table*."""
    return resolve(table.preset, table.options, table.rules_version)


def chairs_of(table: Table) -> Chairs:
    """Load the chairs of *table* with their sitters: two queries."""
    seats = {seat.number: seat for seat in Seat.objects.filter(table=table).select_related("user")}
    pending = SeatRequest.objects.filter(table=table, state=SeatRequest.State.PENDING).order_by("made_at", "id")
    return Chairs(table, seats, list(pending))


def check_open(chairs: Chairs) -> None:
    """Raise OfficialTable, TableClosed or TablePlaying unless its people may change the chairs of a table."""
    if chairs.table.is_official:
        raise OfficialTable
    if chairs.table.status == Table.Status.CLOSED:
        raise TableClosed
    if chairs.table.status == Table.Status.PLAYING:
        raise TablePlaying


def check_in_time(chairs: Chairs, user_id: int) -> None:
    """Raise TablePlaying to a watcher to whom a match is still on, or not yet, by the delay of the table.

    Were a chair given as soon as the match is over, asking for one would tell that it is (docs/adr/0038).
    """
    table = chairs.table
    if table.watch_delay and user_id not in chairs.late:
        delay = delay_at(table, user_id, (seat.user_id for seat in chairs.seats.values()))
        chairs.late[user_id] = bool(delay) and late_table(table, timezone.now() - delay).seats is not None
    if chairs.late.get(user_id):
        raise TablePlaying


def check_chair(chairs: Chairs, number: int) -> Seat:
    """Return chair *number*. Raises NoSuchSeat."""
    seat = chairs.seats.get(number)
    if seat is None:
        raise NoSuchSeat(f"the table has no chair {number}")
    return seat


def check_empty(chairs: Chairs, number: int) -> Seat:
    """Return the empty chair *number*. Raises NoSuchSeat, SeatTaken."""
    seat = check_chair(chairs, number)
    if seat.user_id is not None:
        raise SeatTaken
    return seat


def check_sit(chairs: Chairs, user_id: int, number: int, *, is_open: bool) -> None:
    """Raise the reason why *user_id* may neither sit down in chair *number* nor ask for it.

    *is_open* says that the table is open to them (games.selectors.doors).
    """
    check_in_time(chairs, user_id)
    check_open(chairs)
    if chairs.seat_of(user_id):
        raise AlreadySeated("you sit at this table; stand up first")
    if chairs.request_of(user_id):
        raise AlreadyAsked
    table = chairs.table
    if table.is_practice and table.opened_by_id != user_id:
        raise TablePrivate("this table is for one person and bots")
    if not is_open:
        raise closed_door(table)
    check_empty(chairs, number)


def check_stand(chairs: Chairs, user_id: int) -> None:
    """Raise the reason why *user_id* may neither stand up nor withdraw a request."""
    if not chairs.seat_of(user_id) and not chairs.request_of(user_id):
        raise NotSeated
    check_in_time(chairs, user_id)
    check_open(chairs)


def check_host(chairs: Chairs, user_id: int) -> None:
    """Raise NoRight unless *user_id* sits here or opened the table."""
    if not chairs.seat_of(user_id) and chairs.table.opened_by_id != user_id:
        raise NoRight("only who sits here or opened the table does this")


def check_seat_bot(chairs: Chairs, user_id: int, number: int) -> None:
    """Raise the reason why *user_id* may not fill chair *number* with a bot."""
    check_in_time(chairs, user_id)
    check_open(chairs)
    check_empty(chairs, number)
    check_host(chairs, user_id)
    if chairs.controller_of(number) not in {None, user_id}:
        raise SeatNotYours
    if any(request.number == number for request in chairs.pending):
        raise SeatAskedFor


def check_unseat_bot(chairs: Chairs, user_id: int, number: int) -> None:
    """Raise the reason why *user_id* may not take a bot out of chair *number*."""
    check_in_time(chairs, user_id)
    check_open(chairs)
    seat = check_chair(chairs, number)
    if seat.user is None or not seat.user.bot_level:
        raise SeatNotYours("no bot of the house sits there")
    check_host(chairs, user_id)
    people = [chairs.seats[chair] for chair in chairs.side_of(number) if chairs.seats[chair].is_exclusive]
    if people and all(sitter.user_id != user_id for sitter in people):
        raise SeatNotYours


def check_invite(chairs: Chairs, user_id: int, number: int) -> None:
    """Raise the reason why *user_id* may not invite somebody to chair *number*."""
    check_in_time(chairs, user_id)
    check_open(chairs)
    if chairs.table.is_practice:
        raise NoRight("this table is for one person and bots")
    check_seat_bot(chairs, user_id, number)


def check_rematch(chairs: Chairs, user_id: int, *, swap: bool) -> None:
    """Raise the reason why *user_id* cannot ask for another match, with or without another partner.

    Another partner may be asked for before a match too, while somebody is still waited for.
    """
    if not chairs.seat_of(user_id):
        raise NotSeated
    check_open(chairs)
    if swap and not chairs.is_full() and chairs.has_pairs() and not chairs.awaits_draw():
        if sum(seat.user_id is not None for seat in chairs.seats.values()) < 2:
            raise NotOpen("nobody is there to change partners with")
        return
    if not chairs.table.match_count or not chairs.is_full():
        raise NotOpen("a rematch needs a finished match and everybody in their chairs")
    if swap and running_series(chairs.table) is not None:
        raise NotOpen("the series says who plays with whom")
    if swap and not chairs.has_pairs():
        raise NotOpen("nobody has one partner to swap here")


def check_arrive(chairs: Chairs, user_id: int) -> Seat:
    """Return the chair of *user_id*, who is there, at an official table. Raises TableClosed, NotSeated."""
    if chairs.table.status == Table.Status.CLOSED:
        raise TableClosed
    seat = chairs.seat_of(user_id)
    if seat is None:
        raise NotSeated
    return seat


def is_awaited(chairs: Chairs, user_id: int) -> bool:
    """Tell whether an official table does not know yet that *user_id*, who sits there, has come."""
    seat = chairs.seat_of(user_id)
    return chairs.table.is_official and seat is not None and seat.arrived_at is None


def check_privacy(table: Table, user_id: int) -> None:
    """Raise the reason why *user_id* may not say who may come to *table*."""
    if table.is_official:
        raise OfficialTable
    if table.opened_by_id != user_id:
        raise NoRight("only who opened the table says who may come")
    if table.status == Table.Status.CLOSED:
        raise TableClosed


def check_close(chairs: Chairs, user_id: int) -> None:
    """Raise the reason why *user_id* may not close the table."""
    check_in_time(chairs, user_id)
    check_open(chairs)
    if chairs.table.opened_by_id != user_id:
        raise NoRight("only who opened the table closes it")


def acts_of(chairs: Chairs, user_id: int, *, is_open: bool) -> list[str]:
    """Return what *user_id* may do here, as the snapshot offers it (docs/protocol.md 1.4)."""
    acts: dict[str, Callable[[], object]] = {}
    for number in chairs.seats:
        acts[f"sit:{number}"] = partial(check_sit, chairs, user_id, number, is_open=is_open)
        acts[f"bot:{number}"] = partial(check_seat_bot, chairs, user_id, number)
        acts[f"invite:{number}"] = partial(check_invite, chairs, user_id, number)
        acts[f"unbot:{number}"] = partial(check_unseat_bot, chairs, user_id, number)
    acts["stand"] = partial(check_stand, chairs, user_id)
    acts["rematch"] = partial(check_rematch, chairs, user_id, swap=False)
    acts["swap"] = partial(check_rematch, chairs, user_id, swap=True)
    acts["privacy"] = partial(check_privacy, chairs.table, user_id)
    acts["close"] = partial(check_close, chairs, user_id)
    awaited = ["arrive"] if is_awaited(chairs, user_id) else []
    return awaited + [act for act, check in acts.items() if _passes(check)]


def _passes(check: Callable[[], object]) -> bool:
    try:
        check()
    except Refusal:
        return False
    return True
