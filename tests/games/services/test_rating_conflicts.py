"""Ratings while what they rest on changes: an account closes or hides, a match that is about to go is decided anew."""

from collections.abc import Callable
from functools import partial
from threading import Thread

import pytest
from django.db import connection

from accounts.models import User
from accounts.services.closing import close_account
from games.errors import NoSuchMatch
from games.models import LadderBucket, Match, Rating
from games.services import ledger, ratings, rebuilding
from games.services.corrections import Hand, annul, correct_result, delete
from tests.games.factories import people, person
from tests.games.rated import ended_match, evening, stands, whole_ledger

pytestmark = pytest.mark.django_db
WITH_COMMITS = pytest.mark.django_db(transaction=True)


class Meanwhile:
    """A deed in a thread and connection of its own; `begin` returns once it waits for this connection, or is over."""

    def __init__(self, deed: Callable[[], object]) -> None:
        self._deed = deed
        self._thread = Thread(target=self._run)
        self._pid: int | None = None
        self.fault: Exception | None = None

    def _run(self) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                (self._pid,) = cursor.fetchone()
            self._deed()
        except Exception as fault:  # noqa: BLE001 - the test looks at it
            self.fault = fault
        finally:
            connection.close()

    def begin(self) -> None:
        self._thread.start()
        for _ in range(500):
            self._thread.join(timeout=0.01)
            if not self._thread.is_alive() or self._waits():
                return
        raise AssertionError("neither waiting nor over")

    def end(self) -> None:
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()
        assert self.fault is None

    def _waits(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid() = ANY(pg_blocking_pids(%s))", [self._pid])
            (waits,) = cursor.fetchone()
        return bool(waits)


def begun_before(meanwhile: Meanwhile, deed: Callable[..., object]) -> Callable[..., object]:
    """Return *deed*, before which the other one begins, the first time."""
    begun: list[bool] = []

    def both(*arguments: object) -> object:
        if not begun:
            begun.append(True)
            meanwhile.begin()
        return deed(*arguments)

    return both


def rate_while_the_first_closes(players: list[User], monkeypatch) -> None:
    """Rate a second match of the four; at the end of it, before the commit, the first one's account is closing."""
    ended_match(players[:2], players[2:])
    ratings.rate_pool(pool="pairs")
    ended_match(players[:2], players[2:])
    closing = Meanwhile(partial(close_account, user_id=players[0].pk))
    monkeypatch.setattr(ratings, "_tell", begun_before(closing, ratings._tell))
    assert ratings.rate_pool(pool="pairs") == 1
    closing.end()


def hide(user: User) -> None:
    User.objects.filter(pk=user.pk).update(wants_ladder=False)


@WITH_COMMITS
def test_an_account_closes_while_its_match_is_rated(monkeypatch) -> None:
    """Who rates asks for the keys of the four at the commit; who closes changes one, and waits for a rating."""
    players = people(4)
    rate_while_the_first_closes(players, monkeypatch)
    assert Rating.objects.get(user=players[0]).matches == 2
    assert not Rating.objects.get(user=players[0]).is_listed
    assert not rebuilding.differences(pool="pairs")


@WITH_COMMITS
def test_an_account_closes_while_an_administrators_match_with_it_is_rated(monkeypatch) -> None:
    players = people(4)
    User.objects.filter(pk=players[3].pk).update(is_superuser=True)
    rate_while_the_first_closes(players, monkeypatch)
    assert not rebuilding.differences(pool="pairs")


@WITH_COMMITS
def test_a_player_hides_while_all_is_computed_anew(monkeypatch) -> None:
    players = people(6)
    evening(players, 25)
    ratings.rate_pool(pool="pairs")
    before = whole_ledger()
    hiding = Meanwhile(partial(hide, players[0]))
    monkeypatch.setattr(ledger, "enter", begun_before(hiding, ledger.enter))
    rebuilding.rebuild(pool="pairs")
    hiding.end()
    assert whole_ledger() == before
    assert not Rating.objects.get(user=players[0]).is_listed
    ranked = Rating.objects.filter(is_listed=True, matches__gte=10)
    assert sum(LadderBucket.objects.values_list("players", flat=True)) == ranked.count()


def test_a_rebuild_takes_out_who_has_no_match_and_counts_everybodys_anew() -> None:
    players = people(5)
    ended_match(players[:2], players[2:4])
    ratings.rate_left()
    right = whole_ledger()
    Rating.objects.filter(user=players[0]).update(wins=7, losses=3)
    Rating.objects.create(user=players[4], pool="pairs", rating=1700, matches=12)
    assert len(rebuilding.differences(pool="pairs")) == 2
    rebuilding.rebuild(pool="pairs")
    assert whole_ledger() == right


def test_a_match_that_is_to_go_is_not_decided_anew() -> None:
    """Else it would count in the ratings after it while it is no more."""
    judge = person("Judge")
    User.objects.filter(pk=judge.pk).update(is_staff=True)
    players = people(4)
    match = ended_match(players[:2], players[2:])
    ended_match(players[:2], players[2:])
    ratings.rate_left()
    hand = Hand(judge.pk, "admin")
    delete(match_id=match.pk, hand=hand, reason="It never was.")
    for deed in (partial(correct_result, result={"winners": [0]}), annul, delete):
        with pytest.raises(NoSuchMatch):
            deed(match_id=match.pk, hand=hand, reason="It was.")
    ratings.rate_left()
    assert not Match.objects.filter(pk=match.pk).exists()
    assert stands(*players) == [1520, 1520, 1480, 1480]
    assert not rebuilding.differences(pool="pairs")
