"""Refusals: every way a record or a command can break the rules, each named for its fact.

A refusal carries a stable snake_case ``code`` (the same in records, on sockets and over REST) and a ``detail`` for
people. A refused action leaves the match as it was.
"""

from typing import ClassVar


class Refusal(Exception):  # noqa: N818 - rules are refused, nothing went wrong
    """A fact that forbids an action, a deal, a record or a ruleset."""

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail


def quoted(value: object) -> str:
    """Return *value* as a detail may show it: short, and whatever a stranger sent."""
    if isinstance(value, str):
        return repr(value[:40])
    is_short = isinstance(value, bool | float | None) or (isinstance(value, int) and abs(value) < 1 << 64)
    return repr(value) if is_short else f"a value of type {type(value).__name__}"


class BadFormat(Refusal):
    """The object has the wrong shape: a missing field, a wrong type, an unknown act, a seat out of range."""

    code = "bad_format"


class BadRules(Refusal):
    """No preset has this name or version."""

    code = "bad_rules"


class BadOption(Refusal):
    """An unknown option, or a value outside the table of options (rules 5)."""

    code = "bad_option"


class BadDeal(Refusal):
    """The dealer or the cards dealt are not what the ruleset asks for."""

    code = "bad_deal"


class MatchOver(Refusal):
    """The match has ended."""

    code = "match_over"


class HandOver(Refusal):
    """The hand has ended; only a director's award may still come."""

    code = "hand_over"


class NotAllowed(Refusal):
    """The preset or the phase has no such act."""

    code = "not_allowed"


class NotYourTurn(Refusal):
    """Another seat is to act."""

    code = "not_your_turn"


class BadCard(Refusal):
    """The text is no card code."""

    code = "bad_card"


class CardNotHeld(Refusal):
    """The seat does not hold the card."""

    code = "card_not_held"


class MustFollowSuit(Refusal):
    """The seat holds a card of the suit led (rules 1)."""

    code = "must_follow_suit"


class SignalNotAllowed(Refusal):
    """This seat may not signal now, or this word does not exist here (rules 4 and 7)."""

    code = "signal_not_allowed"


class SignalFalse(Refusal):
    """The signal says what the hand does not hold (rules 4 and 7)."""

    code = "signal_false"


class DeclarationTooLate(Refusal):
    """The window for declarations has closed (rules 3)."""

    code = "declaration_too_late"


class DeclarationNotHeld(Refusal):
    """The cards are no combination, or not held by the basis in force (rules 3)."""

    code = "declaration_not_held"


class DeclarationRepeated(Refusal):
    """The cards lie within a set already declared (rules 3)."""

    code = "declaration_repeated"


class BadBid(Refusal):
    """The bid is not offered, not higher than the last, or cannot be kept (rules 6.1 and 6.2)."""

    code = "bad_bid"


class BadExchange(Refusal):
    """The card called, given, taken or discarded is not one the exchange allows (rules 6.1)."""

    code = "bad_exchange"
