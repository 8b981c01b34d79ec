"""Showings: what each player did in an ended match, read from its log (docs/adr/0058)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.scoring import HandResult
from games.models import Event, Match, MatchSeat, Showing, Table
from games.selectors.memory import position_of

ANNULLED = "annulled"


@dataclass(frozen=True, slots=True)
class _Doings:
    """What has been done in a match, by seat."""

    declarations: Counter[int]
    declared: Counter[int]
    cappotti: Counter[int]
    cappotti_against: Counter[int]


def counts(match: Match) -> bool:
    """Tell whether an ended match counts in statistics: at a table everybody can see, or rated; no practice."""
    if match.status != Match.Status.FINISHED or match.unrated_reason == ANNULLED or match.table.is_practice:
        return False
    return match.rated or match.table.visibility == Table.Visibility.PUBLIC


def showings_of(match: Match) -> list[Showing]:
    """Return what is to be counted of an ended match: nothing, or a row for each who held a seat at the end."""
    if not counts(match):
        return []
    rows = list(MatchSeat.objects.filter(match=match, to_seq=None, place__isnull=False).order_by("number"))
    first = {row.side for row in rows if row.place == 1}
    doings = _doings(match)
    return [
        Showing(
            match_id=match.pk,
            user_id=row.user_id,
            preset=match.preset,
            side=row.side,  # type: ignore[misc] # a seat with a place has a side
            outcome=_outcome(row, shared=len(first) > 1),
            declarations=doings.declarations[row.number],
            declared=doings.declared[row.number],
            cappotti=doings.cappotti[row.number],
            cappotti_against=doings.cappotti_against[row.number],
        )
        for row in rows
    ]


def _outcome(row: MatchSeat, *, shared: bool) -> Showing.Outcome:
    if row.place != 1:
        return Showing.Outcome.LOST
    return Showing.Outcome.DRAWN if shared else Showing.Outcome.WON


def _doings(match: Match) -> _Doings:
    """Return who declared what, and who made cappotto: two queries; nothing where no card was played here."""
    doings = _Doings(Counter(), Counter(), Counter(), Counter())
    if not match.seq:
        return doings
    declared = Event.objects.filter(match=match, kind="declared").order_by("seq")
    for event in declared:
        seat: int = event.seat  # type: ignore[assignment] # only somebody declares
        doings.declarations[seat] += _combinations(event.public)
        doings.declared[seat] += event.public["points"]
    for hand in position_of(match.pk, match.seq).game.hands:
        _add_cappotto(doings, hand)
    return doings


def _combinations(said: Mapping[str, Any]) -> int:
    """Return how many combinations were declared at once; their cards are said where they are shown (rules 2)."""
    return len(said["sets"] if "sets" in said else said["kinds"])


def _add_cappotto(doings: _Doings, hand: HandResult) -> None:
    if hand.cappotto is None or hand.sides is None:
        return
    for side, seats in enumerate(hand.sides):
        doings_of_side = doings.cappotti if side == hand.cappotto else doings.cappotti_against
        doings_of_side.update(seats)
