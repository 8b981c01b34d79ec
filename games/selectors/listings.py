"""Listings: matches as pages list them, each with its players and its result; only those their reader may see."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.engine.rulesets import Ruleset, resolve
from games.models import Match, MatchSeat, Seat, Table
from games.selectors.doors import match_ban
from games.selectors.lateness import is_told

RECENT: Final = 200


@dataclass(frozen=True, slots=True)
class SideRow:
    """One total of a match: whose it is, the points once it has ended, and whether they won."""

    names: list[str]
    points: int | None
    is_winner: bool
    user_ids: frozenset[int]


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One match of a list."""

    match: Match
    sides: list[SideRow]
    rules: Ruleset
    seats: dict[int, int]  # users by seat

    def seat_of(self, user_id: int | None) -> int | None:
        """Return the seat of a user, None for a watcher."""
        return next((seat for seat, holder in self.seats.items() if holder == user_id), None)


def visible_matches(user_id: int | None = None) -> QuerySet[Match]:
    """Return the matches a reader may find: those at public tables they may look at, and their own."""
    own = MatchSeat.objects.filter(user=user_id).values("match_id")
    is_open = is_told() & Q(table__visibility=Table.Visibility.PUBLIC) & ~Q(match_ban(user_id))
    return _with_players().filter(is_open | Q(pk__in=own))


def _with_players() -> QuerySet[Match]:
    seats = MatchSeat.objects.filter(to_seq=None).select_related("user").order_by("number")
    return Match.objects.select_related("table").prefetch_related(Prefetch("seats", queryset=seats, to_attr="holders"))


def match_at(match_id: UUID) -> Match | None:
    """Return the match of this id with its players; who may see it is for `check_match_open` to say."""
    return _with_players().filter(pk=match_id).first()


def running_matches() -> QuerySet[Match]:
    """Return the matches anybody may watch now, the latest begun first."""
    return visible_matches().filter(status=Match.Status.RUNNING).order_by("-pk")


def finished_matches(user_id: int | None = None) -> QuerySet[Match]:
    """Return the ended matches a reader may find, the latest ended first; those called off are left out."""
    return visible_matches(user_id).filter(status=Match.Status.FINISHED).order_by("-finished_at", "-pk")


def matches_of(player_id: int, user_id: int | None = None) -> QuerySet[Match]:
    """Return those of a player's latest matches that have ended and a reader may find, the latest ended first.

    Of the last `RECENT` only: what a page costs does not grow with a long life at the tables.
    """
    own = MatchSeat.objects.filter(user_id=player_id, to_seq=None).order_by("-match_id").values("match_id")[:RECENT]
    return finished_matches(user_id).filter(pk__in=own)


def match_row(match: Match) -> MatchRow:
    """Return what a list shows of a match that one of the functions above has found: no further query."""
    holders: list[MatchSeat] = match.holders  # type: ignore[attr-defined] # prefetched by visible_matches
    rules = resolve(match.preset, match.options, match.rules_version)
    result: dict[str, Any] = match.result or {}
    totals, winners = result.get("totals"), result.get("winners", [])
    by_number = {holder.number: holder.user for holder in holders}
    groups = _groups(rules, list(by_number), len(totals) if totals else None)
    sides = [
        SideRow(
            names=[by_number[seat].username for seat in group if seat in by_number],
            points=totals[index] if totals and index < len(totals) else None,
            is_winner=index in winners,
            user_ids=frozenset(by_number[seat].pk for seat in group if seat in by_number),
        )
        for index, group in enumerate(groups)
    ]
    return MatchRow(match, sides, rules, {seat: user.pk for seat, user in by_number.items()})


def _groups(rules: Ruleset, seats: list[int], totals: int | None) -> list[tuple[int, ...]]:
    """Return the seats behind each total; each seat for itself where the sides are formed in play."""
    if rules.sides is not None:
        return [tuple(side) for side in rules.sides]
    if totals is not None and totals != len(seats):
        return [tuple(seats)]
    return [(seat,) for seat in seats]


def with_free_chair(tables: QuerySet[Table]) -> QuerySet[Table]:
    """Return those of *tables* at which somebody can sit down."""
    return tables.filter(status=Table.Status.OPEN, seats__user=None).distinct()


def of_speed(tables: QuerySet[Table], speed: str) -> QuerySet[Table]:
    """Return those of *tables* that are `quick` (under 20 s a card), `usual` or `slow` (over 40 s, or no clock)."""
    if speed == "quick":
        return tables.filter(move_seconds__gt=0, move_seconds__lt=20)
    if speed == "slow":
        return tables.filter(Q(move_seconds=0) | Q(move_seconds__gt=40))
    return tables.filter(move_seconds__range=(20, 40))


def code_of(table_id: int) -> str:
    """Return the code of a table, as addresses name it."""
    return Table.objects.values_list("code", flat=True).get(pk=table_id)


def chair_of(user_id: int | None) -> Seat | None:
    """Return the lobby chair a person has, with its table."""
    return Seat.objects.filter(user_id=user_id, is_exclusive=True).select_related("table").first() if user_id else None
