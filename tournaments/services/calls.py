"""Calls: players, and the server for them, ask for the director; one director comes, and the call is closed.

A table has one open call for a reason. Where two directors accept at once, the tournament's row lets one be first.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from accounts.models import Right
from accounts.selectors.clubs import holders_of
from accounts.services import notices
from accounts.texts import one_line
from games.engine.errors import BadFormat
from games.errors import NotSeated
from tournaments.errors import CallTaken, NoSuchCall, TooOften
from tournaments.models import DirectorCall, Encounter, Tournament
from tournaments.selectors.calls import encounter_of_player, players_of
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch

Reason = DirectorCall.Reason
PLAYERS_REASONS: Final = (Reason.RULES, Reason.CONDUCT, Reason.ABSENT, Reason.TROUBLE, Reason.PLAYER)
"""What somebody at a table can call for, as it is offered."""
LONGEST_WORDS: Final = 200
MOST_CALLS: Final = 5
"""Calls of one person within `CALLS_PERIOD`."""
CALLS_PERIOD: Final = timedelta(minutes=10)


@transaction.atomic
def call_director(*, tournament_id: int, user_id: int, reason: str, words: str = "", now: datetime) -> int:
    """Call the director to the caller's table; return the call's id, that of an open one for the same reason.

    Locks the tournament. Raises WrongState, NotSeated for who plays in no encounter of the round, BadFormat for a
    reason that players do not have, BadText, TooOften.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    if reason not in PLAYERS_REASONS:
        raise BadFormat(f"reason is one of {', '.join(PLAYERS_REASONS)}")
    words = one_line(words, longest=LONGEST_WORDS)
    encounter = encounter_of_player(tournament_id=tournament_id, user_id=user_id)
    if encounter is None:
        raise NotSeated("only who plays in the round calls the director")
    if (known := _open_call(encounter, reason)) is not None:
        return known
    lately = DirectorCall.objects.filter(tournament=tournament, made_by_id=user_id, made_at__gt=now - CALLS_PERIOD)
    if lately.count() >= MOST_CALLS:
        raise TooOften
    call = DirectorCall(encounter=encounter, reason=reason, words=words, made_by_id=user_id, made_at=now)
    return _make(tournament, call)


def call_for_server(
    tournament: Tournament, encounter: Encounter, reason: DirectorCall.Reason, words: str = "", *, now: datetime
) -> int:
    """Call the director in the server's name; return the call's id, that of an open one for the same reason.

    The caller holds the tournament's lock.
    """
    known = _open_call(encounter, reason)
    if known is not None:
        return known
    return _make(tournament, DirectorCall(encounter=encounter, reason=reason, words=words, made_at=now))


@transaction.atomic
def accept_call(*, tournament_id: int, call_id: int, hand: Hand, now: datetime) -> None:
    """Take a call: this director comes, and the table's players are told. A second time changes nothing.

    Locks the tournament. Raises NoRight, NoSuchCall, and CallTaken where another director comes already.
    """
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand)
    call = _call_of(tournament, call_id)
    if call.taken_by_id == hand.user_id:
        return
    if call.taken_by_id is not None:
        raise CallTaken
    call.taken_by_id, call.taken_at = hand.user_id, now
    call.save(update_fields=["taken_by", "taken_at"])
    if call.encounter is not None:
        notices.give_all(user_ids=players_of(call.encounter), kind="director_coming", data=_facts(tournament, call))
    touch(tournament)


@transaction.atomic
def close_call(*, tournament_id: int, call_id: int, hand: Hand, now: datetime, reason: str = "") -> None:
    """Close a call, whoever has taken it; what the director says of it goes into the audit log.

    Locks the tournament. Raises NoRight, NoSuchCall, BadText.
    """
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand)
    call = _call_of(tournament, call_id)
    call.closed_at = now
    call.save(update_fields=["closed_at"])
    about = call.encounter.key if call.encounter is not None else ""
    note(tournament, hand, "call_closed", about=about, before={"reason": call.reason}, reason=reason)
    touch(tournament)


def close_calls_of(encounter: Encounter, *reasons: DirectorCall.Reason, now: datetime) -> None:
    """Close an encounter's open calls for *reasons*: what they were for is settled. The caller holds the lock."""
    DirectorCall.objects.filter(encounter=encounter, reason__in=reasons, closed_at=None).update(closed_at=now)


def _open_call(encounter: Encounter, reason: str) -> int | None:
    waiting = DirectorCall.objects.filter(encounter=encounter, reason=reason, closed_at=None)
    return waiting.values_list("pk", flat=True).first()


def _make(tournament: Tournament, call: DirectorCall) -> int:
    """Store a call and tell the directors; return its id."""
    call.tournament = tournament
    call.save()
    directors = holders_of(club_id=tournament.club_id, right=Right.TOURNAMENTS)
    notices.give_all(user_ids=directors, kind="director_called", data=_facts(tournament, call))
    touch(tournament)
    return call.pk


def _call_of(tournament: Tournament, call_id: int) -> DirectorCall:
    """Return an open call of the tournament's. Raises NoSuchCall."""
    calls = DirectorCall.objects.select_related("encounter__round").filter(tournament=tournament, closed_at=None)
    call = calls.filter(pk=call_id).first()
    if call is None:
        raise NoSuchCall
    return call


def _facts(tournament: Tournament, call: DirectorCall) -> dict[str, str | int]:
    """Return what notices about a call at a table tell."""
    encounter = call.encounter
    return {
        "tournament": tournament.code,
        "tournament_name": tournament.name,
        "round": encounter.round.number if encounter is not None else 0,
        "table_number": encounter.table_number if encounter is not None else 0,
        "call": call.pk,
    }
