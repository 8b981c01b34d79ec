"""Ledger: what each entrant got out of each round, read off the decided pairings; tables are sums over it."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from tournaments.formats.encounters import Ending, Side
from tournaments.formats.stage import Pairing, Stage


class Why(StrEnum):
    """Why a term is in a sum."""

    WON = "won"
    LOST = "lost"
    WALKOVER = "walkover"  # won without a trick played
    FORFEIT = "forfeit"  # lost without a trick played
    VOID = "void"
    BYE = "bye"
    LATE = "late"  # one credit for all rounds missed before a late entry
    OPPONENT = "opponent"  # the points an opponent has
    OWN_SO_FAR = "own_so_far"  # the virtual opponent of an unplayed round: one's own points before it
    HALF_OF_REST = "half_of_rest"  # and half a point for each later round
    LOT = "lot"
    REACHED = "reached"  # the round somebody got to


class Entry(NamedTuple):
    """One entrant's part of one round."""

    round: int
    opponent: int | None
    why: Why
    points: int
    scored: int
    difference: int


PLAYED: Final = frozenset({Why.WON, Why.LOST})

_WIN: Final = {Ending.PLAYED: Why.WON, Ending.WALKOVER: Why.WALKOVER}
_LOSS: Final = {Ending.PLAYED: Why.LOST, Ending.WALKOVER: Why.FORFEIT}


def ledger_of(stage: Stage, pairings: Iterable[Pairing], *, bye_points: bool) -> dict[int, list[Entry]]:
    """Return the entries of every entrant in *pairings*, each list in the order of rounds; open pairings have none."""
    ledger: dict[int, list[Entry]] = {}
    outcomes = stage.outcomes
    for pairing in sorted(pairings, key=lambda pairing: pairing.round):
        home, away, number = pairing.home, pairing.away, pairing.round
        mine = ledger.setdefault(home, [])
        if away is None:
            points = outcomes[pairing.key].home.points if bye_points else 0
            mine.append(Entry(number, None, Why.BYE, points, 0, 0))
            continue
        theirs = ledger.setdefault(away, [])
        outcome = outcomes.get(pairing.key)
        if outcome is None:
            continue
        ending, winner, one, other = outcome
        if winner is None:
            why_home = why_away = Why.VOID
        elif winner is Side.HOME:
            why_home, why_away = _WIN[ending], _LOSS[ending]
        else:
            why_home, why_away = _LOSS[ending], _WIN[ending]
        mine.append(Entry(number, away, why_home, one.points, one.scored, one.difference))
        theirs.append(Entry(number, home, why_away, other.points, other.scored, other.difference))
    return ledger


def with_late_credit(stage: Stage, ledger: dict[int, list[Entry]]) -> dict[int, list[Entry]]:
    """Return *ledger* with one bye's points for each late entrant, whatever number of rounds it missed."""
    credited = dict(ledger)
    for entrant in stage.entrants:
        if entrant.joined > 1:
            missed = entrant.joined - 1
            credit = Entry(missed, None, Why.LATE, stage.plan_of(missed).win, 0, 0)
            credited[entrant.number] = [credit, *ledger.get(entrant.number, [])]
    return credited
