"""Sights: a tournament as one reader sees it at one moment, read once for everything that a page shows of it."""

from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property

from tournaments.formats.stage import Format, Stage
from tournaments.formats.standings import Standings
from tournaments.models import Round, Tournament
from tournaments.selectors.encounters import EncounterFacts, encounters_of, untold_matches
from tournaments.selectors.nameplates import Nameplate, Nameplates, nameplates
from tournaments.selectors.stages import format_of, stage_of


@dataclass(frozen=True)
class Sight:
    """What a reader may know of a tournament: no draft of a round, and no result that watchers have not seen yet."""

    tournament: Tournament
    user_id: int | None
    now: datetime
    played: Format
    stage: Stage
    plates: Nameplates
    rounds: tuple[Round, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether a round has been released."""
        return bool(self.stage.pairings)

    @property
    def current(self) -> Round | None:
        """The latest round there is to see."""
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def own(self) -> Nameplate | None:
        """The entrant in which the reader plays."""
        if self.user_id is None:
            return None
        mine = (plate for plate in self.plates.values() if self.user_id in plate.user_ids and plate.state != "paired")
        return next(mine, None)

    @cached_property
    def round_count(self) -> int | None:
        """How many rounds there will be at most; None before anybody knows who plays."""
        return self.played.rounds(len(self.stage.entrants)) if len(self.stage.entrants) > 1 else None

    @cached_property
    def standings(self) -> Standings:
        """The table as it stands; there is none before a round is drawn."""
        return self.played.standings(self.stage)

    @cached_property
    def encounters(self) -> dict[str, EncounterFacts]:
        """All encounters of released rounds by key."""
        return self.encounters_in(None)

    def encounters_in(self, round_number: int | None) -> dict[str, EncounterFacts]:
        """Return the encounters of a round by key, or with None those of all."""
        rounds = None if round_number is None else (round_number,)
        return encounters_of(
            self.tournament, self.stage, self.plates, user_id=self.user_id, now=self.now, rounds=rounds
        )


def sight_of(tournament: Tournament, *, user_id: int | None, now: datetime) -> Sight:
    """Return a tournament as a reader sees it now: at most nine queries, and those of `encounters`."""
    stage, plates = stage_of(tournament), nameplates(tournament)
    if untold := set(untold_matches(tournament, user_id).values()):
        stage = replace(stage, results=tuple(result for result in stage.results if result.key not in untold))
        plates = {number: replace(plate, place=None) for number, plate in plates.items()}
    rounds = Round.objects.filter(tournament=tournament).exclude(state=Round.State.DRAFT).order_by("number")
    return Sight(tournament, user_id, now, format_of(tournament), stage, plates, tuple(rounds))
