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
    """The same person has called, or written to everybody, too often in the last minutes."""

    code = "too_often"
