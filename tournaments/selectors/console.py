"""Console: what a director sees at a glance: the round and its clock, every table, who is missing, and who calls.

Scores are those that the director may see: at late tables no sooner than other watchers (docs/adr/0071).
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from games.models import Table
from games.selectors.official import official_state
from tournaments.models import DirectorCall, Encounter, EncounterTable, Round, Tournament
from tournaments.selectors.calls import open_calls
from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.nameplates import Nameplate
from tournaments.selectors.sights import Sight, sight_of


@dataclass(frozen=True, slots=True)
class ConsoleTable:
    """An encounter of the round, who is still waited for there, and whether the director plays in it."""

    facts: EncounterFacts
    missing: tuple[str, ...]
    is_own: bool


@dataclass(frozen=True, slots=True)
class DraftPair:
    """A pairing of a round that has not been released; *away* is None for a free round."""

    key: str
    table: int
    home: Nameplate
    away: Nameplate | None
    is_rematch: bool
    by_hand: bool


@dataclass(frozen=True, slots=True)
class Console:
    """A tournament for who runs it. *round* is the one that is shown, *current* that which is on, or else the last."""

    tournament: Tournament
    sight: Sight
    rounds: tuple[Round, ...]
    current: Round | None
    round: Round | None
    tables: tuple[ConsoleTable, ...]
    draft: tuple[DraftPair, ...]
    calls: tuple[DirectorCall, ...]

    @property
    def next_number(self) -> int:
        """Return the number of the round that would be drawn."""
        return self.sight.stage.rounds_drawn + 1

    @property
    def decided_count(self) -> int:
        """Return at how many tables of the round there is a result."""
        return sum(table.facts.ending is not None for table in self.tables)

    @property
    def is_current(self) -> bool:
        """Tell whether the round that is shown is the one that is on."""
        return self.round == self.current

    @property
    def clock(self) -> datetime | None:
        """Return when the clock of the round runs out, None where none runs."""
        if self.round is None or self.round.state != Round.State.RUNNING or self.tournament.paused_at is not None:
            return None
        return self.round.ends_at


def console_of(tournament: Tournament, *, user_id: int, now: datetime, number: int | None = None) -> Console:
    """Return what *user_id*, who runs the tournament, sees of it: as many queries however large it is.

    The round of this *number* is shown, or that which is on.
    """
    sight = sight_of(tournament, user_id=user_id, now=now)
    rounds = tuple(Round.objects.filter(tournament=tournament).order_by("number"))
    open_ones = [one for one in rounds if one.state != Round.State.CLOSED]
    current = next(iter([*open_ones, *reversed(rounds)]), None)
    shown = next((one for one in rounds if one.number == number), current)
    is_draft = shown is not None and shown.state == Round.State.DRAFT
    return Console(
        tournament=tournament,
        sight=sight,
        rounds=rounds,
        current=current,
        round=shown,
        tables=() if shown is None or is_draft else _tables(sight, shown),
        draft=_draft(sight, shown) if shown is not None and is_draft else (),
        calls=tuple(open_calls(tournament_id=tournament.pk)),
    )


def _tables(sight: Sight, current: Round) -> tuple[ConsoleTable, ...]:
    """Return the encounters of a round that has been released, table by table."""
    found = list(sight.encounters_in(current.number).values())
    missing = _missing(current)
    tables = []
    for facts in found:
        players = [player for side in (facts.home, facts.away) if side is not None for player in side.players]
        waited = missing.get(facts.key, ()) if facts.ending is None else ()
        tables.append(
            ConsoleTable(
                facts=facts,
                missing=tuple(player.name for player in players if player.user_id in waited),
                is_own=any(player.user_id == sight.user_id for player in players),
            )
        )
    return tuple(tables)


def _missing(current: Round) -> dict[str, Collection[int]]:
    """Return who is waited for at the open tables of a round, by the key of the encounter."""
    places = EncounterTable.objects.filter(encounter__round=current).exclude(table__status=Table.Status.CLOSED)
    keys = dict(places.values_list("table_id", "encounter__key"))
    return {keys[table_id]: state.missing for table_id, state in official_state(keys).items()}


def _draft(sight: Sight, current: Round) -> tuple[DraftPair, ...]:
    """Return the pairings of a draft, table by table."""
    rows = Encounter.objects.filter(round=current).select_related("home", "away").order_by("table_number")
    return tuple(
        DraftPair(
            key=row.key,
            table=row.table_number,
            home=sight.plates[row.home.number],
            away=sight.plates[row.away.number] if row.away is not None else None,
            is_rematch=row.is_rematch,
            by_hand=row.by_hand,
        )
        for row in rows
    )
