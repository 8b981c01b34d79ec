"""Departures: who withdraws, is disqualified, or comes back. What follows for results is read off the stage each time.

An encounter in play is a walk-over for the other side; a void where both have gone.
"""

from dataclasses import replace

from tournaments.formats.encounters import Ending, Result
from tournaments.formats.errors import AlreadyOut, BadResult, EntryClosed, NoSuchPairing, StillIn, TournamentOver
from tournaments.formats.stage import Format, Stage, is_over


def withdraw(played: Format, stage: Stage, number: int) -> Stage:
    """Return the stage without *number* from its encounter in play on, else from the next round on.

    Raises NoSuchEntrant, AlreadyOut, or TournamentOver: a finished table is frozen.
    """
    entrant = stage.entrant(number)
    if entrant.left is not None:
        raise AlreadyOut(f"{number} has left before round {entrant.left}")
    if _is_frozen(played, stage):
        raise TournamentOver("the tournament is over; its table does not change any more")
    in_play = [pairing.round for pairing in stage.open if number in pairing.numbers]
    return stage.changed(replace(entrant, left=min(in_play, default=stage.rounds_drawn + 1)))


def disqualify_both(stage: Stage, key: str) -> Stage:
    """Return the stage with both sides of an encounter out and the encounter void, which blocks nothing.

    Raises NoSuchPairing, or BadResult where it is a free round.
    """
    pairing = stage.by_key.get(key)
    if pairing is None:
        raise NoSuchPairing(f"there is no pairing {key}")
    if pairing.away is None:
        raise BadResult("a free round has one side only")
    for number in pairing.numbers:
        entrant = stage.by_number[number]
        if entrant.left is None:
            stage = stage.changed(replace(entrant, left=pairing.round))
    return stage.decided([Result(key, ending=Ending.VOID)])


def come_back(played: Format, stage: Stage, number: int) -> Stage:
    """Return the stage with *number* in again from the next round on, its score kept, absent in the rounds between.

    Raises NoSuchEntrant, StillIn, TournamentOver, or EntryClosed where the format takes nobody once it is drawn.
    """
    entrant = stage.entrant(number)
    if entrant.left is None:
        raise StillIn(f"{number} has not left")
    if not played.takes_late:
        raise EntryClosed("who has left this format cannot come back")
    if _is_frozen(played, stage):
        raise TournamentOver("the tournament is over; its table does not change any more")
    missed = frozenset(range(entrant.left, stage.rounds_drawn + 1))
    return stage.changed(replace(entrant, left=None, absent=entrant.absent | missed))


def _is_frozen(played: Format, stage: Stage) -> bool:
    """Whether it has run its course. Where somebody may come back, it has not run out with those who left."""
    if played.takes_late and stage.rounds_drawn < played.rounds(len(stage.entrants)):
        return False
    return bool(stage.pairings) and is_over(played, stage)
