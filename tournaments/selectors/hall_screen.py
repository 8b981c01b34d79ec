"""Hall screen: what a projector shows of a tournament, cut into slides that each fit the wall."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tournaments.formats.encounters import Side
from tournaments.models import Entrant, PaperResult, Round, Tournament
from tournaments.selectors import papers
from tournaments.selectors.crosstables import crosstables
from tournaments.selectors.encounters import EncounterFacts, Score
from tournaments.selectors.nameplates import Nameplate
from tournaments.selectors.sights import Sight

TABLES: Final = 12
"""Encounters on a slide: more would be too small for the last row of the hall."""
LINES: Final = 14
ENTRANTS: Final = 30
WINNERS: Final = 3


@dataclass(frozen=True, slots=True)
class Pairing:
    """An encounter as it stands on the wall; *score* is that of its only leg, or the legs won by each side."""

    table: int
    home: str
    away: str
    score: Score | None
    state: str
    winner: Side | None


@dataclass(frozen=True, slots=True)
class Slide:
    """One view of the wall: *kind* is pairings, standings, entrants or winners."""

    kind: str
    rows: Sequence[Any]
    part: int = 1
    parts: int = 1
    group: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """What the wall counts down to: *kind* is start, round (its tables open) or cap (its last hand begins)."""

    kind: str
    until: datetime


def slides_of(sight: Sight) -> list[Slide]:
    """Return the slides of a tournament as it is now, the most urgent first."""
    if not sight.is_drawn:
        entrants = [plate for plate in sight.plates.values() if plate.state in {Entrant.State.ENTERED, "single"}]
        return _parts("entrants", entrants, ENTRANTS) or [Slide("entrants", ())]
    slides: list[Slide] = []
    if sight.tournament.state == Tournament.State.FINISHED:
        slides.append(Slide("winners", winners_of(sight)))
    elif sight.current is not None:
        slides += _parts("pairings", list(_pairings(sight, sight.current)), TABLES)
    for table in crosstables(sight):
        slides += _parts("standings", table.lines, LINES, table.group)
    return slides


def winners_of(sight: Sight) -> list[Nameplate]:
    """Return who has the first places of a tournament that has ended, in their order."""
    placed = [plate for plate in sight.plates.values() if plate.place is not None and plate.place <= WINNERS]
    return sorted(placed, key=lambda plate: plate.place or 0)


def clock_of(sight: Sight) -> Clock | None:
    """Return what is counted down to, None where nothing is."""
    tournament, current = sight.tournament, sight.current
    if tournament.paused_at is not None:
        return None
    if tournament.state == Tournament.State.ANNOUNCED:
        return Clock("start", tournament.starts_at)
    if tournament.state != Tournament.State.RUNNING or current is None:
        return None
    if current.state == Round.State.RELEASED and current.starts_at is not None:
        return Clock("round", current.starts_at)
    if current.state == Round.State.RUNNING and current.ends_at is not None:
        return Clock("cap", current.ends_at)
    return None


def _pairings(sight: Sight, current: Round) -> Iterator[Pairing]:
    on_paper = _running_sheets(sight, current)
    for each in sight.encounters_in(current.number).values():
        score = on_paper.get(each.key) if each.state == "open" else None
        yield Pairing(
            table=each.table,
            home=each.home.name,
            away=each.away.name if each.away else "",
            score=score or _score(each),
            state=each.ending.value if each.ending and each.away else "running" if score else each.state,
            winner=each.winner if each.away else None,
        )


def _score(encounter: EncounterFacts) -> Score | None:
    if len(encounter.legs) > 1:
        return encounter.score
    return encounter.legs[0].score if encounter.legs else None


def _running_sheets(sight: Sight, current: Round) -> dict[str, Score]:
    """Return the totals of the sheets that are being kept in a round, by the key of the encounter: one query."""
    kept = PaperResult.objects.filter(encounter__round=current, encounter__ending="").exclude(sheet=[])
    kept = kept.filter(state__in=(PaperResult.State.OPEN, PaperResult.State.PROPOSED)).select_related("encounter")
    plan = sight.stage.plan_of(current.number)
    legs = ((paper, papers.PaperLeg(paper.encounter, paper.leg, plan)) for paper in kept)
    return {leg.encounter.key: papers.sheet_of_paper(paper, leg.rules).totals for paper, leg in legs}


def _parts(kind: str, rows: Sequence[Any], most: int, group: int | None = None) -> list[Slide]:
    """Return *rows* on as many slides as they need, about equally many on each."""
    parts = -(-len(rows) // most)
    if not parts:
        return []
    size = -(-len(rows) // parts)
    cuts = [rows[at : at + size] for at in range(0, len(rows), size)]
    return [Slide(kind, cut, number, len(cuts), group) for number, cut in enumerate(cuts, 1)]
