"""Tables: a table as each reader sees it, and the tables of the lobby (docs/protocol.md 1.4)."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from accounts.models import User
from games.errors import NoSuchTable, TablePrivate, WatchBanned
from games.models import Match, Seat, SeatRequest, Table
from games.selectors.chairs import Chairs, acts_of, ruleset_of
from games.selectors.doors import holds_seat, table_ban
from games.selectors.frames import moment

View = dict[str, Any]


def table_view(table_id: int, user_id: int | None = None, *, unlocked: bool = False) -> View:
    """Return a table as *user_id* sees it, at most four queries.

    Raises NoSuchTable, TablePrivate to who has not given the password, does not sit there and did not open it, and
    WatchBanned (after one more query) to who does not play there and may not look on.
    """
    found = Table.objects.select_related("opened_by").annotate(is_banned=table_ban(user_id))
    table = found.filter(pk=table_id).first()
    if table is None:
        raise NoSuchTable
    seats = Seat.objects.filter(table=table).select_related("user", "controller")
    pending = SeatRequest.objects.filter(table=table, state=SeatRequest.State.PENDING).select_related("asker")
    chairs = Chairs(table, {seat.number: seat for seat in seats}, list(pending.order_by("made_at", "pk")))
    if not may_see(chairs, user_id, unlocked=unlocked):
        raise TablePrivate
    if table.is_banned and not (chairs.seat_of(user_id) or (user_id and holds_seat(table_id, user_id))):
        raise WatchBanned("you have yet to play this yourself" if user_id else "log in to watch this table")
    latest = Match.objects.filter(table=table).order_by("-number").values_list("pk", flat=True).first()
    return {
        **_facts(table),
        "seats": [_seat(seat) for seat in chairs.seats.values()],
        "match": str(latest) if latest else None,
        "opened_by": _person(table.opened_by),
        "you": _yours(chairs, user_id, unlocked=unlocked),
    }


def may_see(chairs: Chairs, user_id: int | None, *, unlocked: bool) -> bool:
    """Tell whether a reader may see a table: always, but for a password not given."""
    table = chairs.table
    if table.visibility != Table.Visibility.PASSWORD or unlocked:
        return True
    return user_id is not None and (table.opened_by_id == user_id or chairs.seat_of(user_id) is not None)


def lobby_tables() -> QuerySet[Table]:
    """Return the tables everybody may find, the latest changed first; `lobby_row` shows one without a further query."""
    seats = Seat.objects.select_related("user").order_by("number")
    return (
        Table.objects.filter(visibility=Table.Visibility.PUBLIC)
        .exclude(status=Table.Status.CLOSED)
        .annotate(has_room=Exists(Seat.objects.filter(table=OuterRef("pk"), user=None)))
        .select_related("opened_by")
        .prefetch_related(Prefetch("seats", queryset=seats))
        .order_by("-changed_at", "-pk")
    )


def lobby_row(table: Table) -> View:
    """Return what the lobby shows of a table from `lobby_tables`."""
    return {
        **_facts(table),
        "seats": [{"seat": seat.number, "user": _person(seat.user)} for seat in table.seats.all()],
        "opened_by": _person(table.opened_by),
    }


def _facts(table: Table) -> View:
    return {
        "code": table.code,
        "name": table.name,
        "version": table.version,
        "status": table.status,
        "preset": table.preset,
        "options": table.options,
        "target": ruleset_of(table).target,
        "visibility": table.visibility,
        "rated": table.rated,
        "move_seconds": table.move_seconds,
        "bank_seconds": table.bank_seconds,
        "match_number": table.match_count,
    }


def _seat(seat: Seat) -> View:
    controller = _person(seat.controller)
    return {
        "seat": seat.number,
        "user": _person(seat.user),
        "controller": controller and {"id": controller["id"], "name": controller["name"]},
        "rematch": seat.rematch or None,
    }


def _person(user: User | None) -> View | None:
    return None if user is None else {"id": user.pk, "name": user.username, "kind": user.kind}


def _yours(chairs: Chairs, user_id: int | None, *, unlocked: bool) -> View:
    """Return the reader's own part: where they sit, whom they have to answer, what they may do."""
    if user_id is None:
        return {"seat": None, "requests": [], "asked": None, "may": []}
    own = chairs.seat_of(user_id)
    asked = chairs.request_of(user_id)
    return {
        "seat": own.number if own else None,
        "requests": _requests(request for request in chairs.pending if request.controller_id == user_id),
        "asked": {"seat": asked.number, "until": moment(asked.act_at)} if asked else None,
        "may": _acts(chairs, user_id, unlocked=unlocked),
    }


def _acts(chairs: Chairs, user_id: int, *, unlocked: bool) -> list[str]:
    """Return what a reader may do; a guest may nothing at other people's tables, which costs a query to know."""
    acts = acts_of(chairs, user_id, unlocked=unlocked)
    is_own = chairs.table.is_practice or chairs.seat_of(user_id)
    return [] if acts and not is_own and User.objects.filter(pk=user_id, kind=User.Kind.GUEST).exists() else acts


def _requests(requests: Iterable[SeatRequest]) -> list[View]:
    return [
        {
            "id": request.pk,
            "seat": request.number,
            "name": request.asker.username,
            "until": moment(request.act_at),
        }
        for request in requests
    ]
