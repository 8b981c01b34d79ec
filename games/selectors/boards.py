"""Boards: running tables in little, as everybody may see them: names, scores, the cards on the cloth, whose turn."""

from collections.abc import Collection
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, QuerySet

from games.errors import NoSuchTable, NotOpen, Refusal, TableClosed, TablePrivate
from games.models import Match, Table, WatchBan
from games.selectors.frames import Names, names_of
from games.selectors.memory import positions_of
from games.selectors.positions import MatchPosition

Facts = dict[str, Any]

MOST_BOARDS = 16


class Board(NamedTuple):
    """One table in little, and who may not look at it."""

    table_id: int
    match_id: UUID
    seq: int
    facts: Facts
    banned: frozenset[int]
    holders: frozenset[int]

    def is_closed_to(self, user_id: int | None) -> bool:
        """Tell whether a reader may not look (games.selectors.doors); who plays there may."""
        if user_id is None:
            return bool(self.banned)
        return user_id in self.banned and user_id not in self.holders


def boards_of(table_ids: Collection[int]) -> dict[int, Board]:
    """Return the boards of these tables: at most four queries.

    Left out are tables at which no match has begun, or is seen late.
    """
    latest = Match.objects.filter(table_id__in=table_ids, number=F("table__match_count"), watch_delay=0)
    by_id = {match.pk: match for match in latest.select_related("table")}
    positions = positions_of({match.pk: match.seq for match in by_id.values()})
    names = names_of(holder.user_id for position in positions.values() for holder in position.holders.values())
    bans = _bans_at(by_id.values())
    return {
        match.table_id: Board(
            table_id=match.table_id,
            match_id=match.pk,
            seq=match.seq,
            facts=_facts(match.table, positions[match.pk], names),
            banned=bans.get(match.table_id, frozenset()),
            holders=frozenset(holder.user_id for holder in positions[match.pk].holders.values()),
        )
        for match in by_id.values()
        if match.pk in positions
    }


def board_tables(codes: Collection[str]) -> dict[str, int | Refusal]:
    """Return the table of each code as a board may show it, or why none may: one query."""
    plain = [code for code in codes if code.isalnum()]
    facts = ("code", "pk", "status", "visibility", "match_count", "watch_delay")
    found: dict[str, int | Refusal] = dict.fromkeys(codes, NoSuchTable())
    for code, table_id, status, visibility, matches, delay in Table.objects.filter(code__in=plain).values_list(*facts):
        if visibility != Table.Visibility.PUBLIC:
            found[code] = TablePrivate("only public tables have boards")
        elif delay:
            found[code] = NotOpen("watchers see this table late, and at its own page alone")
        elif status == Table.Status.CLOSED:
            found[code] = TableClosed()
        else:
            found[code] = table_id if matches else NotOpen("no match has begun there")
    return found


def running_tables(limit: int = MOST_BOARDS) -> list[int]:
    """Return the tables that have a board and at which a match is being played, the latest begun first: one query."""
    return list(running_in_public().order_by("-pk").values_list("table_id", flat=True)[:limit])


def running_in_public() -> QuerySet[Match]:
    """Return the matches being played that boards show."""
    return Match.objects.filter(
        status=Match.Status.RUNNING, watch_delay=0, table__watch_delay=0, table__visibility=Table.Visibility.PUBLIC
    )


def _bans_at(matches: Collection[Match]) -> dict[int, frozenset[int]]:
    """Return who may not look at the tables of these matches."""
    tables = {match.pk: match.table_id for match in matches}
    bans: dict[int, set[int]] = {}
    at_tables = WatchBan.objects.filter(table_id__in=tables.values()) | WatchBan.objects.filter(match_id__in=tables)
    for table_id, match_id, user_id in at_tables.values_list("table_id", "match_id", "user_id"):
        bans.setdefault(tables[match_id] if match_id else table_id, set()).add(user_id)
    return {table_id: frozenset(users) for table_id, users in bans.items()}


def _facts(table: Table, position: MatchPosition, names: Names) -> Facts:
    """Return what is shown, out of the public view alone."""
    view = position.view
    trick, last = view["trick"], view["last_trick"]
    cloth = trick["plays"] if trick and trick["plays"] else last["plays"] if last else []
    is_gathered = bool(last) and not (trick and trick["plays"])
    return {
        "code": table.code,
        "name": table.name,
        "preset": table.preset,
        "rated": table.rated,
        "version": table.version,
        "match": str(position.match_id),
        "seq": position.seq,
        "status": position.status,
        "target": view["target"],
        "hand": view["hand"],
        "phase": view["phase"],
        "dealer": view["dealer"],
        "turn": view["turn"]["seat"] if view["turn"] else None,
        "sides": view["sides"],
        "totals": view["totals"],
        "seats": [{**seat, "name": names.get(seat["id"], "")} for seat in view["seats"]],
        "counts": view["counts"],
        "cloth": cloth,
        "winner": last["winner"] if is_gathered else None,
        "result": position.result,
    }
