"""Forbidding: two entrants that are not to be drawn together, where the format draws them (tournaments 3)."""

from typing import Final

from django.db import transaction

from accounts.errors import ListFull
from tournaments.errors import WrongState
from tournaments.formats.errors import BadPairing, NoSuchEntrant
from tournaments.models import Entrant, ForbiddenPair, Tournament
from tournaments.services.audit import Hand, note
from tournaments.services.directors import check_director
from tournaments.services.locks import lock_tournament, touch

DRAWING: Final = frozenset({Tournament.Format.SWISS})
"""The formats that look at forbidden pairs."""
MOST: Final = 200  # forbidden pairs of one tournament


@transaction.atomic
def forbid_pair(*, tournament_id: int, one: int, other: int, hand: Hand, reason: str = "") -> bool:
    """Let two entrants, by number, not be drawn together from the next draw on; False where that is so already.

    Locks the tournament. Raises NoRight, WrongState where rounds are not drawn like this or it is over, NoSuchEntrant,
    BadPairing for one and the same, ListFull, BadText.
    """
    tournament, first, second = _lock(tournament_id, one, other, hand)
    if ForbiddenPair.objects.filter(tournament=tournament).count() >= MOST:
        raise ListFull
    _, is_new = ForbiddenPair.objects.get_or_create(tournament=tournament, one=first, other=second)
    if is_new:
        note(tournament, hand, "pair_forbidden", after={"pair": [one, other]}, reason=reason)
        touch(tournament)
    return is_new


@transaction.atomic
def allow_pair(*, tournament_id: int, one: int, other: int, hand: Hand, reason: str = "") -> bool:
    """Let two entrants be drawn together again; False where they may be already. Locks and raises as `forbid_pair`."""
    tournament, first, second = _lock(tournament_id, one, other, hand)
    deleted, _ = ForbiddenPair.objects.filter(tournament=tournament, one=first, other=second).delete()
    if deleted:
        note(tournament, hand, "pair_allowed", before={"pair": [one, other]}, reason=reason)
        touch(tournament)
    return bool(deleted)


def _lock(tournament_id: int, one: int, other: int, hand: Hand) -> tuple[Tournament, Entrant, Entrant]:
    """Lock a tournament that draws; return it and the two entrants in the order in which they are stored."""
    tournament = lock_tournament(tournament_id, Tournament.State.ANNOUNCED, Tournament.State.RUNNING)
    check_director(tournament, hand)
    if tournament.format not in DRAWING:
        raise WrongState("who meets whom is not drawn in this format")
    if one == other:
        raise BadPairing("nobody is drawn with oneself")
    found = {row.number: row for row in Entrant.objects.filter(tournament=tournament, number__in=(one, other))}
    for number in (one, other):
        if number not in found:
            raise NoSuchEntrant(f"nobody here has the number {number}")
    first, second = sorted((found[one], found[other]), key=lambda entrant: entrant.pk)
    return tournament, first, second
