"""Tasks: what workers do for the games once a match has ended."""

from uuid import UUID

from celery import shared_task

from games.services import ratings, seasons, statistics


@shared_task(name="games.ratings.rate_match")
def rate_match(*, match_id: str) -> None:
    """Rate a match that has ended, and whatever else waits in its pool; the ladders of the season follow."""
    ratings.rate_after(match_id=UUID(match_id))
    seasons.follow_left()


@shared_task(name="games.ratings.rate_left")
def rate_left() -> None:
    """Rate what a lost message has left."""
    ratings.rate_left()
    seasons.follow_left()


@shared_task(name="games.ratings.count_match")
def count_match(*, match_id: str) -> None:
    """Have its players' statistics show a match as it stands now."""
    statistics.count(match_id=UUID(match_id))


@shared_task(name="games.ratings.count_left")
def count_left() -> None:
    """Count what a lost message has left."""
    statistics.count_left()
