"""Ranking: the table of formats in which each round is drawn from the table, Swiss and Danish."""

from collections.abc import Sequence

from tournaments.formats.ledger import ledger_of, with_late_credit
from tournaments.formats.stage import Stage
from tournaments.formats.standings import Standings
from tournaments.formats.tiebreaks import Criterion, table


def ranking(stage: Stage, order: Sequence[Criterion]) -> Standings:
    """Return the table by *order*: free rounds and late entries count. Who left before playing is not ranked."""
    ledger = with_late_credit(stage, ledger_of(stage, stage.pairings, bye_points=True))
    for entrant in stage.entrants:
        ledger.setdefault(entrant.number, [])
    never = (e.number for e in stage.entrants if e.left is not None and not ledger[e.number])
    return table(stage, ledger, order, unranked=frozenset(never))
