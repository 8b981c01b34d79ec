"""My match: what a reader who plays in a tournament has to do next."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.encounters import Side
from tournaments.formats.groups import Groups
from tournaments.models import Entrant, Round, Tournament
from tournaments.selectors.brackets import has_bracket
from tournaments.selectors.encounters import EncounterFacts
from tournaments.selectors.nameplates import Nameplate
from tournaments.selectors.sights import Sight


@dataclass(frozen=True, slots=True)
class MyMatch:
    """The reader's own part: *kind* says what there is to say.

    Kinds: entered, waiting_list, play (arrive at the table now), soon (drawn, the round has not begun), paper, bye,
    won, lost, undecided (void), next (waits for the next round), out, over.
    """

    kind: str
    entrant: Nameplate
    opponent: Nameplate | None = None
    encounter: EncounterFacts | None = None
    place: int | None = None


def my_match_in(sight: Sight, encounters: Iterable[EncounterFacts]) -> MyMatch | None:
    """Return the part of a reader who plays, by the *encounters* of the current round; None for who does not play."""
    own = sight.own
    if own is None:
        return None
    state = sight.tournament.state
    if state == Tournament.State.FINISHED:
        return MyMatch("over", own, place=own.place)
    if own.state == Entrant.State.WAITING:
        return MyMatch("waiting_list", own)
    if state != Tournament.State.RUNNING:
        return MyMatch("entered", own) if own.stands and state == Tournament.State.ANNOUNCED else None
    mine = next((each for each in encounters if each.side_of(own.number)), None)
    if mine is None:
        return MyMatch("next" if _plays_on(sight, own.number) else "out", own)
    return _at(sight, own, mine)


def _at(sight: Sight, own: Nameplate, mine: EncounterFacts) -> MyMatch:
    """Return what the encounter of the current round asks of one who is in it."""
    opponent = mine.away if mine.side_of(own.number) is Side.HOME else mine.home
    if opponent is None:
        return MyMatch("bye", own, encounter=mine)
    if mine.ending is not None:
        ended = "undecided" if mine.winner is None else "won" if mine.side_of(own.number) is mine.winner else "lost"
        return MyMatch(ended, own, opponent, mine)
    if mine.table_now:
        return MyMatch("play", own, opponent, mine)
    is_running = sight.current is not None and sight.current.state == Round.State.RUNNING
    return MyMatch("paper" if is_running else "soon", own, opponent, mine)


def _plays_on(sight: Sight, number: int) -> bool:
    """Tell whether a further match may wait for an entrant."""
    contender = sight.stage.by_number.get(number)
    if contender is None or contender.left is not None:
        return False
    if not has_bracket(sight.played):
        return True
    if isinstance(sight.played, Groups) and not any(pairing.key.startswith("K") for pairing in sight.stage.pairings):
        return True
    spots = sight.played.bracket(sight.stage).values()
    return any(number in {spot.home, spot.away} and not isinstance(spot.winner, int) for spot in spots)
