"""The ledger of ratings: every ended match exactly once, in one order, whatever happens to those who rate it."""

import itertools
from functools import partial
from uuid import uuid4

import pytest
from celery import current_app
from django.conf import settings as configured
from django.db import IntegrityError, connection, transaction
from django.db.models import Count
from django.utils.module_loading import import_string

from config import settings as as_configured
from games import tasks
from games.models import Ledger, Match, Rating, RatingChange
from games.ratings import Side, Standings, rate
from games.services import ledger, ratings
from games.services.ratings import rate_after, rate_left, rate_pool
from tests.games.factories import people
from tests.games.races import at_once
from tests.games.rated import ended_match, evening, stands, whole_ledger
from tests.games.services.test_kill_points import Killed, killed_at

pytestmark = pytest.mark.django_db
WITH_COMMITS = pytest.mark.django_db(transaction=True)


def test_a_match_moves_its_four_and_says_why() -> None:
    n, e, s, w = people(4)
    match = ended_match([n, s], [e, w])
    assert rate_after(match_id=match.pk) == 1
    assert stands(n, s, e, w) == [1520, 1520, 1480, 1480]
    changes = RatingChange.objects.filter(match=match)
    assert set(changes.values_list("user", "side", "place", "k", "expected", "score", "matches", "finish_no")) == {
        (n.pk, 0, 1, 40, 0.5, 1, 1, 1),
        (s.pk, 0, 1, 40, 0.5, 1, 1, 1),
        (e.pk, 1, 2, 40, 0.5, 0, 1, 1),
        (w.pk, 1, 2, 40, 0.5, 0, 1, 1),
    }
    assert set(Rating.objects.values_list("user", "matches", "wins", "losses", "last_finish_no", "changed_at")) == {
        (n.pk, 1, 1, 0, 1, match.finished_at),
        (s.pk, 1, 1, 0, 1, match.finished_at),
        (e.pk, 1, 0, 1, 1, match.finished_at),
        (w.pk, 1, 0, 1, 1, match.finished_at),
    }


def test_a_message_that_comes_twice_or_never_changes_nothing() -> None:
    """D5: redelivered, doubled, lost; the sweep does what is left."""
    players = people(4)
    first = ended_match(players[:2], players[2:])
    for _ in range(3):
        tasks.rate_match(match_id=str(first.pk))
    before = whole_ledger()
    assert (rate_left(), whole_ledger()) == (0, before)
    second = ended_match(players[:2], players[2:])
    tasks.rate_left()
    assert set(RatingChange.objects.values_list("match").annotate(Count("user"))) == {(first.pk, 4), (second.pk, 4)}
    assert rate_after(match_id=uuid4()) == 0


def test_matches_are_rated_in_the_order_of_their_numbers_whichever_message_comes_first() -> None:
    players = people(6)
    played = evening(players, 30)
    rate_after(match_id=played[-1].pk)
    expected = Standings(ledger.scale())
    for match in played:
        if match.rated:
            own = [list(match.seats.filter(side=side).order_by("user")) for side in (0, 1)]
            sides = [
                Side(seats[0].place, [seat.user_id for seat in seats], [seat.user_id for seat in seats if seat.by_bot])
                for seats in own
            ]
            rate(sides, expected)
    assert stands(*players) == [expected.ratings[player.pk] for player in players]
    assert Ledger.objects.get().rated_through == 30


def test_a_batch_at_a_time_comes_to_the_same(monkeypatch) -> None:
    evening(people(6), 25)
    rate_pool(pool="pairs")
    at_once_rated = whole_ledger()
    ledger.step_back("pairs", 0)
    assert not Rating.objects.exclude(matches=0).exists()
    Ledger.objects.update(rated_through=0)
    monkeypatch.setattr(ratings, "BATCH", 4)
    monkeypatch.setattr(ledger, "CHUNK", 3)
    assert rate_pool(pool="pairs") == 25
    assert whole_ledger() == at_once_rated


@WITH_COMMITS
def test_several_workers_rate_each_match_once() -> None:
    """Also a player's first match ever, at the same moment in two messages."""
    players = people(8)
    played = evening(players, 24)
    outcomes = at_once([partial(rate_after, match_id=match.pk) for match in played[:8]])
    assert sum(outcomes) == 24
    raced = whole_ledger()
    assert set(RatingChange.objects.values_list("match").annotate(Count("user"))) == {
        (match.pk, 4) for match in played if match.rated
    }
    ledger.step_back("pairs", 0)
    Ledger.objects.update(rated_through=0)
    rate_pool(pool="pairs")
    assert whole_ledger() == raced


