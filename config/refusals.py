"""Refusals: every code the site can answer with, its HTTP status and what it means (docs/protocol.md, section 3).

Malformed is 400, illegal by the rules of the game 422, refused by the state of a table or match 409: a client can tell
"fix the program", "choose another card" and "look again" apart by status alone.
"""

from http import HTTPStatus
from typing import NamedTuple


class Meaning(NamedTuple):
    """What a code says: the HTTP status it travels with, and a title for people."""

    status: HTTPStatus
    title: str


MALFORMED = HTTPStatus.BAD_REQUEST
ILLEGAL = HTTPStatus.UNPROCESSABLE_ENTITY
CONFLICT = HTTPStatus.CONFLICT
FORBIDDEN = HTTPStatus.FORBIDDEN
UNKNOWN = HTTPStatus.NOT_FOUND

MEANINGS: dict[str, Meaning] = {
    # the rules of the game (games.engine.errors)
    "bad_format": Meaning(MALFORMED, "The request has the wrong shape."),
    "bad_rules": Meaning(ILLEGAL, "No preset has this name."),
    "bad_option": Meaning(ILLEGAL, "An option is unknown or has a value it cannot have."),
    "bad_deal": Meaning(ILLEGAL, "The dealer or the cards dealt are not what the rules ask for."),
    "bad_card": Meaning(ILLEGAL, "This is no card."),
    "not_allowed": Meaning(ILLEGAL, "The rules have no such act here."),
    "not_your_turn": Meaning(CONFLICT, "Another seat is to act."),
    "card_not_held": Meaning(ILLEGAL, "The seat does not hold this card."),
    "must_follow_suit": Meaning(ILLEGAL, "The suit led must be followed."),
    "signal_not_allowed": Meaning(ILLEGAL, "No such signal may be given now."),
    "signal_false": Meaning(ILLEGAL, "The signal is not true."),
    "declaration_too_late": Meaning(ILLEGAL, "The time to declare has passed."),
    "declaration_not_held": Meaning(ILLEGAL, "The cards are no combination, or are not held."),
    "declaration_repeated": Meaning(ILLEGAL, "The cards were declared before."),
    "bad_bid": Meaning(ILLEGAL, "This bid cannot be made."),
    "bad_exchange": Meaning(ILLEGAL, "The exchange does not allow this."),
    "hand_over": Meaning(CONFLICT, "The hand is over."),
    "match_over": Meaning(CONFLICT, "The match is over."),
    # playing
    "stale": Meaning(CONFLICT, "The match has moved on."),
    "no_such_match": Meaning(UNKNOWN, "There is no such match."),
    "match_running": Meaning(CONFLICT, "The match is still being played."),
    "not_seated": Meaning(FORBIDDEN, "You hold no seat here."),
    "seat_by_bot": Meaning(CONFLICT, "A bot plays for you; take the seat back first."),
    "match_paused": Meaning(CONFLICT, "The match is paused."),
    "not_paused": Meaning(CONFLICT, "The match is not paused."),
    "no_pause_here": Meaning(CONFLICT, "Matches of this kind have no pause."),
    "pause_gone": Meaning(CONFLICT, "No pause waits for an answer."),
    "entropy_not_wanted": Meaning(CONFLICT, "It is not the time for this entropy."),
    "entropy_given": Meaning(CONFLICT, "You have given this for the hand already."),
    "entropy_false": Meaning(ILLEGAL, "The entropy is not what you committed to."),
    "bad_json": Meaning(MALFORMED, "This is not JSON."),
    "bad_type": Meaning(MALFORMED, "There is no such command."),
    "too_large": Meaning(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The request is too large."),
    "too_many": Meaning(HTTPStatus.TOO_MANY_REQUESTS, "Too many requests."),
    "busy": Meaning(HTTPStatus.SERVICE_UNAVAILABLE, "The server is busy; try again."),
    # tables
    "no_such_table": Meaning(UNKNOWN, "There is no such table."),
    "table_closed": Meaning(CONFLICT, "The table is closed."),
    "table_playing": Meaning(CONFLICT, "A match is being played at the table."),
    "seat_taken": Meaning(CONFLICT, "The seat is taken."),
    "already_seated": Meaning(CONFLICT, "You already have a chair."),
    "already_asked": Meaning(CONFLICT, "You have already asked for a chair here."),
    "seat_asked_for": Meaning(CONFLICT, "Somebody waits for an answer about this seat."),
    "seat_not_yours": Meaning(FORBIDDEN, "This seat is not yours to decide about."),
    "request_gone": Meaning(CONFLICT, "The request has been settled or withdrawn."),
    "already_seeking": Meaning(CONFLICT, "You are waiting for a table already."),
    "no_such_seek": Meaning(UNKNOWN, "You wait for no such table, or nobody waits for your answer."),
    "no_such_invitation": Meaning(UNKNOWN, "No such invitation waits for your answer."),
    "invitation_gone": Meaning(CONFLICT, "The invitation has been settled, withdrawn or overtaken."),
    "too_many_invitations": Meaning(CONFLICT, "You have asked as many people as one may for now."),
    "no_such_seat": Meaning(UNKNOWN, "The table has no such seat."),
    "wrong_password": Meaning(FORBIDDEN, "The password is wrong."),
    "table_private": Meaning(FORBIDDEN, "The table is private."),
    "watch_banned": Meaning(FORBIDDEN, "You may not watch here until you have played it yourself."),
    "watchers_full": Meaning(CONFLICT, "The table has no room for another watcher."),
    "too_many_boards": Meaning(CONFLICT, "The socket follows as many boards as it may."),
    "chat_closed": Meaning(CONFLICT, "The chat is closed to you at this moment."),
    "chat_too_fast": Meaning(HTTPStatus.TOO_MANY_REQUESTS, "You write too fast."),
    "no_such_line": Meaning(UNKNOWN, "There is no such line."),
    "club_table": Meaning(FORBIDDEN, "The table is for the members of its club."),
    "not_open": Meaning(CONFLICT, "The table is not open."),
    # people
    "not_logged_in": Meaning(HTTPStatus.UNAUTHORIZED, "Log in, or send a token."),
    "members_only": Meaning(FORBIDDEN, "Guests only practise; sign up to do this."),
    "no_right": Meaning(FORBIDDEN, "You have no right to do this."),
    "bad_token": Meaning(HTTPStatus.UNAUTHORIZED, "The token is unknown, expired or revoked."),
    "bad_scope": Meaning(FORBIDDEN, "The token's scopes do not cover this."),
    "no_such_player": Meaning(UNKNOWN, "There is no such player."),
    "bad_name": Meaning(ILLEGAL, "Nobody may have this name."),
    "address_taken": Meaning(CONFLICT, "The e-mail address belongs to another account."),
    "last_administrator": Meaning(CONFLICT, "The site would be left without an administrator."),
    "no_such_session": Meaning(UNKNOWN, "You have no such session."),
    "no_such_token": Meaning(UNKNOWN, "You have no such token."),
    "not_yourself": Meaning(ILLEGAL, "You cannot do this to yourself."),
    "people_only": Meaning(ILLEGAL, "Bots and guests are not followed, and do not write."),
    "blocked": Meaning(FORBIDDEN, "One of you has blocked the other."),
    "list_full": Meaning(CONFLICT, "You have as many of these as one may."),
    "silenced": Meaning(FORBIDDEN, "You have a time-out and cannot write now."),
    "bad_time_out": Meaning(ILLEGAL, "A time-out lasts a minute at least and a year at most, and has a reason."),
    "bad_text": Meaning(ILLEGAL, "The text is too long, or nothing in it can be read."),
    "no_such_notice": Meaning(UNKNOWN, "You have no such notice."),
    "bad_expiry": Meaning(ILLEGAL, "A token lives for a day at least and a year at most."),
    "too_many_tokens": Meaning(CONFLICT, "You hold as many tokens as one may."),
    # clubs
    "no_such_club": Meaning(UNKNOWN, "There is no such club."),
    "club_closed": Meaning(CONFLICT, "The club is closed."),
    "club_busy": Meaning(CONFLICT, "Something of the club's is going on."),
    "bad_club_name": Meaning(ILLEGAL, "No club may have this name."),
    "club_name_taken": Meaning(CONFLICT, "A club has this name, or one that looks like it."),
    "bad_zone": Meaning(ILLEGAL, "There is no such time zone."),
    "bad_club": Meaning(ILLEGAL, "A fact about the club has a value it cannot have."),
    "too_many_clubs": Meaning(CONFLICT, "You own as many clubs as one may."),
    "not_member": Meaning(UNKNOWN, "The club has no such member."),
    "already_member": Meaning(CONFLICT, "The person is a member already."),
    "entry_by_request": Meaning(CONFLICT, "The club wants to be asked first."),
    "entry_by_invitation": Meaning(FORBIDDEN, "The club invites its members."),
    "admission_waits": Meaning(CONFLICT, "A request or an invitation waits for its answer."),
    "no_such_admission": Meaning(UNKNOWN, "There is no such request or invitation."),
    "admission_settled": Meaning(CONFLICT, "The request or invitation has been settled."),
    "declined_lately": Meaning(CONFLICT, "The other side has said no within the last month."),
    "last_owner": Meaning(CONFLICT, "The club would be left with nobody who owns it."),
    "bad_role": Meaning(ILLEGAL, "A club has no such role or right."),
    "bad_card_number": Meaning(ILLEGAL, "A card number has at most twenty signs."),
    "card_number_taken": Meaning(CONFLICT, "Another member has this card number."),
    "bad_event": Meaning(ILLEGAL, "An event has no title, or a time it cannot have."),
    "no_such_event": Meaning(UNKNOWN, "There is no such event in the calendar."),
    "too_many_events": Meaning(CONFLICT, "The calendar holds as many events as one may."),
    "bad_list": Meaning(ILLEGAL, "The list of members cannot be taken in."),
    "no_such_house_rules": Meaning(UNKNOWN, "The club has no such rules now."),
    "too_many_rules": Meaning(CONFLICT, "The club has as many sets of rules as one may."),
    # REST alone
    "not_found": Meaning(UNKNOWN, "There is nothing at this address."),
    "method_not_allowed": Meaning(HTTPStatus.METHOD_NOT_ALLOWED, "This address does not answer to this verb."),
    "not_acceptable": Meaning(HTTPStatus.NOT_ACCEPTABLE, "The answer does not exist in a form you accept."),
    "unsupported_media_type": Meaning(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "Send JSON."),
    "csrf_failed": Meaning(FORBIDDEN, "A write with the site's cookie needs its CSRF token."),
    "bad_cursor": Meaning(MALFORMED, "The cursor is not one this list gave out."),
    "idempotency_mismatch": Meaning(ILLEGAL, "The Idempotency-Key was used for another request."),
    "internal_error": Meaning(HTTPStatus.INTERNAL_SERVER_ERROR, "The server failed; it has been noted."),
}
