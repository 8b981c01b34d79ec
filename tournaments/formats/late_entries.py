"""Late entries: open while not more than half the rounds have started."""

from tournaments.formats.errors import EntryClosed
from tournaments.formats.stage import Entrant, Format, Stage


def last_round_to_enter(rounds: int) -> int:
    """Return the last round in which somebody may begin: half of *rounds* may have started before it."""
    return rounds // 2 + 1


def enter(played: Format, stage: Stage, number: int) -> Stage:
    """Return the stage with *number*, as the last seed, from the next round on.

    However many rounds it missed, it gets one free round's points for them. Raises EntryClosed, or BadSeeding for who
    is in already.
    """
    joined = stage.rounds_drawn + 1
    if joined > 1 and not played.takes_late:
        raise EntryClosed("this format takes nobody once it is drawn")
    last = last_round_to_enter(played.rounds(len(stage.entrants)))
    if joined > last:
        raise EntryClosed(f"round {stage.rounds_drawn} has started, and nobody may begin later than in round {last}")
    seed = max((entrant.seed for entrant in stage.entrants), default=0) + 1
    entered = Entrant(number, seed, joined)
    return Stage((*stage.entrants, entered), stage.pairings, stage.results, stage.lot, stage.plan, stage.plans)
