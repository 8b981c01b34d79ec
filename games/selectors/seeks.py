"""Seeks: who waits for a table, as the lobby shows them and as the pairing needs them (docs/adr/0034)."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max, Prefetch, QuerySet

from accounts.models import Block
from games.engine.rulesets import resolve
from games.models import Seek, Seeker, pool_of
from games.models.ratings import START, Rating
from games.selectors.frames import moment
from games.selectors.pairings import Candidate

View = dict[str, Any]

TOLD_FOR = timedelta(minutes=2)
"""How long a person is still told how their latest seek has ended."""


def ratings_for(preset: str, user_ids: Collection[int]) -> dict[int, int]:
    """Return the rating of each user for a game, rounded; who has not been rated in its pool stands where all begin."""
    rows = Rating.objects.filter(pool=pool_of(preset), user_id__in=user_ids).values_list("user_id", "rating")
    found = {user_id: round(rating) for user_id, rating in rows}
    return {user_id: found.get(user_id, round(START)) for user_id in user_ids}


def with_people(seeks: QuerySet[Seek]) -> QuerySet[Seek]:
    """Return *seeks* with what `seek_facts` shows of each, without a further query."""
    seekers = Seeker.objects.select_related("user").order_by("pk")
    return seeks.select_related("partner", "table").prefetch_related(Prefetch("seekers", queryset=seekers))


def waiting_seeks() -> QuerySet[Seek]:
    """Return the seeks that wait for company, the longest waiting first."""
    return with_people(Seek.objects.filter(state=Seek.State.WAITING)).order_by("made_at", "pk")


def seek_of(user_id: int, now: datetime) -> Seek | None:
    """Return a person's open seek, or the latest while how it has ended is still news."""
    own = with_people(Seek.objects.filter(seekers__user_id=user_id))
    latest = own.order_by("-seekers__is_open", "-changed_at").first()
    if latest is None or (latest.state in _OVER and latest.changed_at < now - TOLD_FOR):
        return None
    return latest


def proposals_to(user_id: int) -> QuerySet[Seek]:
    """Return the seeks that wait for this person to say whether they will be the partner."""
    return with_people(Seek.objects.filter(partner_id=user_id, state=Seek.State.ASKING)).order_by("pk")


def seek_facts(seek: Seek) -> View:
    """Return what everybody may know of a seek from one of the functions above."""
    rules = resolve(seek.preset, seek.options, seek.rules_version)
    people = [
        {"id": seeker.user_id, "name": seeker.user.username, "kind": seeker.user.kind} for seeker in seek.seekers.all()
    ]
    asked = seek.partner if seek.state == Seek.State.ASKING else None
    return {
        "id": seek.pk,
        "state": seek.state,
        "end": seek.end or None,
        "preset": seek.preset,
        "options": seek.options,
        "target": rules.target,
        "players": len(rules.person_seats),
        "rated": seek.rated,
        "rating_low": seek.rating_low,
        "rating_high": seek.rating_high,
        "people": people,
        "asked": {"id": asked.pk, "name": asked.username, "kind": asked.kind} if asked else None,
        "table": seek.table.code if seek.table else None,
        "since": moment(seek.made_at),
    }


def candidates_of(seeks: Sequence[Seek], now: datetime) -> list[Candidate]:
    """Return the people of *seeks* as the pairing takes them, in the same order: two queries."""
    ratings: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for seeker in Seeker.objects.filter(seek__in=seeks, is_open=True).order_by("pk"):
        ratings[seeker.seek_id][seeker.user_id] = seeker.rating
    users = [user_id for people in ratings.values() for user_id in people]
    avoided: defaultdict[int, set[int]] = defaultdict(set)
    for blocker, blocked in Block.objects.filter(blocker__in=users, blocked__in=users).values_list(
        "blocker_id", "blocked_id"
    ):
        avoided[blocker].add(blocked)
    return [
        Candidate(
            seek_id=seek.pk,
            ratings=ratings[seek.pk],
            waited=(now - seek.made_at).total_seconds(),
            low=seek.rating_low,
            high=seek.rating_high,
            avoided=frozenset().union(*(avoided[user_id] for user_id in ratings[seek.pk])),
        )
        for seek in seeks
        if ratings[seek.pk]
    ]


def latest_seek_change() -> datetime | None:
    """Return when a seek has last changed: one query."""
    changed: datetime | None = Seek.objects.aggregate(latest=Max("changed_at"))["latest"]
    return changed


_OVER = frozenset({Seek.State.FOUND, Seek.State.ENDED})
