"""Refusals of running tournaments, each named for its fact (docs/protocol.md, section 3).

They are refusals like those of the formats: a stable ``code`` for programs, a ``detail`` for people, nothing changed.
"""

from tournaments.formats.errors import Refusal as FormatRefusal


class Refusal(FormatRefusal):
    """A fact about a running tournament that forbids an act."""


class NoSuchTournament(Refusal):
    """No tournament has this code, or the reader may not know of it."""

    code = "no_such_tournament"


class BadTournament(Refusal):
    """A fact about the tournament has a value it cannot have; ``field`` names it."""

    code = "bad_tournament"

    def __init__(self, detail: str, field: str = "") -> None:
        super().__init__(detail)
        self.field = field


class WrongState(Refusal):
    """The tournament, or the round, has not got as far, or is beyond it."""

    code = "wrong_state"


class OwnEncounter(Refusal):
    """A director would decide an encounter they play in themselves."""

    code = "own_encounter"


class NoSuchCall(Refusal):
    """The tournament has no such call for its director, or it is closed."""

    code = "no_such_call"


class CallTaken(Refusal):
    """Another director is on the way to this call."""

    code = "call_taken"


class TooOften(Refusal):
    """The same person has called, written to everybody, or begun something of the kind too often lately."""

    code = "too_often"


class TooManyTournaments(Refusal):
    """The club has as many tournaments going on as one may."""

    code = "too_many_tournaments"


class ClubTournament(Refusal):
    """The tournament is for the members of its club."""

    code = "club_tournament"


class AlreadyEntered(Refusal):
    """The player stands in an entrant of this tournament."""

    code = "already_entered"


class NotEntered(Refusal):
    """The player stands in no entrant of this tournament."""

    code = "not_entered"


class BadEntrant(Refusal):
    """An entrant of this tournament cannot be made of these people."""

    code = "bad_entrant"


class NoSuchProposal(Refusal):
    """The player has been proposed no such pair, or has proposed none."""

    code = "no_such_proposal"


class ProposalGone(Refusal):
    """The proposal has been answered, withdrawn or overtaken."""

    code = "proposal_gone"


class AlreadyProposed(Refusal):
    """The player has been asked already, or has said no."""

    code = "already_proposed"


class CheckInClosed(Refusal):
    """Nobody says now that they are there: it is too early, too late, or not asked for."""

    code = "check_in_closed"


class NoSuchPaper(Refusal):
    """No score sheet is kept for this leg, or no such link leads to one any more."""

    code = "no_such_paper"


class NotOnPaper(Refusal):
    """The leg is played at a table of the site."""

    code = "not_on_paper"


class LegClosed(Refusal):
    """The leg has its score, or is not yet to be played."""

    code = "leg_closed"


class PaperChanged(Refusal):
    """Somebody else has written on the same sheet since it was read."""

    code = "paper_changed"


class NotYourPaper(Refusal):
    """Who writes plays for neither side of the encounter."""

    code = "not_your_paper"


class OwnProposal(Refusal):
    """A result is confirmed by the other side, not by the one that proposed it."""

    code = "own_proposal"


class NothingProposed(Refusal):
    """No result waits to be confirmed."""

    code = "nothing_proposed"


class NoSuchSeries(Refusal):
    """The club has no series of this address."""

    code = "no_such_series"


class BadSeries(BadTournament):
    """A fact about the series has a value it cannot have; ``field`` names it."""

    code = "bad_series"


class SeriesEnded(Refusal):
    """The series has been ended: none of its tournaments is to come."""

    code = "series_ended"


class TooManySeries(Refusal):
    """The club has as many series as one may."""

    code = "too_many_series"
