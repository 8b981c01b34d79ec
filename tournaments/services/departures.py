"""Departures: who withdraws from a tournament under way, is disqualified, or comes back.

What follows for results is never stored: it is read off the rounds somebody is in (docs/adr/0061). What they are
playing ends there: given up, and rated as such once a trick was played.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from tournaments.errors import WrongState
from tournaments.formats import departures
from tournaments.formats.errors import NoSuchEntrant, NoSuchPairing
from tournaments.models import Encounter, Entrant, EntrantMember, Round, Tournament
from tournaments.selectors.stages import format_of, stage_of
from tournaments.services.audit import SERVER, Hand, check_reason, note
from tournaments.services.directors import check_director, check_not_own
from tournaments.services.drafts import drop_draft
from tournaments.services.locks import lock_tournament, touch
from tournaments.services.settling import settle

State = Entrant.State


@transaction.atomic
def withdraw(*, tournament_id: int, number: int, hand: Hand, now: datetime, reason: str = "") -> None:
    """Take an entrant out of a running tournament, at its own wish or by a director: at once, with what it is playing.

    A director whom it is meeting cannot: it would be a walk-over for them. Locks the tournament, then matches and
    tables. Raises WrongState, NoSuchEntrant, NoRight, OwnEncounter, AlreadyOut, BadText.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    entrant = _entrant_of(tournament, number)
    if not is_member(entrant, hand.user_id):
        check_director(tournament, hand)
        _check_plays_not(tournament, hand, entrant)
    _leave(tournament, entrant, State.WITHDRAWN, hand, now=now, reason=reason)
    touch(tournament)


@transaction.atomic
def disqualify(*, tournament_id: int, number: int, hand: Hand, now: datetime, reason: str) -> None:
    """Put an entrant out of a running tournament. Locks as `withdraw`, and raises the same, OwnEncounter, BadFormat."""
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    entrant = _entrant_of(tournament, number)
    _check_plays_not(tournament, hand, entrant)
    check_reason(reason)
    _leave(tournament, entrant, State.DISQUALIFIED, hand, now=now, reason=reason)
    touch(tournament)


@transaction.atomic
def disqualify_both(*, tournament_id: int, key: str, hand: Hand, now: datetime, reason: str) -> None:
    """Put both sides of an encounter out; it is void, and holds nobody up.

    Locks as `withdraw`. Raises WrongState, NoSuchPairing, NoRight, OwnEncounter, BadResult for a free round, BadFormat,
    BadText.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    check_director(tournament, hand)
    encounter = encounter_of(tournament, key)
    check_not_own(tournament, hand, encounter.home_id, encounter.away_id)
    check_reason(reason)
    if encounter.decided_at is not None and encounter.away_id is not None:
        raise WrongState(f"{key} is decided: correct it, or disqualify one after the other")
    after = departures.disqualify_both(stage_of(tournament), key)
    for entrant in Entrant.objects.filter(pk__in=[encounter.home_id, encounter.away_id]):
        entrant.left, entrant.state = after.by_number[entrant.number].left, State.DISQUALIFIED
        entrant.save(update_fields=["left", "state"])
    encounter.ending, encounter.winner = Encounter.Ending.VOID, ""
    encounter.save(update_fields=["ending", "winner"])
    drop_draft(tournament, SERVER)
    note(tournament, hand, "both_disqualified", about=key, reason=reason)
    settle(tournament, now)
    touch(tournament)


@transaction.atomic
def come_back(*, tournament_id: int, number: int, hand: Hand, now: datetime, reason: str = "") -> None:
    """Let an entrant that has left play again from the next round on; it was absent in those between.

    Who has withdrawn comes back at their own wish, and others by a director's. Locks the tournament.
    Raises WrongState, NoSuchEntrant, NoRight, StillIn, EntryClosed, TournamentOver, BadText.
    """
    tournament = lock_tournament(tournament_id, Tournament.State.RUNNING)
    entrant = _entrant_of(tournament, number)
    if entrant.state != State.WITHDRAWN or not is_member(entrant, hand.user_id):
        check_director(tournament, hand)
    back = departures.come_back(format_of(tournament), stage_of(tournament), number).by_number[number]
    before = entrant.state
    entrant.left, entrant.absent, entrant.state = None, sorted(back.absent), State.ENTERED
    entrant.save(update_fields=["left", "absent", "state"])
    drop_draft(tournament, SERVER)
    note(tournament, hand, "came_back", about=str(number), before={"state": before}, reason=reason)
    settle(tournament, now)
    touch(tournament)


def _leave(
    tournament: Tournament, entrant: Entrant, state: Entrant.State, hand: Hand, *, now: datetime, reason: str
) -> None:
    """Take an entrant out of a locked, running tournament as *state*. Raises AlreadyOut, TournamentOver, BadText."""
    stage = departures.withdraw(format_of(tournament), stage_of(tournament), entrant.number)
    entrant.left, entrant.state = stage.by_number[entrant.number].left, state
    entrant.save(update_fields=["left", "state"])
    drop_draft(tournament, SERVER)
    note(tournament, hand, state.value, about=str(entrant.number), after={"left": entrant.left}, reason=reason)
    settle(tournament, now)


def _check_plays_not(tournament: Tournament, hand: Hand, entrant: Entrant) -> None:
    """Accept who plays neither in an entrant nor against it at the moment. Raises OwnEncounter."""
    playing = Encounter.objects.filter(Q(home=entrant) | Q(away=entrant), tournament=tournament, decided_at=None)
    sides = (side for pair in playing.values_list("home", "away") for side in pair)
    check_not_own(tournament, hand, entrant.pk, *sides)


def is_member(entrant: Entrant, user_id: int | None) -> bool:
    """Tell whether somebody plays in an entrant now."""
    return user_id is not None and EntrantMember.objects.filter(entrant=entrant, user_id=user_id, until=None).exists()


def encounter_of(tournament: Tournament, key: str) -> Encounter:
    """Return an encounter of a round that has been released, with its round and entrants. Raises NoSuchPairing."""
    released = Encounter.objects.filter(tournament=tournament, key=key).exclude(round__state=Round.State.DRAFT)
    encounter = released.select_related("round", "home", "away").first()
    if encounter is None:
        raise NoSuchPairing(f"there is no pairing {key}")
    return encounter


def _entrant_of(tournament: Tournament, number: int) -> Entrant:
    """Return an entrant that plays, or has played. Raises NoSuchEntrant."""
    entrant = Entrant.objects.filter(tournament=tournament, number=number, seed__isnull=False).first()
    if entrant is None:
        raise NoSuchEntrant(f"nobody here has the number {number}")
    return entrant
