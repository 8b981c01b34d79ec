"""Rated matches as tests need many of them: ended rows with a finish number, without a card played."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import count

from django.db import transaction

from accounts.models import User
from games.models import Ledger, Match, MatchSeat, Pool, Rating, RatingChange, Table
from games.selectors.placings import company_of
from games.services.finish import _next_number
from tests.games.factories import START

_tables = count(1)


@transaction.atomic
def ended_match(
    winners: Sequence[User],
    losers: Sequence[User],
    *,
    left: Sequence[User] = (),
    rated: bool = True,
    at: datetime = START,
    preset: str = "club",
    pool: str = "pairs",
) -> Match:
    """A match of two sides that has just ended; whoever *left* has a bot in his seat."""
    table = Table.objects.create(preset=preset, rules_version=1, seat_count=4, rated=rated)
    everybody = [*winners, *losers]
    match = Match.objects.create(
        table=table,
        number=1,
        preset=preset,
        rules_version=1,
        pool=pool,
        rated=rated,
        unrated_reason="" if rated else "casual",
        move_seconds=30,
        bank_seconds=0,
        bot_delay_ms=0,
        status=Match.Status.FINISHED,
        result={"winners": [0], "totals": [31, 20], "reason": "target"},
        company=company_of([user.pk for user in everybody]) if rated else None,
        started_at=at - timedelta(minutes=20),
        finished_at=at,
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, number=2 * number + side, user=user, side=side, place=side + 1, by_bot=user in left)
        for side, users in enumerate((winners, losers))
        for number, user in enumerate(users)
    )
    match.finish_no = _next_number(pool)
    match.save(update_fields=["finish_no"])
    return match


def evening(players: Sequence[User], matches: int, seed: int = 7) -> list[Match]:
    """Matches of four drawn from *players*, one after another; now and then somebody leaves, or it is casual."""
    dice = random.Random(seed)
    played = []
    for number in range(matches):
        four = dice.sample(list(players), 4)
        played.append(
            ended_match(
                four[:2],
                four[2:],
                left=four[:1] if dice.random() < 0.1 else (),
                rated=dice.random() < 0.9,
                at=START + timedelta(minutes=number),
            )
        )
    return played


def whole_ledger() -> tuple:
    """Everything that rating writes, but for keys that say nothing."""
    whole = [field.attname for field in RatingChange._meta.concrete_fields]
    changes = RatingChange.objects.order_by("pool", "finish_no", "user").values_list(*whole)
    ratings = Rating.objects.order_by("pool", "user").values_list(
        "pool", "user", "rating", "matches", "wins", "losses", "last_finish_no", "changed_at"
    )
    return tuple(changes), tuple(ratings), tuple(Ledger.objects.order_by("pool").values_list("pool", "rated_through"))


def stands(*users: User, pool: str = "pairs") -> list[float]:
    """The ratings of users, 1500 for who has none."""
    found = dict(Rating.objects.filter(pool=pool).values_list("user_id", "rating"))
    return [found.get(user.pk, 1500.0) for user in users]


def numbers_of(pool: str = "pairs") -> int:
    return Pool.objects.get(name=pool).finished
