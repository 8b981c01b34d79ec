"""History: what the draw of a round looks at in the rounds before it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.formats.stage import Stage


class History(NamedTuple):
    """By number: points, free rounds (a late entry is one), and whom each has met."""

    points: Mapping[int, int]
    byes: Mapping[int, int]
    met: Mapping[int, Sequence[int]]


def history_of(stage: Stage) -> History:
    """Return what has been in a stage whose rounds are closed; who were drawn together have met."""
    late = {e.number: stage.plan_of(e.joined - 1).win if e.joined > 1 else 0 for e in stage.entrants}
    points, byes = dict(late), {number: int(credit > 0) for number, credit in late.items()}
    met: dict[int, list[int]] = {number: [] for number in late}
    for key, pairing in stage.by_key.items():
        _, _, home, away = stage.outcomes[key]
        points[pairing.home] += home.points
        if pairing.away is None:
            byes[pairing.home] += 1
        else:
            points[pairing.away] += away.points
            met[pairing.home].append(pairing.away)
            met[pairing.away].append(pairing.home)
    return History(points, byes, met)
