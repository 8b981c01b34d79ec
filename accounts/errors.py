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


class MembersOnly(Refusal):
    """A guest plays at their practice table; this is for who has signed up."""

    code = "members_only"


class NoSuchPlayer(Refusal):
    """Nobody has this name or id, or the account is closed."""

    code = "no_such_player"


class AddressTaken(Refusal):
    """Another account has confirmed this e-mail address."""

    code = "address_taken"


class LastAdministrator(Refusal):
    """The site would be left with nobody to run it."""

    code = "last_administrator"


class NotYourself(Refusal):
    """One does this to others only."""

    code = "not_yourself"


class PeopleOnly(Refusal):
    """Bots and guests neither follow, are followed, nor write to others."""

    code = "people_only"


class Blocked(Refusal):
    """One of the two has blocked the other."""

    code = "blocked"


class ListFull(Refusal):
    """The person has as many of these as one may."""

    code = "list_full"


class Silenced(Refusal):
    """The person has been given a time-out, which the detail tells the end of."""

    code = "silenced"


class BadTimeOut(Refusal):
    """A time-out lasts a minute at least and a year at most, and has a reason."""

    code = "bad_time_out"


class BadText(Refusal):
    """The text is too long, or nothing in it can be read."""

    code = "bad_text"


class NoSuchNotice(Refusal):
    """The person has no notice of this id."""

    code = "no_such_notice"


class NoRight(Refusal):
    """The club's role and grants of the person do not cover this."""

    code = "no_right"


class NoSuchClub(Refusal):
    """No club has this address."""

    code = "no_such_club"


class ClubClosed(Refusal):
    """The club has been closed for good."""

    code = "club_closed"


class ClubBusy(Refusal):
    """Something of the club's is going on that its closing would cut off."""

    code = "club_busy"


class BadClubName(Refusal):
    """No club may have this name; `fault` says why (accounts.club_names.Fault)."""

    code = "bad_club_name"

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


class ClubNameTaken(Refusal):
    """A club has this name, or one that looks like it."""

    code = "club_name_taken"


class BadZone(Refusal):
    """There is no such time zone."""

    code = "bad_zone"


class BadClub(Refusal):
    """A fact about the club has a value it cannot have; the detail names it."""

    code = "bad_club"


class TooManyClubs(Refusal):
    """The person owns as many clubs as one may."""

    code = "too_many_clubs"


class NotMember(Refusal):
    """The person is no member of the club."""

    code = "not_member"


class AlreadyMember(Refusal):
    """The person is a member of the club."""

    code = "already_member"


class EntryByRequest(Refusal):
    """The club wants to be asked first."""

    code = "entry_by_request"


class EntryByInvitation(Refusal):
    """The club invites its members; it cannot be asked."""

    code = "entry_by_invitation"


class AdmissionWaits(Refusal):
    """A request or an invitation of the person waits for its answer."""

    code = "admission_waits"


class NoSuchAdmission(Refusal):
    """The club has no request or invitation of this id that the person may answer."""

    code = "no_such_admission"


class AdmissionSettled(Refusal):
    """The request or invitation has been answered or withdrawn."""

    code = "admission_settled"


class DeclinedLately(Refusal):
    """The other side has said no within the last month."""

    code = "declined_lately"


class LastOwner(Refusal):
    """The club would be left with nobody who owns it."""

    code = "last_owner"


class BadRole(Refusal):
    """A club has no such role, or no such right."""

    code = "bad_role"


class BadCardNumber(Refusal):
    """A card number has at most twenty signs that can be seen."""

    code = "bad_card_number"


class CardNumberTaken(Refusal):
    """Another member of the club has this card number."""

    code = "card_number_taken"


class BadEvent(Refusal):
    """An event has no title, or a time it cannot have."""

    code = "bad_event"


class NoSuchEvent(Refusal):
    """The club has no such event in its calendar."""

    code = "no_such_event"


class TooManyEvents(Refusal):
    """The club's calendar holds as many events as one may."""

    code = "too_many_events"


class BadList(Refusal):
    """The list of members cannot be read, or is not taken in as long as some of its lines are wrong."""

    code = "bad_list"