@WITH_COMMITS
def test_matches_that_end_while_others_are_rated_lose_nothing() -> None:
    players = people(6)

    def play_and_rate(four) -> None:
        for _ in range(4):
            match = ended_match(four[:2], four[2:])
            rate_after(match_id=match.pk)

    fours = list(itertools.islice(itertools.permutations(players, 4), 0, 300, 60))
    assert at_once([partial(play_and_rate, four) for four in fours]) == [None] * len(fours)
    assert Ledger.objects.get().rated_through == 4 * len(fours)
    assert RatingChange.objects.count() == 16 * len(fours)
    assert sum(Rating.objects.values_list("matches", flat=True)) == 16 * len(fours)
    raced = whole_ledger()
    ledger.step_back("pairs", 0)
    Ledger.objects.update(rated_through=0)
    rate_pool(pool="pairs")
    assert whole_ledger() == raced


@WITH_COMMITS
def test_a_worker_killed_anywhere_leaves_nothing_half_done() -> None:
    players = people(6)
    evening(players, 5)
    rate_pool(pool="pairs")
    match = ended_match(players[:2], players[2:4])
    before = whole_ledger()
    deed = partial(rate_after, match_id=match.pk)
    statement = 1
    while killed_at(statement, deed):
        assert whole_ledger() == before, f"half done at statement {statement}"
        statement += 1
    assert statement > 5
    assert RatingChange.objects.filter(match=match).count() == 4


def test_a_worker_killed_between_the_changes_and_the_standings_leaves_nothing(monkeypatch) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    store = ledger.store

    def die(rows) -> None:
        store(rows)
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(ledger, "store", die)
        with pytest.raises(Killed):
            rate_after(match_id=match.pk)
    assert (RatingChange.objects.count(), Rating.objects.count()) == (0, 0)
    assert rate_left() == 1
    assert stands(*players) == [1520, 1520, 1480, 1480]


def test_the_database_itself_forbids_a_second_entry() -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    rate_after(match_id=match.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        ledger.enter("pairs", 0, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Rating.objects.create(user=players[0], pool="pairs")


@WITH_COMMITS
def test_who_has_waited_long_for_another_worker_leaves_it_to_him(monkeypatch) -> None:
    players = people(4)
    match = ended_match(players[:2], players[2:])
    monkeypatch.setattr(ratings, "PATIENCE", "50ms")
    with transaction.atomic():
        ratings.lock_ledger("pairs")
        (outcome,) = at_once([partial(rate_after, match_id=match.pk)])
    assert outcome == 0
    assert not RatingChange.objects.exists()
    assert rate_left() == 1


@WITH_COMMITS
def test_rating_holds_up_no_match_that_ends() -> None:
    """The ledger has a lock of its own: the pool's, which every finishing match needs, stays free."""
    players = people(4)
    ended_match(players[:2], players[2:])
    with transaction.atomic():
        ratings.lock_ledger("pairs")
        (outcome,) = at_once([partial(ended_match, players[:2], players[2:])])
    assert isinstance(outcome, Match)


def test_pools_do_not_mix() -> None:
    one, other = people(2)
    ended_match([one], [other], preset="due", pool="two")
    ended_match([other], [one], preset="cinque", pool="five")
    assert rate_left() == 2
    assert stands(one, other, pool="two") == [1520, 1480]
    assert stands(one, other, pool="five") == [1480, 1520]


def test_unrated_matches_are_passed_over() -> None:
    players = people(4)
    ended_match(players[:2], players[2:], rated=False)
    assert rate_left() == 1
    assert (Rating.objects.count(), Ledger.objects.get().rated_through) == (0, 1)


def test_a_leaver_pays_once() -> None:
    """A9 (a)."""
    n, e, s, w = people(4)
    match = ended_match([e, w], [n, s], left=[n])
    rate_after(match_id=match.pk)
    rate_left()
    assert stands(n, s, e, w) == [1480, 1500, 1520, 1520]
    assert RatingChange.objects.filter(user=n).count() == 1


def test_rating_costs_the_same_however_many_have_been_rated() -> None:
    players = people(8)
    evening(players, 5)
    rate_pool(pool="pairs")

    def statements(matches: int) -> int:
        evening(players, matches)
        counted = []
        with connection.execute_wrapper(lambda execute, *rest: (counted.append(rest[0]), execute(*rest))[1]):
            rate_pool(pool="pairs")
        return len(counted)

    assert statements(1) == statements(40)


def test_the_tasks_are_registered_and_go_to_their_queue() -> None:
    current_app.loader.import_default_modules()
    for name in [*as_configured.ON_MATCH_FINISHED, *as_configured.ON_MATCH_CORRECTED]:
        assert import_string(name).name in current_app.tasks
    sweeps = [entry["task"] for entry in configured.CELERY_BEAT_SCHEDULE.values()]
    assert "games.ratings.rate_left" in sweeps
    for task in (tasks.rate_match, tasks.rate_left, *(current_app.tasks[name] for name in sweeps)):
        assert task.name in current_app.tasks
    for task in (tasks.rate_match, tasks.rate_left):
        assert current_app.amqp.router.route({}, task.name)["queue"].name == "ratings"
