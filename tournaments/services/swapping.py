"""Swapping: two entrants change places in a draw, by a director (tournaments 4).

Only where rounds are drawn from the standings: in a bracket or a circle it follows who meets whom.
"""

from datetime import datetime

from django.db import transaction

from tournaments.errors import WrongState
from tournaments.formats.drawn import DrawnRounds
from tournaments.formats.errors import BadPairing, ForbiddenPairing
from tournaments.formats.stage import Stage
from tournaments.formats.swiss import Swiss
from tournaments.models import Encounter, Entrant, Round, Tournament
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services.audit import Hand, check_reason, note
from tournaments.services.directors import check_director, check_not_own
from tournaments.services.drafts import round_of
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.opening import shut_tables
from tournaments.services.rearranging import begun_in, reopen, tell_of_change
from tournaments.services.settling import settle

State = Round.State


@transaction.atomic
def swap_entrants(
    *, tournament_id: int, number: int, one: int, other: int, hand: Hand, now: datetime, reason: str = ""
) -> None:
    """Let two entrants change places in a round; a released one says why, and nobody of the two has begun to play.

    Locks the tournament, then tables. Raises NoRight, WrongState, OwnEncounter in a released round, BadFormat, BadText,
    BadPairing, ForbiddenPairing.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    current = round_of(tournament, number, State.DRAFT, State.RELEASED, State.RUNNING)
    played = format_of(tournament)
    if not isinstance(played, DrawnRounds):
        raise BadPairing("in this format it follows who meets whom")
    here, there = _encounter_with(current, one), _encounter_with(current, other)
    if here.pk == there.pk:
        raise BadPairing(f"{one} and {other} meet each other")
    if current.state != State.DRAFT:
        check_not_own(tournament, hand, here.home_id, here.away_id, there.home_id, there.away_id)
        check_reason(reason)
        _check_not_begun(tournament, here, there)
    before = [_numbers(here), _numbers(there)]
    rows = {row.number: row for row in Entrant.objects.filter(tournament=tournament, number__in=[one, other])}
    _put(here, one, rows[other])
    _put(there, other, rows[one])
    stage = stage_of(tournament)
    for encounter in (here, there):
        _check(played, encounter)
        _store(encounter, stage)
    after = [_numbers(here), _numbers(there)]
    note(
        tournament,
        hand,
        "pairs_swapped",
        about=str(number),
        before={"pairs": before},
        after={"pairs": after},
        reason=reason,
    )
    if current.state != State.DRAFT:
        shut_tables([here, there], now)
        for encounter in (here, there):
            reopen(tournament, encounter, now)
        tell_of_change(tournament, number, [here.home_id, here.away_id, there.home_id, there.away_id])
        settle(tournament, now)
    touch(tournament)


def _encounter_with(current: Round, number: int) -> Encounter:
    """Return the encounter of a round in which an entrant plays, with its round and entrants. Raises BadPairing."""
    for encounter in current.encounters.select_related("home", "away", "round"):
        if number in _numbers(encounter):
            return encounter
    raise BadPairing(f"{number} is not in round {current.number}")


def _check_not_begun(tournament: Tournament, *encounters: Encounter) -> None:
    """Raise WrongState where somebody plays already, or a result is there; a free round may be given to another."""
    begun = begun_in(tournament)
    for encounter in encounters:
        if encounter.key in begun or (encounter.decided_at is not None and encounter.away_id is not None):
            raise WrongState(f"{encounter.key} has begun")


def _numbers(encounter: Encounter) -> list[int]:
    return [encounter.home.number, *([encounter.away.number] if encounter.away is not None else [])]


def _put(encounter: Encounter, number: int, entrant: Entrant) -> None:
    """Put *entrant* in the place of the one of this number."""
    if encounter.home.number == number:
        encounter.home = entrant
    else:
        encounter.away = entrant


def _check(played: DrawnRounds, encounter: Encounter) -> None:
    """Raise ForbiddenPairing for two who are not to meet."""
    numbers = _numbers(encounter)
    if isinstance(played, Swiss) and frozenset(numbers) in played.forbidden:
        raise ForbiddenPairing(f"{numbers[0]} and {numbers[-1]} are not to meet")


def _store(encounter: Encounter, stage: Stage) -> None:
    numbers = set(_numbers(encounter))
    earlier = (set(at.numbers) for at in stage.pairings if at.round < encounter.round.number and at.away is not None)
    encounter.is_rematch = len(numbers) == 2 and numbers in earlier
    encounter.by_hand = True
    encounter.save(update_fields=["home", "away", "is_rematch", "by_hand"])
