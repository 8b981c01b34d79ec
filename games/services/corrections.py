"""Corrections: what may be changed about an ended match, by whom; each is written down, and ratings follow.

The log stays what was played, and `Match.result` what it came to; a ruling lies beside it and is what counts. The
ratings after the match are computed anew by a worker right after the commit, or by the sweep.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import Right, User
from accounts.selectors.clubs import has_right
from accounts.texts import one_line
from games.engine.errors import BadFormat
from games.engine.rulesets import resolve
from games.errors import MatchRunning, NoRight, NoSuchMatch, NotCorrectable
from games.models import Correction, Match, MatchSeat
from games.selectors.placings import company_of, places, standing_of
from games.services.aftermath import start_tasks
from games.services.placing import place_again

ANNULLED: Final = "annulled"
LONGEST_REASON: Final = 200
MOST_POINTS: Final = 1000


@dataclass(frozen=True, slots=True)
class Hand:
    """By whom a match is corrected, and from where."""

    user_id: int
    way: str  # admin, api
    address: str | None = None


def can_correct(user: User, match: Match) -> bool:
    """Tell whether a user may correct a match: the staff, and who keeps the results of the club at whose table it was.

    A director who played in it leaves it to another.
    """
    if not user.is_active or user.is_staff:
        return user.is_active
    club_id = match.table.club_id
    if club_id is None or not has_right(user_id=user.pk, club_id=club_id, right=Right.RESULTS):
        return False
    return not MatchSeat.objects.filter(match=match, user=user).exists()


def correct_result(*, match_id: UUID, hand: Hand, reason: str, result: Mapping[str, Any]) -> int:
    """Put a ruling beside the result of play and return the correction's id; an annulled match counts again.

    *result* has the winners (indexes of totals) and, where they differ from what was played, the totals. Raises
    BadFormat, BadText and what `_correcting` raises.
    """

    def change(match: Match) -> None:
        ruling = _ruling(match, result)
        match.ruling = ruling
        place_again(match, places(resolve(match.preset, match.options, match.rules_version), ruling))
        if match.unrated_reason == ANNULLED:
            match.rated, match.unrated_reason = True, ""
            held = MatchSeat.objects.filter(match=match, to_seq=None).values_list("user_id", flat=True)
            match.company = company_of(list(held))

    return _correct(match_id, hand, reason, Correction.Kind.RESULT, change)


def annul(*, match_id: UUID, hand: Hand, reason: str) -> int:
    """Let a match count for nothing and return the correction's id. Raises as `correct_result`."""
    return _correct(match_id, hand, reason, Correction.Kind.ANNULMENT, _annul)


def delete(*, match_id: UUID, hand: Hand, reason: str) -> int:
    """Annul a match now, delete it once the ratings after it are computed anew, and return the correction's id."""
    return _correct(match_id, hand, reason, Correction.Kind.DELETION, _annul)


@transaction.atomic
def _correct(match_id: UUID, hand: Hand, reason: str, kind: Correction.Kind, change: Callable[[Match], None]) -> int:
    """Change an ended match, write down who did it and what, and have the ratings follow.

    Locks the match. Raises NoSuchMatch, NoRight, MatchRunning, BadFormat without a reason, BadText, and
    NotCorrectable for a match that was called off.
    """
    reason = one_line(reason, longest=LONGEST_REASON)
    if not reason:
        raise BadFormat("a correction says why")
    match = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if match is None or Correction.objects.filter(match_id=match_id, kind=Correction.Kind.DELETION).exists():
        raise NoSuchMatch  # or is about to be none
    if not can_correct(User.objects.get(pk=hand.user_id), match):
        raise NoRight
    if match.status == Match.Status.RUNNING or match.finish_no is None:
        raise MatchRunning
    if match.status == Match.Status.ABORTED and kind == Correction.Kind.RESULT:
        raise NotCorrectable("A match that was called off has no result.")
    before = standing_of(match)
    change(match)
    match.is_counted = False  # no longer as it stands
    match.save(update_fields=["ruling", "rated", "unrated_reason", "company", "is_counted"])
    correction = Correction.objects.create(
        match_id=match.pk,
        pool=match.pool,
        finish_no=match.finish_no,
        kind=kind,
        reason=reason,
        before=before,
        after=None if kind == Correction.Kind.DELETION else standing_of(match),
        by_id=hand.user_id,
        way=hand.way,
        address=hand.address,
        at=timezone.now(),
    )
    start_tasks(settings.ON_MATCH_CORRECTED, match.pk)
    return correction.pk


def _annul(match: Match) -> None:
    if match.rated:
        match.rated, match.unrated_reason, match.company = False, ANNULLED, None


def _ruling(match: Match, result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a ruling as it is stored. Raises BadFormat."""
    played = (match.result or {}).get("totals", [])
    return check_ruling(played, winners=result.get("winners"), totals=result.get("totals", played))


def check_ruling(played: Sequence[int], *, winners: object, totals: object) -> dict[str, Any]:
    """Return what is decided about a match as it is stored; *played* are the totals at the table. Raises BadFormat."""
    if not isinstance(winners, list) or not winners or not all(type(side) is int for side in winners):
        raise BadFormat("winners is a list of the numbers of sides")
    if len(set(winners)) < len(winners) or not set(winners) <= set(range(len(played))):
        raise BadFormat(f"winners are sides of this match: 0 to {len(played) - 1}")
    if not isinstance(totals, list) or len(totals) != len(played):
        raise BadFormat(f"totals is a list of {len(played)} numbers")
    if not all(type(points) is int and abs(points) <= MOST_POINTS for points in totals):
        raise BadFormat(f"totals are whole numbers up to {MOST_POINTS}")
    return {"winners": sorted(winners), "totals": totals}
