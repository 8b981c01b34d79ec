"""Seeding, lots and partners: the same from the same, whatever the order."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.playing import fresh
from tournaments.formats import seeding
from tournaments.formats.departures import come_back, disqualify_both, withdraw
from tournaments.formats.encounters import Leg, Result
from tournaments.formats.errors import BadResult, BadSeeding, NoSuchEntrant, NoSuchPairing, StillIn
from tournaments.formats.late_entries import enter
from tournaments.formats.lots import drawn, slip
from tournaments.formats.partners import draw_from_two_pots, draw_partners
from tournaments.formats.seeding import Entry
from tournaments.formats.stage import Entrant, Stage
from tournaments.formats.swiss import Swiss

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def numbers(entrants: tuple[Entrant, ...]) -> list[int]:
    return [entrant.number for entrant in entrants]


def test_seeds_are_by_mean_rating_and_who_are_equal_by_time_of_entry() -> None:
    entries = [
        Entry(7, NOON, (1500, 1500)),
        Entry(3, NOON + timedelta(minutes=1), (1700, 1400)),
        Entry(9, NOON, (1600, 1500)),
        Entry(4, NOON + timedelta(minutes=2), ()),
        Entry(5, NOON, (1500.0,)),
    ]
    expected = [9, 3, 5, 7, 4]
    assert numbers(seeding.by_rating(entries)) == numbers(seeding.by_rating(entries[::-1])) == expected
    assert [entrant.seed for entrant in seeding.by_rating(entries)] == [1, 2, 3, 4, 5]


def test_by_hand_names_each_once() -> None:
    assert numbers(seeding.by_hand([3, 1, 2], {1, 2, 3})) == [3, 1, 2]
    for order in ([3, 1], [3, 1, 2, 4], [3, 1, 2, 2]):
        with pytest.raises(BadSeeding):
            seeding.by_hand(order, {1, 2, 3})


@given(st.sets(st.integers(1, 10**9), max_size=12), st.text(max_size=8), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_a_lot_does_not_depend_on_the_order_they_came_in(players: set[int], lot: str, rng) -> None:
    order = sorted(players)
    rng.shuffle(order)
    assert drawn(lot, "seeds", order) == drawn(lot, "seeds", sorted(players))
    assert numbers(seeding.by_lot(lot, order)) == drawn(lot, "seeds", players)
    assert set(drawn(lot, "seeds", order)) == players


def test_a_lot_can_be_drawn_again_with_any_program() -> None:
    """As a shell does: the lot, what is drawn and the number, a line each, through sha256sum."""
    assert slip("club 7", "seeds", 1) == "bfebb060a790706596fc2fb9a9e82fa6f34205ed8baa8cb6efc9f549860a227c"
    assert drawn("club 7", "seeds", range(1, 7)) != drawn("club 8", "seeds", range(1, 7))


def test_every_order_of_four_comes_up_about_as_often() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for number in range(2400):
        order = tuple(drawn(str(number), "seeds", (1, 2, 3, 4)))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 49.7  # chi-square, 23 degrees, 1 in 1,000


@pytest.mark.parametrize("count", [0, 1, 2, 7, 8])
def test_partners_are_drawn_once_each(count: int) -> None:
    draw = draw_partners("club 7", range(1, count + 1))
    everybody = [player for pair in draw.pairs for player in pair]
    assert sorted([*everybody, *([draw.left_over] if draw.left_over else [])]) == list(range(1, count + 1))
    assert (draw.left_over is not None) == bool(count % 2)
    assert draw == draw_partners("club 7", reversed(range(1, count + 1)))


def test_from_two_pots_a_strong_player_gets_a_weak_one() -> None:
    ratings = {number: 2000.0 - number for number in range(1, 10)}
    draw = draw_from_two_pots("club 7", ratings)
    rest = sorted(set(ratings) - {draw.left_over})
    assert all((one in rest[:4]) and (other in rest[4:]) for one, other in draw.pairs)
    assert draw == draw_from_two_pots("club 7", dict(reversed(ratings.items())))


def test_nobody_stands_twice() -> None:
    with pytest.raises(BadSeeding):
        draw_partners("x", [1, 1])
    with pytest.raises(BadSeeding):
        seeding.in_order([1, 1])
    with pytest.raises(BadSeeding):
        Stage((Entrant(1, 1), Entrant(1, 2)))
    with pytest.raises(BadSeeding):
        Stage((Entrant(1, 1), Entrant(2, 1)))
    with pytest.raises(BadSeeding):
        enter(Swiss(3), fresh(4), 4)


def test_who_and_what_is_not_there_is_refused() -> None:
    with pytest.raises(NoSuchEntrant):
        withdraw(Swiss(3), fresh(4), 5)
    with pytest.raises(StillIn):
        come_back(Swiss(3), fresh(4), 1)
    with pytest.raises(NoSuchPairing):
        disqualify_both(fresh(4), "S1.1")
    with pytest.raises(NoSuchPairing):
        _ = fresh(4).decided([Result("S1.1", (Leg(31, 2),))]).outcomes
    stage = fresh(3).drawn(Swiss(3).next_round(fresh(3)).pairings)
    with pytest.raises(BadResult):
        disqualify_both(stage, next(at.key for at in stage.pairings if at.away is None))
