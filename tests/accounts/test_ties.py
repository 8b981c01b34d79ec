"""Ties: following, friends, blocking, and that none of it is stored twice."""

import pytest

from accounts.errors import Blocked, ListFull, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import Block, Follow, Notice
from accounts.selectors.ties import blocked_by, people_followed_by, tie_between
from accounts.services import closing, export, ties
from tests.accounts.factories import BotFactory, UserFactory
from tests.games.races import at_once

pytestmark = pytest.mark.django_db


def follow(one, other):
    ties.follow(user_id=one.pk, other_id=other.pk)


def block(one, other):
    ties.block(user_id=one.pk, other_id=other.pk)


def kinds_told(user):
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_who_follows_back_is_a_friend():
    ada, bruno = UserFactory(), UserFactory()
    follow(ada, bruno)
    assert tie_between(user_id=ada.pk, other_id=bruno.pk) == (True, False, False)
    follow(bruno, ada)
    assert tie_between(user_id=ada.pk, other_id=bruno.pk) == (True, True, False)
    assert [(user, user.is_friend) for user in people_followed_by(user_id=ada.pk)] == [(bruno, True)]
    ties.unfollow(user_id=bruno.pk, other_id=ada.pk)
    assert [(user, user.is_friend) for user in people_followed_by(user_id=ada.pk)] == [(bruno, False)]
    assert not people_followed_by(user_id=bruno.pk).exists()


def test_the_other_is_told_once_however_often_one_follows():
    ada, bruno = UserFactory(), UserFactory()
    for _ in range(3):
        follow(ada, bruno)
        Notice.objects.update(read_at="2031-01-01T00:00Z")
        ties.unfollow(user_id=ada.pk, other_id=bruno.pk)
    assert kinds_told(bruno) == ["followed"]
    follow(bruno, ada)
    follow(ada, bruno)
    assert kinds_told(ada) == ["followed"]
    assert kinds_told(bruno) == ["followed", "befriended"]


def test_only_other_people_with_an_account_are_followed():
    ada, gone = UserFactory(), UserFactory()
    closing.close_account(user_id=gone.pk)
    with pytest.raises(NotYourself):
        follow(ada, ada)
    with pytest.raises(PeopleOnly):
        follow(ada, BotFactory())
    with pytest.raises(PeopleOnly):
        follow(BotFactory(), ada)
    with pytest.raises(NoSuchPlayer):
        follow(ada, gone)
    assert not Follow.objects.exists()


def test_a_block_cuts_both_ways_and_keeps_either_from_following():
    ada, bruno, clara = UserFactory(), UserFactory(), UserFactory()
    follow(ada, bruno)
    follow(bruno, ada)
    follow(clara, ada)
    block(ada, bruno)
    assert set(Follow.objects.values_list("follower", "followed")) == {(clara.pk, ada.pk)}
    for one, other in [(ada, bruno), (bruno, ada)]:
        with pytest.raises(Blocked):
            follow(one, other)
    assert blocked_by(user_id=ada.pk) == {bruno.pk}
    assert blocked_by(user_id=bruno.pk) == frozenset()
    assert "blocked" not in kinds_told(bruno)
    ties.unblock(user_id=ada.pk, other_id=bruno.pk)
    follow(bruno, ada)


def test_bots_can_be_blocked_and_oneself_cannot():
    ada, bot = UserFactory(), BotFactory()
    block(ada, bot)
    block(ada, bot)
    assert blocked_by(user_id=ada.pk) == {bot.pk}
    with pytest.raises(NotYourself):
        block(ada, ada)


def test_a_list_has_an_end(monkeypatch):
    monkeypatch.setattr(ties, "MOST_FOLLOWED", 1)
    monkeypatch.setattr(ties, "MOST_BLOCKED", 1)
    ada, bruno, clara = UserFactory(), UserFactory(), UserFactory()
    follow(ada, bruno)
    follow(ada, bruno)
    with pytest.raises(ListFull):
        follow(ada, clara)
    block(clara, ada)
    with pytest.raises(ListFull):
        block(clara, bruno)


def test_sockets_hear_that_the_person_hears_others_now(announced, django_capture_on_commit_callbacks):
    ada, bruno = UserFactory(), UserFactory()
    with django_capture_on_commit_callbacks(execute=True):
        block(ada, bruno)
        ties.unblock(user_id=ada.pk, other_id=bruno.pk)
    assert announced == [(f"user.{ada.pk}", {"type": "user.talk"})] * 2


def test_a_closed_account_leaves_no_tie_and_takes_its_notices_along():
    ada, bruno, clara = UserFactory(), UserFactory(), UserFactory()
    follow(ada, bruno)
    follow(bruno, ada)
    block(ada, clara)
    block(clara, bruno)
    closing.close_account(user_id=ada.pk)
    assert not Follow.objects.exists()
    assert list(Block.objects.values_list("blocker", "blocked")) == [(clara.pk, bruno.pk)]
    assert kinds_told(ada) == []


def test_the_export_tells_both_sides():
    ada, bruno, clara = UserFactory(), UserFactory(), UserFactory()
    follow(ada, bruno)
    follow(clara, ada)
    block(ada, clara)
    data = export.data_of(user_id=ada.pk)
    assert [row["name"] for row in data["following"]] == [bruno.username]
    assert data["followers"] == []
    assert [row["name"] for row in data["blocked"]] == [clara.username]
    assert [(row["kind"], row["data"]) for row in data["notices"]] == [("followed", {"person": clara.pk})]
    assert [row["name"] for row in export.data_of(user_id=bruno.pk)["followers"]] == [ada.username]
    assert "blocked_by" not in export.data_of(user_id=clara.pk)


@pytest.mark.django_db(transaction=True)
def test_at_one_moment_one_follows_once_and_two_can_follow_each_other():
    ada, bruno = UserFactory(), UserFactory()
    deeds = [lambda: follow(ada, bruno), lambda: follow(bruno, ada)] * 3 + [lambda: block(bruno, UserFactory())]
    assert at_once(deeds) == [None] * 7
    assert sorted(Follow.objects.values_list("follower", "followed")) == sorted(
        [(ada.pk, bruno.pk), (bruno.pk, ada.pk)]
    )
    assert sorted(kinds_told(ada) + kinds_told(bruno)) == ["befriended", "followed"]
