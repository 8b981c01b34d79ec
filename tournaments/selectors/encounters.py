"""Encounters: how those of a tournament stand as one reader sees them, down to the score of each leg.

What is seen late at a table is seen late here (games.selectors.lateness, docs/adr/0071): a result that watchers have
not seen yet is no result, and the leg still has the score that they see.
"""

from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Max, Prefetch, Q, QuerySet

from games.models import Event, Match, MatchSeat, Table
from games.selectors.lateness import is_told
from games.selectors.memory import positions_of
from tournaments.formats.encounters import Ending, Side
from tournaments.formats.knockout import THIRD_PLACE
from tournaments.formats.stage import Stage
from tournaments.models import Encounter, EncounterLeg, EncounterTable, Round, Tournament
from tournaments.selectors.nameplates import Nameplate, Nameplates

Score = tuple[int, int]  # home's, then away's
_FIELDS = ("key", "is_rematch", "by_hand", "ending", "waits_until")
_TABLE_FIELDS = ("encounter", "leg", "attempt", "home_first", "table__code", "table__status", "table__visibility")


@dataclass(frozen=True, slots=True)
class LegFacts:
    """A leg that has a table or a score. *match* is one that can be replayed, *table* one that can be looked at."""

    number: int
    score: Score | None
    winner: Side | None
    way: str
    table: str | None = None
    match: UUID | None = None

    @property
    def is_running(self) -> bool:
        """Whether it is being played, as far as its reader knows."""
        return self.winner is None and self.score is not None


@dataclass(frozen=True, slots=True)
class EncounterFacts:
    """An encounter; *away* is None where *home* has a free round."""

    key: str
    round: int
    table: int
    home: Nameplate
    away: Nameplate | None
    ending: Ending | None
    winner: Side | None
    legs: tuple[LegFacts, ...]
    is_rematch: bool
    by_hand: bool
    waits_until: datetime | None

    @property
    def score(self) -> Score:
        """The legs won by each side."""
        return sum(leg.winner is Side.HOME for leg in self.legs), sum(leg.winner is Side.AWAY for leg in self.legs)

    @property
    def state(self) -> str:
        """How far it has got: bye, open, waiting (at a table), running, decided."""
        if self.away is None:
            return "bye"
        if self.ending is not None:
            return "decided"
        if any(leg.is_running for leg in self.legs):
            return "running"
        return "waiting" if any(leg.table for leg in self.legs) else "open"

    @property
    def is_for_third(self) -> bool:
        """Whether the losers of the semi-finals meet in it."""
        return self.key == THIRD_PLACE

    @property
    def winner_plate(self) -> Nameplate | None:
        """Who has won it."""
        return {Side.HOME: self.home, Side.AWAY: self.away}.get(self.winner) if self.winner else None

    @property
    def table_now(self) -> str | None:
        """The table at which it is being played, or waited for."""
        return next((leg.table for leg in self.legs if leg.winner is None and leg.table), None)

    def side_of(self, number: int | None) -> Side | None:
        """Return the side an entrant is on."""
        if number is None:
            return None
        if self.home.number == number:
            return Side.HOME
        return Side.AWAY if self.away is not None and self.away.number == number else None


def untold_matches(tournament: Tournament, user_id: int | None) -> dict[UUID, str]:
    """Return the matches of whose end a reader may not know yet, each with the key of its encounter.

    One query, none where watchers see all at once.
    """
    if not tournament.watch_delay:
        return {}
    legs = EncounterLeg.objects.filter(encounter__tournament=tournament, match__isnull=False)
    late = legs.exclude(match__in=Match.objects.filter(is_told())).exclude(match__in=_own(user_id))
    return dict(late.values_list("match", "encounter__key"))


def untold_tournaments() -> QuerySet[EncounterLeg, int]:
    """Return the tournaments with a match whose end not everybody may know yet, as a query: nor who has which place."""
    late = EncounterLeg.objects.filter(match__watch_delay__gt=0).exclude(match__in=Match.objects.filter(is_told()))
    return late.values_list("encounter__tournament", flat=True)


def encounters_of(
    tournament: Tournament,
    stage: Stage,
    plates: Nameplates,
    *,
    user_id: int | None,
    now: datetime,
    rounds: Collection[int] | None = None,
) -> dict[str, EncounterFacts]:
    """Return the encounters of *stage* by key, or those of some *rounds*, table by table: at most six queries.

    *stage* is what the reader may know of (`untold_matches`).
    """
    rows = Encounter.objects.filter(tournament=tournament).exclude(round__state=Round.State.DRAFT)
    if rounds is not None:
        rows = rows.filter(round__number__in=rounds)
    by_table = rows.order_by("round__number", "table_number").only(*_FIELDS)
    legs = EncounterLeg.objects.order_by("number")
    tables = EncounterTable.objects.select_related("table").only(*_TABLE_FIELDS).order_by("attempt")
    loaded = Prefetch("legs", legs, to_attr="legs_played"), Prefetch("tables", tables, to_attr="seated")
    found = list(by_table.prefetch_related(*loaded))
    untold = untold_matches(tournament, user_id)
    scores = _live_scores(_tables_on(found, set(untold.values())), user_id, now)
    return {
        row.key: _facts(row, stage, plates, _legs_of(row, scores, untold))
        for row in found
        if row.key in stage.by_key and stage.by_key[row.key].home in plates  # else it is newer than they are
    }


