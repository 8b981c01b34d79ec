"""Ratings: where a player stands in each pool, and how every match moved them there."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from games.models import Rating, RatingChange
from games.models.ratings import PROVISIONAL_BELOW, START


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


def history(user_id: int, pool: str) -> QuerySet[RatingChange]:
    """Return a player's changes in a pool, the latest first."""
    return RatingChange.objects.filter(user_id=user_id, pool=pool).order_by("-finish_no")


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
