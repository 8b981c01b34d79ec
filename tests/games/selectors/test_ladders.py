"""Ladders: ranks, ties, who takes none, and pages that hold still while ratings move (tournaments, 6; C2, C3)."""

import random
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Club, Follow, Membership, User
from accounts.services.closing import close_account
from accounts.services.people import deactivate, reactivate
from games.errors import BadCursor, NoRank
from games.models import LadderBucket, Ledger, Match, Rating
from games.selectors.ladder_keys import sealed, unsealed
from games.selectors.ladder_kinds import Among, Ladder
from games.selectors.ladders import PINNED_FOR, around, ladder_page, stands_of
from games.services.ratings import rate_pool
from games.services.seasons import follow
from tests.games.factories import START, people, person
from tests.games.races import at_once
from tests.games.rated import ended_match

pytestmark = pytest.mark.django_db
PAIRS = Ladder("pairs")


def rated(user: User, rating: float, matches: int = 12, pool: str = "pairs") -> User:
    Rating.objects.create(user=user, pool=pool, rating=rating, matches=matches, wins=matches)
    return user


def told(ladder: Ladder = PAIRS, size: int = 50) -> list[tuple[int | None, int]]:
    return [(row.rank, row.points) for row in ladder_page(ladder, None, size).rows]


def every_page(ladder: Ladder, size: int, between=lambda: None) -> list:
    """All rows of a ladder, a page at a time, with something happening between two pages."""
    page = ladder_page(ladder, None, size)
    rows = list(page.rows)
    while page.next:
        between()
        page = ladder_page(ladder, unsealed(ladder, sealed(ladder, page.next)), size)
        rows += page.rows
    return rows


def test_equal_points_share_a_rank_and_who_hides_uses_none() -> None:
    """C3: 101, 100, 100, 99 is 1, 2, 2, 4; with the first hidden it is 1, 1, 3."""
    first, second, third, fourth = (rated(person(), points) for points in (101, 100, 100, 99))
    assert told() == [(1, 101), (2, 100), (2, 100), (4, 99)]
    User.objects.filter(pk=first.pk).update(wants_ladder=False)
    assert told() == [(1, 100), (1, 100), (3, 99)]
    assert [stands_of(user.pk)[0].rank for user in (first, second, third, fourth)] == [None, 1, 1, 3]
    User.objects.filter(pk=first.pk).update(wants_ladder=True)
    assert told()[0] == (1, 101)


def test_who_is_gone_asleep_or_no_person_uses_no_rank() -> None:
    bot = User.objects.create_user("Robot", kind=User.Kind.BOT)
    rated(bot, 1900)
    gone, asleep = rated(person(), 1800), rated(person(), 1700)
    rated(person(), 1600)
    close_account(user_id=gone.pk)
    deactivate(user_id=asleep.pk)
    assert told() == [(1, 1600)]
    reactivate(user_id=asleep.pk)
    assert told() == [(1, 1700), (2, 1600)]


def test_the_shown_number_decides_a_tie_and_not_what_is_behind_the_point() -> None:
    """C3: rounding is what makes ties here, and docs/adr/0057 says so."""
    for rating in (1500.4, 1499.6, 1499.4):
        rated(person(), rating)
    assert told() == [(1, 1500), (1, 1500), (3, 1499)]


def test_the_provisional_stand_apart() -> None:
    """C2: nine matches are too few for a rank, ten are enough."""
    new, old = rated(person(), 1900, matches=9), rated(person(), 1500, matches=10)
    assert told() == [(1, 1500)]
    assert told(Ladder("pairs", is_provisional=True)) == [(None, 1900)]
    assert [stands_of(user.pk)[0].rank for user in (new, old)] == [None, 1]
    with pytest.raises(NoRank):
        around(PAIRS, new.pk, 5)


def test_ties_share_a_rank_across_the_edge_of_a_page() -> None:
    for points in (1600, 1500, 1500, 1500, 1500, 1400):
        rated(person(), points)
    rows = every_page(PAIRS, 2)
    assert [row.rank for row in rows] == [1, 2, 2, 2, 2, 6]
    assert len({row.user_id for row in rows}) == 6


