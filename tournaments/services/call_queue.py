"""Call queue: a director comes to who has called, and closes the call.

Where two directors accept at once, the tournament's row lets one of them be first.
"""

from datetime import datetime

from django.db import transaction

from accounts.services import notices
from tournaments.errors import CallTaken, NoSuchCall
from tournaments.models import DirectorCall, Tournament
from tournaments.selectors.calls import players_of
from tournaments.services.audit import Hand, note
from tournaments.services.calls import facts_of
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.settling import settle


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
        notices.give_all(user_ids=players_of(call.encounter), kind="director_coming", data=facts_of(tournament, call))
    touch(tournament)


@transaction.atomic
def close_call(*, tournament_id: int, call_id: int, hand: Hand, now: datetime, reason: str = "") -> None:
    """Close a call, whoever has taken it; what the director says of it goes into the audit log.

    A tournament that could not go on by itself tries again. Locks the tournament. Raises NoRight, NoSuchCall, BadText.
    """
    tournament = lock_tournament(tournament_id)
    check_director(tournament, hand)
    call = _call_of(tournament, call_id)
    call.closed_at = now
    call.save(update_fields=["closed_at"])
    about = call.encounter.key if call.encounter is not None else ""
    note(tournament, hand, "call_closed", about=about, before={"reason": call.reason}, reason=reason)
    settle(tournament, now)
    touch(tournament)


def _call_of(tournament: Tournament, call_id: int) -> DirectorCall:
    """Return an open call of the tournament's. Raises NoSuchCall."""
    calls = DirectorCall.objects.select_related("encounter__round").filter(tournament=tournament, closed_at=None)
    call = calls.filter(pk=call_id).first()
    if call is None:
        raise NoSuchCall
    return call
