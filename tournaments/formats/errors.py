"""Refusals: every way a tournament can be asked for what cannot be, each named for its fact.

A refusal carries a stable snake_case ``code`` for programs and a ``detail`` that says why. Nothing has changed.
"""

from typing import ClassVar


class Refusal(Exception):  # noqa: N818 - the request is refused, nothing went wrong
    """A fact about a tournament that forbids an act."""

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail


class BadFormatOption(Refusal):
    """There is no such format, it has no such option, or the option cannot have this value."""

    code = "bad_format_option"


class TooFewEntrants(Refusal):
    """The format needs more entrants than there are."""

    code = "too_few_entrants"


class TooManyEntrants(Refusal):
    """The format cannot hold so many entrants."""

    code = "too_many_entrants"


class BadRounds(Refusal):
    """The format cannot have this number of rounds with these entrants."""

    code = "bad_rounds"


class BadGroups(Refusal):
    """The entrants cannot be divided like this, or so many cannot qualify."""

    code = "bad_groups"


class BadLegs(Refusal):
    """An encounter cannot have these legs."""

    code = "bad_legs"


class BadSeeding(Refusal):
    """An entrant or a seed stands twice, or an entrant has no seed."""

    code = "bad_seeding"


class NoSuchEntrant(Refusal):
    """Nobody of this number is in the tournament."""

    code = "no_such_entrant"


class NoSuchPairing(Refusal):
    """No pairing has this key."""

    code = "no_such_pairing"


class BadResult(Refusal):
    """The result cannot come from this encounter."""

    code = "bad_result"


class BadPairing(Refusal):
    """A pairing with oneself, of somebody twice, of somebody who is not there, or drawn before."""

    code = "bad_pairing"


class ForbiddenPairing(Refusal):
    """A pairing made by hand is one of those that must not be."""

    code = "forbidden_pairing"


class NoPairing(Refusal):
    """The forbidden pairings leave no way to pair this round."""

    code = "no_pairing"


class RoundOpen(Refusal):
    """The round in play has encounters without a result; ``keys`` names them."""

    code = "round_open"

    def __init__(self, detail: str, keys: tuple[str, ...]) -> None:
        super().__init__(detail)
        self.keys = keys


class EntryClosed(Refusal):
    """More than half the rounds have started, or the format takes nobody once it is drawn."""

    code = "entry_closed"


class AlreadyOut(Refusal):
    """The entrant has left already."""

    code = "already_out"


class StillIn(Refusal):
    """The entrant has not left, so it cannot come back."""

    code = "still_in"


class TournamentOver(Refusal):
    """The last encounter is decided: the table is frozen."""

    code = "tournament_over"


class DependentBegun(Refusal):
    """A match whose players follow from this result has begun; ``keys`` names such matches."""

    code = "dependent_begun"

    def __init__(self, detail: str, keys: tuple[str, ...]) -> None:
        super().__init__(detail)
        self.keys = keys
