"""Calls: players, and the server for them, ask for the director. A table has one open call for a reason."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from accounts.models import Right
from accounts.selectors.clubs import holders_of
from accounts.services import notices
from accounts.texts import one_line
from games.engine.errors import BadFormat
from games.errors import NotSeated
from tournaments.errors import TooOften
from tournaments.models import DirectorCall, Encounter, EncounterTable, Tournament
from tournaments.selectors.calls import encounter_of_player
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.telling import notice_data

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
    if (known := _open_call(tournament, encounter, reason)) is not None:
        return known
    lately = DirectorCall.objects.filter(tournament=tournament, made_by_id=user_id, made_at__gt=now - CALLS_PERIOD)
    if lately.count() >= MOST_CALLS:
        raise TooOften
    call = DirectorCall(encounter=encounter, reason=reason, words=words, made_by_id=user_id, made_at=now)
    return _make(tournament, call)


def call_for_server(
    tournament: Tournament,
    encounter: Encounter | None,
    reason: DirectorCall.Reason,
    words: str = "",
    *,
    now: datetime,
) -> int:
    """Call the director in the server's name; return the call's id, that of an open one for the same reason.

    Without an *encounter* the tournament itself cannot go on: it waits until the call is closed. The caller holds the
    tournament's lock.
    """
    known = _open_call(tournament, encounter, reason)
    if known is not None:
        return known
    return _make(tournament, DirectorCall(encounter=encounter, reason=reason, words=words[:LONGEST_WORDS], made_at=now))


@transaction.atomic
def call_for_timeout(*, match_id: UUID, now: datetime) -> bool:
    """Call the director because a card was played for somebody out of time; tell whether this did it.

    A table whose call for this was closed a short while ago is left in peace. Locks the tournament.
    """
    place = EncounterTable.objects.filter(table__matches=match_id).select_related("encounter").first()
    if place is None:
        return False
    tournament = lock_tournament(place.encounter.tournament_id)
    encounter = Encounter.objects.select_related("round").get(pk=place.encounter_id)
    if tournament.state != Tournament.State.RUNNING or encounter.decided_at is not None:
        return False
    lately = DirectorCall.objects.filter(encounter=encounter, reason=Reason.TIMEOUT)
    if lately.filter(Q(closed_at=None) | Q(closed_at__gt=now - CALLS_PERIOD)).exists():
        return False
    call_for_server(tournament, encounter, Reason.TIMEOUT, now=now)
    return True


def close_calls_of(encounter: Encounter, *reasons: DirectorCall.Reason, now: datetime) -> None:
    """Close an encounter's open calls for *reasons*: what they were for is settled. The caller holds the lock."""
    DirectorCall.objects.filter(encounter=encounter, reason__in=reasons, closed_at=None).update(closed_at=now)


def _open_call(tournament: Tournament, encounter: Encounter | None, reason: str) -> int | None:
    waiting = DirectorCall.objects.filter(tournament=tournament, encounter=encounter, reason=reason, closed_at=None)
    return waiting.values_list("pk", flat=True).first()


def _make(tournament: Tournament, call: DirectorCall) -> int:
    """Store a call and tell the directors; return its id."""
    call.tournament = tournament
    call.save()
    directors = holders_of(club_id=tournament.club_id, right=Right.TOURNAMENTS)
    kind = "director_called" if call.encounter is not None else "director_needed"
    notices.give_all(user_ids=directors, kind=kind, data=facts_of(tournament, call))
    touch(tournament)
    return call.pk


def facts_of(tournament: Tournament, call: DirectorCall) -> dict[str, str | int]:
    """Return what notices about a call tell: of one at a table, which it is."""
    facts: dict[str, str | int] = {**notice_data(tournament), "call": call.pk}
    if call.encounter is not None:
        facts |= {"round": call.encounter.round.number, "table_number": call.encounter.table_number}
    return facts