def test_the_counted_rank_is_the_one_sql_counts() -> None:
    dice = random.Random(6)
    users = [rated(person(), dice.gauss(1500, 12)) for _ in range(120)]
    for user in dice.sample(users, 40):
        Rating.objects.filter(user=user).update(rating=dice.gauss(1500, 12))
    for user in dice.sample(users, 10):
        User.objects.filter(pk=user.pk).update(wants_ladder=False)
    Rating.objects.filter(user__in=dice.sample(users, 5)).delete()
    Rating.objects.filter(user__in=dice.sample(users, 20)).update(matches=9)
    ranked = Rating.objects.filter(pool="pairs", matches__gte=10, user__wants_ladder=True)
    points = [round(rating) for rating in ranked.values_list("rating", flat=True)]
    rows = every_page(PAIRS, 7)
    assert len(rows) == len(points)
    assert all(row.rank == 1 + sum(other > row.points for other in points) for row in rows)
    assert all(stands_of(row.user_id)[0].rank == row.rank for row in rows[::9])
    assert sum(LadderBucket.objects.values_list("players", flat=True)) == len(points)


def test_pages_never_repeat_or_drop_a_row_while_ratings_move() -> None:
    """Between two pages the last beat the first, again and again; a page is of the moment of the first one."""
    users = people(12)
    for user in users[:4]:
        rated(user, 1400 + users.index(user), matches=9)  # whose next match gives them a rank
    for user in users[4:]:
        rated(user, 1400 + users.index(user))
    Ledger.objects.create(pool="pairs")
    before = told()

    def upset() -> None:
        ended_match(users[4:6], users[10:12])
        ended_match(users[:2], users[2:4])
        rate_pool(pool="pairs")

    rows = every_page(PAIRS, 3, between=upset)
    assert [(row.rank, row.points) for row in rows] == before
    assert [row.user_id for row in rows] == [user.pk for user in users[:3:-1]]
    now = told()
    assert len(now) == 12
    assert [row.rank for row in every_page(PAIRS, 5)] == [rank for rank, _ in now]


def test_pages_of_a_season_hold_still_too() -> None:
    users = people(4)
    for _ in range(10):
        ended_match(users[:2], users[2:])
    rate_pool(pool="pairs")
    follow(pool="pairs")
    season = Ladder("pairs", "2031q1")
    before = told(season)
    assert [rank for rank, _ in before] == [1, 1, 3, 3]

    def upset() -> None:
        ended_match(users[1:3], [users[0], users[3]])
        rate_pool(pool="pairs")

    def upset_and_followed() -> None:
        upset()
        follow(pool="pairs")

    def follow_only() -> None:
        follow(pool="pairs")

    def pages(between) -> list[tuple[int | None, int, int]]:
        return [(row.rank, row.points, row.matches) for row in every_page(season, 1, between=between)]

    assert pages(upset) == [(*place, 10) for place in before]
    assert pages(upset_and_followed) == [(*place, 10) for place in before]
    now = pages(follow_only)
    assert {matches for _, _, matches in now} == {16}
    assert [(rank, points) for rank, points, _ in now] != before


def test_pages_lead_back_as_well() -> None:
    for points in range(1500, 1507):
        rated(person(), points)
    first = ladder_page(PAIRS, None, 3)
    second = ladder_page(PAIRS, first.next, 3)
    third = ladder_page(PAIRS, second.next, 3)
    assert (first.previous, third.next) == (None, None)
    assert [row.rank for row in third.rows] == [7]
    back = ladder_page(PAIRS, third.previous, 3)
    assert back.rows == second.rows
    again = ladder_page(PAIRS, back.previous, 3)
    assert (again.rows, again.previous) == (first.rows, None)


def test_around_a_player_is_whom_they_stand_among() -> None:
    users = [rated(person(), points) for points in range(1500, 1511)]
    page = around(PAIRS, users[5].pk, 5)
    assert [row.points for row in page.rows] == [1507, 1506, 1505, 1504, 1503]
    assert [row.rank for row in page.rows] == [4, 5, 6, 7, 8]
    assert [row.rank for row in ladder_page(PAIRS, page.next, 9).rows] == [9, 10, 11]
    assert [row.rank for row in ladder_page(PAIRS, page.previous, 9).rows] == [1, 2, 3]
    top = around(PAIRS, users[10].pk, 5)
    assert ([row.rank for row in top.rows], top.previous) == ([1, 2, 3, 4, 5], None)


