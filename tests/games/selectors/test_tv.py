"""TV: what a table is worth to look at, when another comes on, and that it never flaps."""

import random
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.models import Broadcast, Match, Rating, Table
from games.selectors.tv import MARGIN, Candidate, Cast, broadcast, candidates, choose, merit, table_on_tv
from games.services import tables, tv, watching
from tests.games.factories import START, act, match_with, people, person, play_hand, run_clock

PLAIN = Cast(is_rated=False, pool="pairs", user_ids=(1, 2, 3, 4), people=4)


def worth(cast: Cast = PLAIN, strengths: dict | None = None, **facts) -> float:
    return merit(cast, strengths or {}, **{"totals": (4, 4), "target": 31, **facts})


def strong(rating: float, pool: str = "pairs") -> dict:
    return {(pool, user_id): rating for user_id in PLAIN.user_ids}


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (worth(PLAIN._replace(is_rated=True)), worth()),
        (worth(PLAIN._replace(is_rated=True)), worth(strengths=strong(1790))),
        (worth(strengths=strong(1600)), worth()),
        (worth(), worth(strengths=strong(1400))),
        (worth(), worth(PLAIN._replace(people=2))),
        (worth(PLAIN._replace(people=1)), worth(PLAIN._replace(people=0))),
        (worth(watchers=3), worth(watchers=1)),
        (worth(totals=(10, 10)), worth(totals=(0, 20))),
        (worth(totals=(10, 10)), worth(totals=(30, 30))),
        (worth(strengths=strong(1600)), worth(strengths=strong(2000, pool="two"))),
    ],
)
def test_what_makes_a_table_better(better: float, worse: float) -> None:
    assert better > worse


def test_a_crowd_counts_less_the_larger_it_is_and_not_without_end() -> None:
    assert worth(watchers=1) - worth() > worth(watchers=100) - worth(watchers=99)
    assert worth(watchers=10**6) == worth(watchers=10**9)


def at(table_id: int, merit: float, *, is_running: bool = True, is_between_hands: bool = False) -> Candidate:
    return Candidate(table_id, merit, is_running, is_between_hands)


@pytest.mark.parametrize(
    ("on_air", "found", "expected"),
    [
        (None, [], None),
        (None, [at(1, 1500), at(2, 1600)], 2),
        (None, [at(1, 1500), at(2, 1500)], 1),
        (None, [at(1, 1500, is_running=False)], None),
        (at(1, 1500), [at(1, 1500), at(2, 9000)], 1),
        (at(1, 1500, is_between_hands=True), [at(2, 1500 + MARGIN - 1)], 1),
        (at(1, 1500, is_between_hands=True), [at(2, 1500 + MARGIN)], 2),
        (at(1, 1500, is_running=False, is_between_hands=True), [at(2, 10)], 2),
        (at(1, 1500, is_running=False, is_between_hands=True), [], 1),
    ],
)
def test_what_comes_on(on_air: Candidate | None, found: list[Candidate], expected: int | None) -> None:
    assert choose(on_air, found) == expected


@given(st.integers(0, 10**6))
def test_tables_that_change_a_little_never_take_turns(seed: int) -> None:
    """Whatever small things happen at two even tables, the one on air stays, between hands too."""
    luck = random.Random(seed)
    on_air = 1
    for _ in range(60):
        found = [
            at(table_id, 1500 + luck.uniform(0, MARGIN - 1), is_between_hands=luck.random() < 0.5)
            for table_id in (1, 2)
        ]
        on_air = choose(found[on_air - 1], found)
        assert on_air == 1


@pytest.mark.django_db
class TestTuning:
    """The clock's part, on stored tables."""

    def test_the_best_comes_on_and_stays_until_its_hand_ends(self, django_assert_max_num_queries) -> None:
        bots = match_with([None] * 4)
        assert tv.tune(START)
        assert table_on_tv() == bots.table.code
        players = people(4)
        better = match_with(players)
        assert not tv.tune(START + timedelta(seconds=2)), "nobody looks so often"
        assert not tv.tune(START + timedelta(seconds=4)), "a hand is being played"
        while not candidates(bots.table_id)[0].is_between_hands:
            run_clock(bots)
        assert tv.tune(START + timedelta(seconds=8))
        assert table_on_tv() == better.table.code
        with django_assert_max_num_queries(12):
            assert not tv.tune(START + timedelta(seconds=12))
        act(better, players[0], "resign")
        act(better, players[2], "resign")
        assert tv.tune(START + timedelta(seconds=16))
        assert table_on_tv() == bots.table.code

    def test_rating_counts_in_its_pool(self) -> None:
        plain, strong = match_with(people(4)), match_with(people(4))
        for seat in strong.seats.all():
            Rating.objects.create(user=seat.user, pool="pairs", rating=1700, matches=20)
        for seat in plain.seats.all():
            Rating.objects.create(user=seat.user, pool="two", rating=2400, matches=20)
        _, found = candidates(None)
        assert choose(None, found) == strong.table_id

    def test_what_is_not_for_everybody_is_never_shown(self) -> None:
        private = match_with(people(4), visibility="link")
        banned = match_with(people(4))
        watching.ban_from_match(match_id=banned.pk, user_id=person().pk, reason="board 7")
        late = match_with(people(4))
        Table.objects.filter(pk=late.table_id).update(watch_delay=60)
        assert not tv.tune(START)
        assert broadcast() == {"table": None, "since": None, "board": None}
        assert candidates(private.table_id) == (None, [])
        assert candidates(banned.table_id) == (None, [])
        assert candidates(late.table_id) == (None, [])

    def test_a_ban_takes_the_table_off_in_the_middle_of_a_hand(self) -> None:
        first, second = match_with(people(4)), match_with([None] * 4)
        tv.tune(START)
        assert table_on_tv() == first.table.code
        watching.ban_from_table(table_id=first.table_id, user_id=person().pk, reason="board 7")
        assert broadcast()["board"] is None
        assert tv.tune(START + timedelta(seconds=4))
        assert table_on_tv() == second.table.code

    def test_a_closed_table_goes_off(self) -> None:
        players = people(4)
        match = match_with(players, options={"hands": 1})
        tv.tune(START)
        play_hand(match)
        assert Match.objects.get(pk=match.pk).status == Match.Status.FINISHED
        assert not tv.tune(START + timedelta(seconds=4)), "the result stays on while nothing else is played"
        tables.close_table(table_id=match.table_id, user_id=players[0].pk)
        assert tv.tune(START + timedelta(seconds=8))
        assert (table_on_tv(), Broadcast.objects.get().since) == (None, START + timedelta(seconds=8))

    def test_what_is_told_is_the_board(self) -> None:
        match = match_with(people(4))
        tv.tune(START)
        told = broadcast()
        assert (told["table"], told["since"], told["board"]["seq"]) == (match.table.code, "2031-03-01T20:00:00.000Z", 3)
        assert told["board"]["watchers"] == 0
