"""Cross-tables: the standings, and in each line whom the entrant met, round by round, and what came of it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.groups import Groups
from tournaments.formats.ledger import ledger_of
from tournaments.formats.places import REACHED
from tournaments.formats.stage import Pairing, Stage
from tournaments.formats.standings import Cell, Row, Standings
from tournaments.selectors.nameplates import Nameplate
from tournaments.selectors.sights import Sight


@dataclass(frozen=True, slots=True)
class Meeting:
    """What one round was for an entrant; *why* is empty while it is open, *place* the opponent's."""

    key: str
    round: int
    why: str
    opponent: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """An entrant's line of a table; a meeting is None for a round it was not in."""

    place: int | None
    entrant: Nameplate
    cells: tuple[Cell, ...]
    meetings: tuple[Meeting | None, ...]
    goes_through: bool


@dataclass(frozen=True, slots=True)
class Crosstable:
    """A table to be shown: that of a group where *group* is its number, else of all."""

    group: int | None
    columns: tuple[str, ...]
    rounds: tuple[int, ...]
    lines: tuple[Line, ...]


def crosstables(sight: Sight) -> list[Crosstable]:
    """Return the tables of a tournament: one, or one a group and, once its knock-out is drawn, that of all."""
    if not sight.is_drawn:
        return []
    stage, played = sight.stage, sight.played
    if not isinstance(played, Groups):
        is_bracket = REACHED in sight.standings.columns
        return [_table(sight, None, sight.standings, () if is_bracket else stage.pairings)]
    circles = played.circles(stage)
    tables = [
        _table(
            sight, group, circle.standings(stage, played.order), circle.pairings(stage),
            through=played.qualify if circle.is_over(stage) else 0,
        )
        for group, circle in enumerate(circles, 1)
    ]  # fmt: skip
    if any(pairing.key.startswith("K") for pairing in stage.pairings):
        overall = Standings((), sight.standings.rows)
        tables.append(_table(sight, None, overall, ()))
    return tables


def _table(
    sight: Sight, group: int | None, standings: Standings, pairings: Collection[Pairing], through: int = 0
) -> Crosstable:
    """Return the table of *standings* with the meetings of *pairings*; the first *through* places go through."""
    columns = tuple(
        column
        for column in standings.columns
        if column in {"points", REACHED} or any(row.cell(column).terms for row in standings.rows)
    )
    rounds = tuple(sorted({pairing.round for pairing in pairings}))
    meetings = _meetings(sight.stage, pairings, standings.places)
    qualified = _through(sight.stage, standings.rows, max(rounds, default=0), through)
    return Crosstable(
        group,
        columns,
        rounds,
        tuple(
            Line(
                row.place,
                sight.plates[row.number],
                tuple(row.cell(column) for column in columns),
                tuple(meetings.get((row.number, number)) for number in rounds),
                goes_through=row.number in qualified,
            )
            for row in standings.rows
        ),
    )


def _through(stage: Stage, rows: Iterable[Row], last_round: int, count: int) -> list[int]:
    """Return who goes through to the knock-out: the first *count* of those who have not left during the groups."""
    ranked = (stage.by_number[row.number] for row in rows if row.place is not None)
    return [entrant.number for entrant in ranked if entrant.left is None or entrant.left > last_round][:count]


def _meetings(
    stage: Stage, pairings: Iterable[Pairing], places: Mapping[int, int | None]
) -> dict[tuple[int, int], Meeting]:
    """Return the meetings by entrant and round."""
    pairings = list(pairings)
    whys = {
        (number, entry.round): entry.why.value
        for number, entries in ledger_of(stage, pairings, bye_points=True).items()
        for entry in entries
    }
    found = {}
    for pairing in pairings:
        for number, other in ((pairing.home, pairing.away), (pairing.away, pairing.home)):
            if number is not None:
                why = whys.get((number, pairing.round), "")
                place = None if other is None else places.get(other)
                found[number, pairing.round] = Meeting(pairing.key, pairing.round, why, other, place)
    return found