def test_a_ladder_of_a_club_a_place_or_friends_has_ranks_of_its_own() -> None:
    me, friend, member, elsewhere = (rated(person(), points) for points in (1500, 1500, 1600, 1700))
    club = Club.objects.create(name="Circolo San Vito", slug="san-vito", place="Spilimbergo")
    for user in (me, member):
        Membership.objects.create(club=club, user=user)
    Follow.objects.create(follower=me, followed=friend)
    assert told(Ladder("pairs", among=Among("club", club.pk))) == [(1, 1600), (2, 1500)]
    assert told(Ladder("pairs", among=Among("place", "SPILIMBERGO"))) == [(1, 1600), (2, 1500)]
    assert told(Ladder("pairs", among=Among("friends", me.pk))) == [(1, 1500), (1, 1500)]
    with pytest.raises(NoRank):
        around(Ladder("pairs", among=Among("club", club.pk)), elsewhere.pk, 5)
    assert [row.rank for row in around(Ladder("pairs", among=Among("club", club.pk)), me.pk, 5).rows] == [1, 2]


def test_a_season_is_the_quarter_in_the_sites_time_and_stays_when_it_is_over() -> None:
    users = people(4)
    for number in range(12):
        ended_match(users[:2], users[2:], at=START.replace(month=3, day=number + 1))
    late = ended_match(users[2:], users[:2])
    Match.objects.filter(pk=late.pk).update(finished_at="2031-03-31T22:30:00Z")  # April in Rome
    rate_pool(pool="pairs")
    follow(pool="pairs")
    spring = told(Ladder("pairs", "2031q1"))
    assert [rank for rank, _ in spring] == [1, 1, 3, 3]
    assert told(Ladder("pairs", "2031q2")) == []
    assert len(told(Ladder("pairs", "2031q2", is_provisional=True))) == 4
    assert told() != spring
    follow(pool="pairs")
    assert told(Ladder("pairs", "2031q1")) == spring


def test_no_page_costs_more_than_three_queries() -> None:
    users = [rated(person(), points) for points in range(1500, 1520)]
    first = ladder_page(PAIRS, None, 5)
    for deed in (
        lambda: ladder_page(PAIRS, None, 5),
        lambda: ladder_page(PAIRS, first.next, 5),
        lambda: around(PAIRS, users[9].pk, 5),
        lambda: stands_of(users[9].pk),
    ):
        with CaptureQueriesContext(connection) as queries:
            deed()
        assert len(queries) <= 3


def test_a_cursor_is_good_for_its_own_ladder_and_not_for_ever() -> None:
    for points in (1500, 1501):
        rated(person(), points)
    key = ladder_page(PAIRS, None, 1).next
    cursor = sealed(PAIRS, key)
    for made_up in (cursor[:-1], "x", cursor + "x", "é", "[0,1,2]", "\x00", "x" * 5000):
        with pytest.raises(BadCursor):
            unsealed(PAIRS, made_up)
    with pytest.raises(BadCursor):
        unsealed(Ladder("two"), cursor)
    with pytest.raises(BadCursor):
        ladder_page(PAIRS, key._replace(as_of=1), 1)  # a moment that has not come
    Ledger.objects.update_or_create(pool="pairs", defaults={"rated_through": PINNED_FOR + 1})
    with pytest.raises(BadCursor):
        ladder_page(PAIRS, key, 1)


@pytest.mark.django_db(transaction=True)
def test_who_hides_while_being_rated_for_the_first_time_uses_no_rank() -> None:
    users = people(3)

    def hide(user: User) -> None:
        User.objects.filter(pk=user.pk).update(wants_ladder=False)

    deeds = [partial(rated, user, 1500) for user in users] + [partial(hide, user) for user in users]
    outcomes = at_once(deeds)
    assert not [outcome for outcome in outcomes if isinstance(outcome, Exception)]
    assert not Rating.objects.filter(is_listed=True).exists()
    assert sum(LadderBucket.objects.values_list("players", flat=True)) == 0
