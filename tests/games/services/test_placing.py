"""Placing: who stood together at the end and where, and the limit on the same people's rated matches."""

from datetime import timedelta

import pytest

from accounts.models import User
from games.engine.rulesets import resolve
from games.models import Match, RatingChange
from games.selectors.placings import company_of, places
from games.services.ratings import rate_left
from tests.games.factories import START, act, match_with, now_of, people, play_randomly
from tests.games.rated import ended_match, stands
from tests.games.services.test_endings import ended, play_cards, resigned

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("preset", "winners", "totals", "resigned_side", "expected"),
    [
        ("club", [0], [31, 20], None, [1, 2]),
        ("club", [1], [30, 0], 0, [2, 1]),  # who gives up has lost, whatever the points
        ("tre", [1], [20, 15, 10], 0, [3, 1, 2]),
        ("tre", [0], [21, 9, 9], None, [1, 2, 2]),
        ("terziglio", [0, 2], [8, -16, 8], None, [1, 3, 1]),
        ("perdere", [3], [31, 12, 20, 4], None, [4, 2, 3, 1]),  # fewest points first
        ("perdere", [1, 3], [31, 4, 20, 4], None, [4, 1, 3, 1]),
    ],
)
def test_places_are_shared_and_winners_come_first(preset, winners, totals, resigned_side, expected) -> None:
    assert places(resolve(preset, {}), {"winners": winners, "totals": totals}, resigned_side) == expected


def test_a_match_of_pairs_places_its_seats() -> None:
    match = resigned(rated=True)
    assert list(match.seats.order_by("number").values_list("number", "side", "place")) == [
        (0, 0, 1), (1, 1, 2), (2, 0, 1), (3, 1, 2),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("preset", "sides"), [("morto", 2), ("cinque", 2), ("tocca", 2), ("tre", 3), ("terziglio", 3), ("chiamare", 5)]
)
def test_every_shape_of_sides_is_placed_and_rated(preset: str, sides: int) -> None:
    match = match_with(people({"cinque": 5, "chiamare": 5}.get(preset, 3)), preset=preset, rated=True)
    while not now_of(match).has_trick:
        play_randomly(match, seed=match.seq, most=1)
    seats = dict(match.seats.values_list("number", "user"))
    for user in User.objects.filter(pk__in=seats.values()):
        if ended(match).status == Match.Status.RUNNING:
            act(match, user, "resign")
    assert ended(match).status == Match.Status.FINISHED
    assert match.rated, match.unrated_reason
    placed = match.seats.values_list("side", "place")
    assert None not in {part for row in placed for part in row}
    assert len({side for side, _ in placed}) == sides
    assert rate_left() == 1
    assert RatingChange.objects.filter(match=match).count() == len(seats)


def test_a_leaver_of_a_real_match_pays_and_his_partner_does_not() -> None:
    """A9 (a), played: nobody pays twice."""
    n, e, s, w = players = people(4)
    match = match_with(players, rated=True)
    play_cards(match, 4)
    act(match, n, "leave")
    act(match, s, "resign")
    assert ended(match).rated
    rate_left()
    assert stands(n, s, e, w) == [1480, 1500, 1520, 1520]


def test_the_same_four_are_rated_twenty_times_a_day_and_no_more() -> None:
    players = people(4)
    for number in range(20):
        ended_match(players[:2], players[2:], at=START - timedelta(hours=23) + timedelta(minutes=number))
    swapped = [players[2], players[0], players[1], players[3]]
    match = resigned(swapped, rated=True)
    assert (match.rated, match.unrated_reason, match.company) == (False, "same_people", None)
    assert resigned([*players[:3], *people(1)], rated=True).rated
    assert company_of([1, 23]) != company_of([12, 3])


def test_a_day_later_the_same_four_are_rated_again() -> None:
    players = people(4)
    for number in range(20):
        ended_match(players[:2], players[2:], at=START - timedelta(hours=24, minutes=-number))
    assert resigned(players, rated=True).rated  # the first of them is a day old
