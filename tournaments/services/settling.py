"""Settling: what follows from the rows of a tournament, taken in whatever has changed them.

It may be done any number of times: encounters that are decided without a result get their moment, a round whose
encounters are decided is closed, the next is drawn where rounds follow by themselves, and after the last it is over.
"""

from datetime import datetime, timedelta

from tournaments.formats.errors import Refusal as FormatRefusal
from tournaments.formats.stage import Pairing, Stage
from tournaments.models import DirectorCall, Encounter, Round, Tournament
from tournaments.selectors.stages import stage_of
from tournaments.services.arming import arm, waits_for_director
from tournaments.services.audit import LONGEST_REASON, SERVER, note
from tournaments.services.calls import call_for_server
from tournaments.services.drafts import next_draft, release, store_draft
from tournaments.services.finishing import conclude
from tournaments.services.opening import shut_tables


def settle(tournament: Tournament, now: datetime) -> bool:
    """Take in what follows of a locked, running tournament, and arm it; tell whether anything has changed.

    Nothing is drawn while it is paused, or while the server has called the director because it could not go on.
    """
    if tournament.state != Tournament.State.RUNNING:
        arm(tournament)
        return False
    stage = stage_of(tournament)
    has_changed = _decide(tournament, stage, now)
    current = Round.objects.filter(tournament=tournament).exclude(state=Round.State.CLOSED).first()
    if current is not None and current.state != Round.State.DRAFT and not open_in(stage, current.number):
        _close(tournament, current, now)
        current, has_changed = None, True
    if current is None and not stage.open:
        has_changed |= _go_on(tournament, stage, now)
    arm(tournament)
    return has_changed


def open_in(stage: Stage, number: int) -> tuple[Pairing, ...]:
    """Return the pairings of a round without an outcome."""
    return tuple(pairing for pairing in stage.open if pairing.round == number)


def _decide(tournament: Tournament, stage: Stage, now: datetime) -> bool:
    """Write down when encounters were decided, and close their tables."""
    undecided = Encounter.objects.filter(tournament=tournament, decided_at=None).exclude(round__state=Round.State.DRAFT)
    decided = [encounter for encounter in undecided if encounter.key in stage.outcomes]
    for encounter in decided:
        shut_tables([encounter], now, stage.outcomes[encounter.key].winner)
    Encounter.objects.filter(pk__in=[encounter.pk for encounter in decided]).update(decided_at=now, waits_until=None)
    return bool(decided)


def _close(tournament: Tournament, current: Round, now: datetime) -> None:
    current.state, current.closed_at = Round.State.CLOSED, now
    current.save(update_fields=["state", "closed_at"])
    note(tournament, SERVER, "round_closed", about=str(current.number))


def _go_on(tournament: Tournament, stage: Stage, now: datetime) -> bool:
    """Draw the next round, or end the tournament; False where there is nothing the server does by itself."""
    if waits_for_director(tournament):
        return False
    try:
        draft = next_draft(tournament, stage)
    except FormatRefusal as refusal:
        call_to_desk(tournament, refusal, now)
        return True
    if draft is None:
        conclude(tournament, stage, now)
        return True
    if tournament.pace == Tournament.Pace.BY_HAND or tournament.paused_at is not None:
        return False
    drawn = store_draft(tournament, draft, SERVER, now)
    release(tournament, drawn, SERVER, now, now + timedelta(minutes=tournament.break_minutes))
    return True


def call_to_desk(tournament: Tournament, refusal: FormatRefusal, now: datetime) -> None:
    """Call the director because the server cannot go on by itself, and write down why."""
    words = refusal.detail or refusal.code
    call_for_server(tournament, None, DirectorCall.Reason.UNCLEAR, words, now=now)
    note(tournament, SERVER, "stuck", after={"code": refusal.code}, reason=words[:LONGEST_REASON])
