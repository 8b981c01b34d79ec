"""Tie-breaks: the criteria of tables, each a list of terms, applied one after another to those still tied.

Head-to-head is a mini-table among *all* who are tied when it is reached. Where lots are drawn they come last.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tournaments.formats.ledger import PLAYED, Entry, Why
from tournaments.formats.lots import drawn
from tournaments.formats.stage import Stage
from tournaments.formats.standings import Cell, Line, Standings, Term, cell, in_order


class Criterion(StrEnum):
    """What a column of a table counts."""

    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    HEAD_TO_HEAD_DIFFERENCE = "head_to_head_difference"
    BUCHHOLZ = "buchholz"
    DIFFERENCE = "difference"
    SCORED = "scored"
    LOT = "lot"


ROUND_ROBIN_ORDER: Final = (
    Criterion.POINTS,
    Criterion.HEAD_TO_HEAD,
    Criterion.HEAD_TO_HEAD_DIFFERENCE,
    Criterion.DIFFERENCE,
    Criterion.SCORED,
    Criterion.LOT,
)
SWISS_ORDER: Final = (Criterion.POINTS, Criterion.BUCHHOLZ, Criterion.DIFFERENCE, Criterion.SCORED)


@dataclass(frozen=True, slots=True)
class Count:
    """What the criteria look at: everybody's entries, the rounds with pairings, and how many of them are closed."""

    ledger: Mapping[int, Sequence[Entry]]
    drawn: int
    closed: int
    points: Mapping[int, int]


def count_of(stage: Stage, ledger: Mapping[int, Sequence[Entry]]) -> Count:
    """Return the count of *ledger*."""
    return Count(
        ledger,
        stage.rounds_drawn,
        stage.rounds_drawn - 1 if stage.open else stage.rounds_drawn,
        {number: sum(entry.points for entry in entries) for number, entries in ledger.items()},
    )


def table(
    stage: Stage,
    ledger: Mapping[int, Sequence[Entry]],
    order: Sequence[Criterion],
    *,
    unranked: frozenset[int] = frozenset(),
    draws_lots: bool = False,
) -> Standings:
    """Return the table of all in *ledger* by *order*; lots are drawn only where asked, for those nothing else parts."""
    count = count_of(stage, ledger)
    numbers = sorted(ledger.keys() - unranked)
    cells: dict[int, list[Cell]] = {number: [] for number in ledger}
    groups = [numbers]
    rivals: dict[int, frozenset[int]] = {}
    for criterion in order:
        if criterion in (Criterion.HEAD_TO_HEAD, Criterion.HEAD_TO_HEAD_DIFFERENCE) and not rivals:
            rivals = {number: frozenset(group) for group in groups for number in group}
        lots = _lots(groups, stage.lot) if criterion is Criterion.LOT and draws_lots else {}
        for number in ledger:
            terms = _terms(criterion, count, number, rivals.get(number, frozenset()), lots)
            cells[number].append(cell(criterion, terms))
        groups = [part for group in groups for part in _parted(group, cells)]
    lines = (
        Line(
            number,
            stage.by_number[number].seed,
            None if number in unranked else tuple(made.value for made in cells[number]),
            tuple(cells[number]),
        )
        for number in ledger
    )
    return in_order(tuple(order), lines)


def _parted(group: list[int], cells: Mapping[int, Sequence[Cell]]) -> Iterable[list[int]]:
    """Yield the parts of *group* that the last column leaves tied."""
    if len(group) == 1:
        yield group
        return
    parts: dict[float, list[int]] = {}
    for number in group:
        parts.setdefault(cells[number][-1].value, []).append(number)
    yield from parts.values()


def _lots(groups: Iterable[list[int]], lot: str) -> dict[int, Term]:
    """Return the term of everybody in a draw: how many are drawn after."""
    terms = {}
    for group in groups:
        if len(group) > 1:
            purpose = "tie " + " ".join(str(number) for number in sorted(group))
            for after, number in enumerate(reversed(drawn(lot, purpose, group))):
                terms[number] = Term(after, Why.LOT)
    return terms


def _terms(
    criterion: Criterion, count: Count, number: int, rivals: frozenset[int], lots: Mapping[int, Term]
) -> Iterable[Term]:
    match criterion:
        case Criterion.BUCHHOLZ:
            return buchholz(count, number)
        case Criterion.LOT:
            return (lots[number],) if number in lots else ()
        case Criterion.HEAD_TO_HEAD | Criterion.HEAD_TO_HEAD_DIFFERENCE:
            value = _VALUES[criterion]
            met = (entry for entry in count.ledger[number] if entry.opponent in rivals)
            return [Term(value(entry), entry.why, entry.round, entry.opponent) for entry in met]
    value = _VALUES[criterion]
    return [Term(value(entry), entry.why, entry.round, entry.opponent) for entry in count.ledger[number]]


_VALUES: Final[Mapping[Criterion, Callable[[Entry], int]]] = {
    Criterion.POINTS: lambda entry: entry.points,
    Criterion.HEAD_TO_HEAD: lambda entry: entry.points,
    Criterion.HEAD_TO_HEAD_DIFFERENCE: lambda entry: entry.difference,
    Criterion.DIFFERENCE: lambda entry: entry.difference,
    Criterion.SCORED: lambda entry: entry.scored,
}


def buchholz(count: Count, number: int) -> list[Term]:
    """Return the points of every opponent met; an unplayed round counts as a virtual opponent.

    The virtual opponent has one's own points before that round and wins half of the rounds after it. Rounds still in
    play count where they are decided.
    """
    by_round = {entry.round: entry for entry in count.ledger[number] if entry.why is not Why.LATE}
    late = sum(entry.points for entry in count.ledger[number] if entry.why is Why.LATE)
    joined = min((entry.round + 1 for entry in count.ledger[number] if entry.why is Why.LATE), default=1)
    terms, own = [], 0
    for round_number in range(1, count.drawn + 1):
        if round_number == joined:
            own += late
        entry = by_round.get(round_number)
        if entry is not None and entry.why in PLAYED:
            terms.append(Term(count.points[entry.opponent or 0], Why.OPPONENT, round_number, entry.opponent))
        elif entry is not None or round_number <= count.closed:
            terms.append(Term(own, Why.OWN_SO_FAR, round_number))
            terms.append(Term(max(0, count.closed - round_number) / 2, Why.HALF_OF_REST, round_number))
        own += entry.points if entry is not None else 0
    return terms
