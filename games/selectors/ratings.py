"""Ratings: where a player stands in each pool, and how every match moved them there."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games.errors import NoSuchMatch
from games.models import Match, MatchSeat, Rating, RatingChange
from games.models.ratings import PROVISIONAL_BELOW, START
from games.selectors.lateness import is_told
from games.selectors.placings import standing_of


@dataclass(frozen=True, slots=True)
class Explained:
    """A change and why: who shared the player's side, and who was against it, each as they were rated before."""

    change: RatingChange
    partners: list[RatingChange]
    opponents: list[RatingChange]


def rating_of(user_id: int, pool: str) -> Rating:
    """Return where a player stands in a pool; who has no rated match there stands at the start (not stored)."""
    stored = Rating.objects.filter(user_id=user_id, pool=pool).first()
    return stored or Rating(user_id=user_id, pool=pool, rating=START)


def ratings_of(user_ids: Collection[int]) -> Mapping[int, list[Rating]]:
    """Return where players stand, by player; only pools they have played in, in the pools' order: one query."""
    found: dict[int, list[Rating]] = {user_id: [] for user_id in user_ids}
    for rating in Rating.objects.filter(user_id__in=found).order_by("pool"):
        found[rating.user_id].append(rating)
    return found


def is_provisional(rating: Rating) -> bool:
    """Tell whether a player has too few rated matches for a rank."""
    return rating.matches < PROVISIONAL_BELOW


def history(user_id: int, pool: str, reader_id: int | None = None) -> QuerySet[RatingChange]:
    """Return a player's changes in a pool, the latest first: by matches of the reader's, or whose end has been seen."""
    changes = RatingChange.objects.filter(user_id=user_id, pool=pool).select_related("match").order_by("-finish_no")
    own = MatchSeat.objects.filter(user=reader_id).values("match_id")
    return changes.filter(match__in=Match.objects.filter(is_told() | Q(pk__in=own)))


def changes_of(match_id: UUID) -> QuerySet[RatingChange]:
    """Return what a match changed, side by side; empty where it is not rated, or not yet."""
    return RatingChange.objects.filter(match_id=match_id).order_by("side", "user_id")


def explained(changes: Iterable[RatingChange]) -> list[Explained]:
    """Return each change with who else was rated for its match: one query for all."""
    wanted = list(changes)
    beside: dict[UUID, list[RatingChange]] = {change.match_id: [] for change in wanted}
    everybody = RatingChange.objects.filter(match_id__in=beside).select_related("user")
    for other in everybody.order_by("match_id", "side", "user_id"):
        beside[other.match_id].append(other)
    return [
        Explained(
            change,
            [o for o in beside[change.match_id] if o.side == change.side and o.user_id != change.user_id],
            [o for o in beside[change.match_id] if o.side != change.side],
        )
        for change in wanted
    ]


def rating_facts(rating: Rating) -> dict[str, Any]:
    """Return what everybody may know of where a player stands."""
    return {
        "pool": rating.pool,
        "rating": rating.rating,
        "matches": rating.matches,
        "wins": rating.wins,
        "losses": rating.losses,
        "provisional": is_provisional(rating),
        "changed_at": rating.changed_at,
    }


def history_facts(changes: Iterable[RatingChange]) -> list[dict[str, Any]]:
    """Return what is told of changes that `history` has found, each with why: one query for all."""
    return [
        {
            "match": one.change.match_id,
            "ended_at": one.change.match.finished_at,
            **_move(one.change),
            "partners": [_rated(other) for other in one.partners],
            "opponents": [_rated(other) for other in one.opponents],
        }
        for one in explained(changes)
    ]


def match_facts(match_id: UUID) -> dict[str, Any]:
    """Return what an ended match did to its players' ratings: two queries. Raises NoSuchMatch."""
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        raise NoSuchMatch
    standing = standing_of(match)
    return {
        "match": match.pk,
        "pool": match.pool,
        "rated": match.rated,
        "unrated_reason": match.unrated_reason,
        "standing": {key: standing[key] for key in ("winners", "totals", "ruled")},
        "changes": [
            {"player": {"id": change.user_id, "name": change.user.username}, "side": change.side, **_move(change)}
            for change in changes_of(match_id).select_related("user")
        ],
    }


def _move(change: RatingChange) -> dict[str, Any]:
    return {
        "before": change.before,
        "after": change.after,
        "k": change.k,
        "expected": change.expected,
        "score": change.score,
        "place": change.place,
        "left": change.has_left,
        "matches": change.matches,
    }


def _rated(change: RatingChange) -> dict[str, Any]:
    return {"id": change.user_id, "name": change.user.username, "rating": change.before}
