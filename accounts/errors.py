"""Refusals of accounts, each named for its fact (docs/protocol.md, section 3)."""

from typing import ClassVar


class Refusal(Exception):  # noqa: N818 - something is refused, nothing went wrong
    """A fact about a person, a name, a token or a session that forbids an act."""

    code: ClassVar[str] = "refused"

    def __init__(self, detail: str = "") -> None:
        super().__init__(detail)
        self.detail = detail


class BadName(Refusal):
    """The name has the wrong length or characters; `fault` says what is wrong (accounts.names.Fault)."""

    code = "bad_name"

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class BadToken(Refusal):
    """The token is unknown, expired or revoked, or its owner's account is closed."""

    code = "bad_token"


class BadScope(Refusal):
    """The token's scopes do not cover this, or there is no such scope."""

    code = "bad_scope"


class BadExpiry(Refusal):
    """A token lives for a day at least and a year at most."""

    code = "bad_expiry"


class TooManyTokens(Refusal):
    """The person holds as many tokens as one may."""

    code = "too_many_tokens"


class NoSuchToken(Refusal):
    """The person has no token of this id."""

    code = "no_such_token"


class NoSuchSession(Refusal):
    """The person has no session of this id."""

    code = "no_such_session"


class NoSuchPlayer(Refusal):
    """Nobody has this name or id, or the account is closed."""

    code = "no_such_player"


class AddressTaken(Refusal):
    """Another account has confirmed this e-mail address."""

    code = "address_taken"


class LastAdministrator(Refusal):
    """The site would be left with nobody to run it."""

    code = "last_administrator"


class NoSuchNotice(Refusal):
    """The person has no notice of this id."""

    code = "no_such_notice"
