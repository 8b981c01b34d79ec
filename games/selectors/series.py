"""Series: where a sitting stands, the score of *partita, rivincita, bella* or the standings of a *giro*."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.engine.rulesets import Ruleset, resolve
from games.models import Match, MatchSeat, Series, Table
from games.selectors.frames import names_of

MATCHES: Final = 3
WINS: Final = 2  # decide partita, rivincita and bella

View = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A finished match of a series: the people of each side, in the order of its totals, and who has won."""

    match_id: UUID
    sides: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: frozenset[int]  # indexes of sides

    def score_of(self, user_id: int) -> tuple[bool, int, int]:
        """Return whether a player has won, their side's points, and the others'."""
        own = next(index for index, side in enumerate(self.sides) if user_id in side)
        return own in self.winners, self.totals[own], sum(self.totals) - self.totals[own]


def can_play_series(rules: Ruleset, kind: str) -> bool:
    """Tell whether people under *rules* can play a series of a kind: two sides the bella, two pairs a giro."""
    sides = rules.sides or ()
    if kind == Table.Series.GIRO:
        return [len(side) for side in sides] == [2, 2] and len(rules.person_seats) == rules.seats
    return len(sides) == 2


def running_series(table: Table) -> Series | None:
    """Return the series that is on at a table: at most one query."""
    if not table.series_kind:
        return None
    return Series.objects.filter(table=table, state=Series.State.RUNNING).first()


def rules_of_next(table: Table, rules: Ruleset, played: int) -> Ruleset:
    """Return the rules of the next match of a series of which *played* have ended: the bella's may differ."""
    if table.series_kind != Table.Series.BELLA or played < MATCHES - 1:
        return rules
    return resolve(table.preset, {**table.options, **table.bella}, table.rules_version)


def parts_of(series: Series, until: datetime | None = None) -> list[Part]:
    """Return the matches of a series that have ended, those called off left out, up to a moment: two queries."""
    found = Match.objects.filter(series=series, status=Match.Status.FINISHED).order_by("number")
    if until is not None:
        found = found.filter(finished_at__lte=until)
    matches = list(found)
    seats: dict[UUID, dict[int, int]] = {match.pk: {} for match in matches}
    holders = MatchSeat.objects.filter(match__in=seats, to_seq=None).values_list("match_id", "number", "user_id")
    for match_id, number, user_id in holders:
        seats[match_id][number] = user_id
    return [_part(match, seats[match.pk]) for match in matches]


def is_decided(kind: str, parts: Sequence[Part]) -> bool:
    """Tell whether nothing is left to play: three matches, or two won by one side where that settles it."""
    if len(parts) >= MATCHES:
        return True
    return kind == Table.Series.BELLA and max(_wins(parts), default=0) >= WINS


def sitting_of(table: Table, at: datetime | None = None) -> View | None:
    """Return where the latest series of a table stands, or stood at a moment; None where none had begun.

    At most four queries.
    """
    if not table.series_kind:
        return None
    found = Series.objects.filter(table=table) if at is None else Series.objects.filter(table=table, began_at__lte=at)
    series = found.order_by("-pk").first()
    if series is None:
        return None
    parts = parts_of(series, at)
    names = names_of(series.players)
    decided = is_decided(series.kind, parts)
    state = series.state if at is None or decided else Series.State.RUNNING
    return {
        "state": state,
        "next": len(parts) + 1 if state == Series.State.RUNNING else None,
        "matches": [
            {
                "match": str(part.match_id),
                "sides": [[names.get(user_id, "") for user_id in side] for side in part.sides],
                "totals": list(part.totals),
                "winners": sorted(part.winners),
            }
            for part in parts
        ],
        "score": _wins(parts) or [0, 0] if series.kind == Table.Series.BELLA else None,
        "standings": _standings(series.players, parts, names) if series.kind == Table.Series.GIRO else None,
    }


def _part(match: Match, seats: dict[int, int]) -> Part:
    rules = resolve(match.preset, match.options, match.rules_version)
    result = match.result or {}
    sides = tuple(tuple(seats[seat] for seat in side if seat in seats) for side in rules.sides or ())
    return Part(match.pk, sides, tuple(result["totals"]), frozenset(result["winners"]))


def _wins(parts: Sequence[Part]) -> list[int]:
    """Return the matches each side has won alone."""
    sides = range(len(parts[0].sides)) if parts else range(0)
    return [sum(part.winners == {side} for part in parts) for side in sides]


def _standings(players: Sequence[int], parts: Sequence[Part], names: Any) -> list[View]:
    """Return who stands where: matches won, then the difference of points, then points; who ties shares a place."""
    rows = []
    for user_id in players:
        scores = [part.score_of(user_id) for part in parts]
        points = sum(own for _, own, _ in scores)
        difference = points - sum(others for _, _, others in scores)
        rows.append((sum(won for won, _, _ in scores), difference, points, names.get(user_id, ""), user_id))
    rows.sort(key=lambda row: (*(-figure for figure in row[:3]), row[3]))
    return [
        {
            "place": 1 + sum(other[:3] > row[:3] for other in rows),
            "user": {"id": row[4], "name": row[3]},
            "wins": row[0],
            "difference": row[1],
            "points": row[2],
        }
        for row in rows
    ]
