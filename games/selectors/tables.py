"""Tables: a table as each reader sees it, and the tables of the lobby (docs/protocol.md 1.4)."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.errors import NoSuchTable, WatchBanned
from games.models import Invitation, Match, MatchSeat, Seat, SeatRequest, Table
from games.selectors.chairs import Chairs, acts_of, ruleset_of
from games.selectors.doors import closed_door, holds_seat, is_open_to, table_ban
from games.selectors.draws import drawn_at
from games.selectors.frames import moment
from games.selectors.invitations import invitation_facts, invitations_at
from games.selectors.lateness import LateTable, delay_at, in_lists, late_table
from games.selectors.series import sitting_of

View = dict[str, Any]


def table_view(table_id: int, user_id: int | None = None, *, unlocked: bool = False) -> View:
    """Return a table as *user_id* sees it, at most six queries.

    Raises NoSuchTable, TablePrivate to who has not given the password, does not sit there and did not open it, and
    (each after one more query) ClubTable to who is no member of its club, WatchBanned to who does not play there and
    may not look on.
    """
    found = Table.objects.select_related("opened_by", "club", "house_rules").annotate(is_banned=table_ban(user_id))
    table = found.filter(pk=table_id).first()
    if table is None:
        raise NoSuchTable
    seats = Seat.objects.filter(table=table).select_related("user", "controller")
    pending = SeatRequest.objects.filter(table=table, state=SeatRequest.State.PENDING).select_related("asker")
    chairs = Chairs(table, {seat.number: seat for seat in seats}, list(pending.order_by("made_at", "pk")))
    is_open = is_open_to(table, user_id, unlocked=unlocked)
    invitations = invitations_at(table_id, user_id)
    is_invited = any(invitation.invited_id == user_id for invitation in invitations)
    if not (is_open or is_invited or chairs.seat_of(user_id)):
        raise closed_door(table)
    if table.is_banned and not (chairs.seat_of(user_id) or (user_id and holds_seat(table_id, user_id))):
        raise WatchBanned("you have yet to play this yourself" if user_id else "log in to watch this table")
    delay = delay_at(table, user_id, (seat.user_id for seat in chairs.seats.values()))
    if delay:
        at = timezone.now() - delay
        late = late_table(table, at)
        yours = _yours(chairs, user_id, invitations, is_open=is_open, delay=delay) if late.seats is None else None
        return _as_seen_late(chairs, late, at, yours or _nobody(delay))
    latest = Match.objects.filter(table=table).order_by("-number").values_list("pk", flat=True).first()
    return {
        **_facts(table),
        "seats": [_seat(seat) for seat in chairs.seats.values()],
        "match": str(latest) if latest else None,
        "sitting": sitting_of(table),
        "opened_by": _person(table.opened_by),
        "draw": drawn_at(table),
        "official": _official(chairs),
        "you": _yours(chairs, user_id, invitations, is_open=is_open),
    }


def _as_seen_late(chairs: Chairs, late: LateTable, at: datetime, yours: View) -> View:
    """Return a table as it stood at a moment: what has been played, decided or changed since then is not in it."""
    table = chairs.table
    status = Table.Status.PLAYING if late.is_playing else Table.Status.OPEN
    return {
        **_facts(table),
        "version": late.version,
        "status": table.status if late.seats is None else status,
        "match_number": late.match.number if late.match else 0,
        "seats": [_seat(seat) for seat in chairs.seats.values()] if late.seats is None else _seats_then(late.seats),
        "match": str(late.match.pk) if late.match else None,
        "sitting": sitting_of(table, at),
        "opened_by": _person(table.opened_by),
        "draw": drawn_at(table, late.match.number) if late.match else None,
        "official": _official(chairs),
        "you": yours,
    }


def _seats_then(seats: Mapping[int, int]) -> list[View]:
    """Return the chairs as they were taken for a match."""
    people = User.objects.in_bulk(seats.values())
    return [
        {"seat": number, "user": _person(people.get(user_id)), "controller": None, "rematch": None}
        for number, user_id in sorted(seats.items())
    ]


def _nobody(delay: timedelta = timedelta()) -> View:
    """Return the own part of a reader who has nothing of their own here."""
    seconds = int(delay.total_seconds())
    return {
        "seat": None,
        "requests": [],
        "asked": None,
        "invitations": [],
        "may": [],
        "delay": seconds,
        "replaced": False,
    }


def lobby_tables() -> QuerySet[Table]:
    """Return the tables everybody may find, the latest changed first; `lobby_row` shows one without a further query."""
    return tables_to_find(Q(visibility=Table.Visibility.PUBLIC))


def tables_to_find(shown: Q) -> QuerySet[Table]:
    """Return the tables *shown* at which people sit down as they like, as `lobby_row` wants them; none is closed."""
    seats = Seat.objects.select_related("user").order_by("number")
    return (
        Table.objects.filter(shown & in_lists(), is_official=False)
        .exclude(status=Table.Status.CLOSED)
        .annotate(has_room=Exists(Seat.objects.filter(table=OuterRef("pk"), user=None)))
        .select_related("opened_by", "club", "house_rules")
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
        "club": None
        if table.club is None
        else {"slug": table.club.slug, "name": table.club.name, "deck": table.club.deck},
        "house_rules": None
        if table.house_rules is None
        else {"name": table.house_rules.name, "version": table.house_rules.version},
        "rated": table.rated,
        "partners": table.partners,
        "move_seconds": table.move_seconds,
        "bank_seconds": table.bank_seconds,
        "series": table.series_kind or None,
        "bella": table.bella,
        "watch_delay": table.watch_delay,
        "match_number": table.match_count,
    }


def _official(chairs: Chairs) -> View | None:
    """Return what an official table is part of, what its tournament has laid down, and who has come to their chair."""
    table = chairs.table
    if not table.is_official:
        return None
    return {
        "origin": table.origin,
        "url": table.origin_url,
        "bots_allowed": table.bots_allowed,
        "stops_at": moment(table.stops_at) if table.stops_at else None,
        "arrived": [seat.number for seat in chairs.seats.values() if seat.arrived_at is not None],
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


def _yours(
    chairs: Chairs,
    user_id: int | None,
    invitations: Iterable[Invitation],
    *,
    is_open: bool,
    delay: timedelta = timedelta(),
) -> View:
    """Return the reader's own part: where they sit, whom they have to answer or have invited, what they may do."""
    if user_id is None:
        return _nobody(delay)
    own = chairs.seat_of(user_id)
    asked = chairs.request_of(user_id)
    return {
        "seat": own.number if own else None,
        "requests": _requests(request for request in chairs.pending if request.controller_id == user_id),
        "asked": {"seat": asked.number, "until": moment(asked.act_at)} if asked else None,
        "invitations": [invitation_facts(invitation) for invitation in invitations],
        "may": _acts(chairs, user_id, is_open=is_open),
        "delay": int(delay.total_seconds()),
        "replaced": own is None and _is_replaced(chairs.table, user_id),
    }


def _is_replaced(table: Table, user_id: int) -> bool:
    """Tell whether somebody else plays on for a reader, who watches now: a query where one may."""
    if not table.is_official or table.status != Table.Status.PLAYING:
        return False
    gone = MatchSeat.objects.filter(match__table=table, match__number=table.match_count, to_seq__isnull=False)
    return gone.filter(user_id=user_id).exists()


def _acts(chairs: Chairs, user_id: int, *, is_open: bool) -> list[str]:
    """Return what a reader may do; a guest may nothing at other people's tables, which costs a query to know."""
    acts = acts_of(chairs, user_id, is_open=is_open)
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
