"""Refusals of tables and live matches, each named for its fact (docs/protocol.md, section 3).

They are refusals like the engine's: a stable ``code`` for programs, a ``detail`` for people, and nothing changed.
"""

from games.engine.errors import Refusal as RuleRefusal


class Refusal(RuleRefusal):
    """A fact about a table or a live match that forbids an act."""


class Stale(Refusal):
    """The command answers a state the match has left."""

    code = "stale"


class NoSuchMatch(Refusal):
    """No match has this id."""

    code = "no_such_match"


class MatchRunning(Refusal):
    """The record of a match is open only after its end."""

    code = "match_running"


class NotCorrectable(Refusal):
    """The match ended without anything that could be corrected."""

    code = "not_correctable"


class NotSeated(Refusal):
    """The user holds no seat in this match, or no chair at this table."""

    code = "not_seated"


class SeatByBot(Refusal):
    """A bot plays for the holder, who has to take the seat back first."""

    code = "seat_by_bot"


class MatchPaused(Refusal):
    """The match is paused: nobody plays."""

    code = "match_paused"


class NotPaused(Refusal):
    """The match is not paused."""

    code = "not_paused"


class NoPauseHere(Refusal):
    """Matches of this kind have no pause."""

    code = "no_pause_here"


class PauseGone(Refusal):
    """The proposal of a pause has been declined, has lapsed, or never was."""

    code = "pause_gone"


class EntropyNotWanted(Refusal):
    """It is not the time to commit to entropy, or to reveal it."""

    code = "entropy_not_wanted"


class EntropyGiven(Refusal):
    """The seat has said this for the hand already; once said it stays."""

    code = "entropy_given"


class EntropyFalse(Refusal):
    """The entropy is not the one committed to."""

    code = "entropy_false"


class NoSuchTable(Refusal):
    """No table has this code."""

    code = "no_such_table"


class NoSuchSeat(Refusal):
    """The table has no chair of this number."""

    code = "no_such_seat"


class TableClosed(Refusal):
    """The table has been closed."""

    code = "table_closed"


class TablePlaying(Refusal):
    """A match is being played: the chairs stay as they are."""

    code = "table_playing"


class OfficialTable(Refusal):
    """The table is a tournament's: who sits there, what is played and how long is not its players' to decide."""

    code = "official_table"


class MustStay(Refusal):
    """No bot takes over in this match: nobody leaves it, but may call the director or give it up."""

    code = "must_stay"


class NotOpen(Refusal):
    """The table is not at the point where this can be done."""

    code = "not_open"


class TablePrivate(Refusal):
    """The table asks for a password that has not been given."""

    code = "table_private"


class ClubTable(Refusal):
    """The table is for the members of its club."""

    code = "club_table"


class NoSuchHouseRules(Refusal):
    """The club has no such rules, or has replaced or withdrawn them."""

    code = "no_such_house_rules"


class TooManyRules(Refusal):
    """The club has as many sets of rules as one may."""

    code = "too_many_rules"


class WrongPassword(Refusal):
    """This is not the table's password."""

    code = "wrong_password"


class WatchBanned(Refusal):
    """The reader has yet to play what is on the cloth there, or is nobody in particular where somebody has."""

    code = "watch_banned"


class WatchersFull(Refusal):
    """The table has no room for another watcher; who has a seat there is no watcher."""

    code = "watchers_full"


class TooManyBoards(Refusal):
    """One socket follows as many boards as it may."""

    code = "too_many_boards"


class SeatTaken(Refusal):
    """Somebody sits in this chair, or is about to."""

    code = "seat_taken"


class AlreadySeated(Refusal):
    """The user has a chair that cannot be left by sitting down elsewhere."""

    code = "already_seated"


class AlreadyAsked(Refusal):
    """The user's request for a chair at this table waits for its answer."""

    code = "already_asked"


class SeatAskedFor(Refusal):
    """Somebody has asked for this chair and waits for the answer."""

    code = "seat_asked_for"


class SeatNotYours(Refusal):
    """Another person decides about this chair."""

    code = "seat_not_yours"


class AlreadySeeking(Refusal):
    """The person already waits to be found a table."""

    code = "already_seeking"


class NoSuchSeek(Refusal):
    """The person waits for no table, or nobody waits for their answer."""

    code = "no_such_seek"


class NoSuchInvitation(Refusal):
    """No invitation of this id waits for the person's answer."""

    code = "no_such_invitation"


class InvitationGone(Refusal):
    """The invitation has been answered, withdrawn or overtaken, or is too old."""

    code = "invitation_gone"


class TooManyInvitations(Refusal):
    """The person has asked as many people as one may for now."""

    code = "too_many_invitations"


class RequestGone(Refusal):
    """The request has been answered, withdrawn or overtaken."""

    code = "request_gone"


class ChatClosed(Refusal):
    """Who plays writes between hands only, and reads the watchers' room after the match."""

    code = "chat_closed"


class ChatTooFast(Refusal):
    """The person has written too many lines in a short time; after `wait` seconds there is room for one more."""

    code = "chat_too_fast"

    def __init__(self, wait: float) -> None:
        super().__init__(f"wait {wait:.0f} seconds")
        self.wait = wait


class NoSuchLine(Refusal):
    """There is no such line, or it is not for this reader."""

    code = "no_such_line"


class NoRight(Refusal):
    """The act belongs to somebody else."""

    code = "no_right"


class NoSuchLadder(Refusal):
    """There is no ladder of this name."""

    code = "no_such_ladder"


class NoRank(Refusal):
    """The player does not stand in this ladder: hidden, gone, or with too few or too many matches for it."""

    code = "no_rank"


class BadCursor(Refusal):
    """The cursor is none that this list has given out, or it is too old."""

    code = "bad_cursor"


class Busy(Refusal):
    """Too much happened at once; the same request may be sent again."""

    code = "busy"