def _facts(row: Encounter, stage: Stage, plates: Nameplates, legs: tuple[LegFacts, ...]) -> EncounterFacts:
    pairing, outcome = stage.by_key[row.key], stage.outcomes.get(row.key)
    return EncounterFacts(
        key=row.key,
        round=pairing.round,
        table=pairing.table,
        home=plates[pairing.home],
        away=plates[pairing.away] if pairing.away is not None else None,
        ending=outcome.ending if outcome else None,
        winner=outcome.winner if outcome else None,
        legs=legs,
        is_rematch=row.is_rematch,
        by_hand=row.by_hand,
        waits_until=row.waits_until if outcome is None else None,
    )


def _legs_of(row: Encounter, scores: Mapping[int, Score], untold: Container[UUID]) -> tuple[LegFacts, ...]:
    """Return the legs that have a score or a table, in the order they are played; *scores* are by table.

    A leg whose end is *untold* is still being played, and nothing of what followed has been.
    """
    tables = _latest(row.seated)  # type: ignore[attr-defined] # loaded with it
    legs: list[LegFacts] = []
    for leg in row.legs_played:  # type: ignore[attr-defined] # loaded with it
        at = tables.pop(leg.number, None)
        if leg.match_id in untold:
            score, code = (scores.get(at.table_id), at.table.code) if at is not None else (None, None)
            return (*legs, LegFacts(leg.number, score, None, leg.way, code))
        winner = Side(leg.won_by) if leg.won_by else Side.HOME if leg.home > leg.away else Side.AWAY
        legs.append(LegFacts(leg.number, (leg.home, leg.away), winner, leg.way, match=leg.match_id))
    if not row.ending:
        for number, at in sorted(tables.items()):
            if at.table.status != Table.Status.CLOSED:
                legs.append(LegFacts(number, scores.get(at.table_id), None, "", at.table.code))
    return tuple(legs)


def _latest(tables: Iterable[EncounterTable]) -> dict[int, EncounterTable]:
    """Return the table of each leg: that of its latest attempt."""
    return {at.leg: at for at in tables}


def _tables_on(rows: Iterable[Encounter], untold: Container[str]) -> dict[int, bool]:
    """Return the tables whose score is to be looked up, and for each whether its seats of side 0 are home's."""
    return {
        at.table_id: at.home_first
        for row in rows
        if not row.ending or row.key in untold
        for at in _latest(row.seated).values()  # type: ignore[attr-defined] # loaded with it
        if at.table.visibility == Table.Visibility.PUBLIC
    }


def _live_scores(tables: Mapping[int, bool], user_id: int | None, now: datetime) -> dict[int, Score]:
    """Return the score of the latest match at each table, as the reader sees it now: at most four queries."""
    if not tables:
        return {}
    matches = {match.pk: match for match in Match.objects.filter(table_id__in=tables).order_by("number")}
    late = [match for match in matches.values() if match.watch_delay]
    own = set(_own(user_id).filter(match__in=late)) if late and user_id is not None else set()
    seqs = {match.pk: match.seq for match in matches.values() if not match.watch_delay or match.pk in own}
    seqs |= _late_seqs([match for match in late if match.pk not in own], now)
    scores = {}
    for match_id, position in positions_of({key: seq for key, seq in seqs.items() if seq}).items():
        first, second = position.view["totals"]
        table_id = matches[match_id].table_id
        scores[table_id] = (first, second) if tables[table_id] else (second, first)
    return scores


def _late_seqs(matches: Collection[Match], now: datetime) -> dict[UUID, int]:
    """Return the latest event of each match that its watchers have seen: one query."""
    seen = Q()
    for match in matches:
        seen |= Q(match=match, at__lte=now - timedelta(seconds=match.watch_delay))
    rows = Event.objects.filter(seen).values("match").annotate(seq=Max("seq")) if matches else ()
    return {row["match"]: row["seq"] for row in rows}


def _own(user_id: int | None) -> QuerySet[MatchSeat, UUID]:
    """Return the matches a person plays, or has played, as a query."""
    seats = MatchSeat.objects.none() if user_id is None else MatchSeat.objects.filter(user_id=user_id)
    return seats.values_list("match", flat=True)
