"""Doors: whether a reader may look at a table or a match (docs/protocol.md 1; docs/adr/0039)."""

from collections.abc import Container
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.selectors.clubs import membership_of
from games.errors import ClubTable, NoSuchMatch, Refusal, TablePrivate, WatchBanned
from games.models import Match, MatchSeat, Table, WatchBan


def check_match_open(match_id: UUID, user_id: int | None, *, unlocked: Container[str]) -> None:
    """Accept who may look at a match; *unlocked* holds the codes of the tables whose password they gave.

    At most three queries. Raises NoSuchMatch, WatchBanned, and to who never played it TablePrivate (they gave no
    password and did not open the table) or ClubTable (they are no members of its club).
    """
    matches = Match.objects.filter(pk=match_id).annotate(is_banned=match_ban(user_id)).select_related("table")
    match = matches.only("table__code", "table__visibility", "table__opened_by", "table__club").first()
    if match is None:
        raise NoSuchMatch
    table = match.table
    is_known = is_open_to(table, user_id, unlocked=table.code in unlocked)
    if is_known and not match.is_banned:
        return
    if user_id is not None and MatchSeat.objects.filter(match_id=match_id, user_id=user_id).exists():
        return
    raise WatchBanned if is_known else closed_door(table)


def is_open_to(table: Table, user_id: int | None, *, unlocked: bool) -> bool:
    """Tell whether a reader may come in who does not sit there; *unlocked* says that they gave the password.

    A club's own table is for its members of this moment, which costs a query; who opened another needs no password.
    """
    if table.visibility == Table.Visibility.CLUB:
        return table.club_id is not None and membership_of(user_id=user_id, club_id=table.club_id) is not None
    is_opener = user_id is not None and table.opened_by_id == user_id
    return table.visibility != Table.Visibility.PASSWORD or unlocked or is_opener


def closed_door(table: Table) -> Refusal:
    """Return what is said to who may not come in."""
    return ClubTable() if table.visibility == Table.Visibility.CLUB else TablePrivate()


def match_ban(user_id: int | None) -> Exists:
    """Return, for a query of matches, whether this reader is kept from looking at each; its players are for others."""
    return Exists(_of(user_id, WatchBan.objects.filter(Q(match=OuterRef("pk")) | Q(table=OuterRef("table")))))


def table_ban(user_id: int | None) -> Exists:
    """Return, for a query of tables, whether this reader is kept from what is on the cloth there now."""
    latest = Q(match__table=OuterRef("pk"), match__number=OuterRef("match_count"))
    return Exists(_of(user_id, WatchBan.objects.filter(latest | Q(table=OuterRef("pk")))))


def _of(user_id: int | None, bans: QuerySet[WatchBan]) -> QuerySet[WatchBan]:
    """Return those of *bans* that concern a reader: their own, or any for who is nobody in particular."""
    return bans if user_id is None else bans.filter(user_id=user_id)


def holds_seat(table_id: int, user_id: int) -> bool:
    """Tell whether a user holds a seat in the latest match of a table, even while a bot plays it."""
    held = MatchSeat.objects.filter(match__table_id=table_id, match__number=F("match__table__match_count"), to_seq=None)
    return held.filter(user_id=user_id).exists()
