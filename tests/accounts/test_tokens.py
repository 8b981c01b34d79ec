"""Tokens: made once, shown once, kept as a hash, and ended at will."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from accounts.errors import BadExpiry, BadScope, BadToken, NoSuchPlayer, NoSuchToken, TooManyTokens
from accounts.models import Token
from accounts.services import people, tokens
from accounts.services.sessions import credential_of_token, is_ended_by
from tests.accounts.factories import UserFactory, token_of

pytestmark = pytest.mark.django_db
MONTH = timedelta(days=30)


def issue(user, *, name="prova", scopes=("read",), life=MONTH):
    return tokens.issue(user_id=user.pk, name=name, scopes=scopes, life=life)


def test_a_secret_speaks_for_its_owner_as_far_as_its_scopes_go():
    ada, bruno = UserFactory(), UserFactory()
    secret = issue(ada, scopes=["play", "read"]).secret
    other = issue(bruno, scopes=["account"]).secret
    assert tokens.holder_of(secret) == (ada.pk, {"read", "play"})
    assert tokens.holder_of(other) == (bruno.pk, {"account"})


def test_the_secret_is_kept_nowhere():
    token_id, secret = issue(UserFactory())
    assert secret.startswith("bongioco_")
    assert len(secret) == len("bongioco_") + 43  # 256 bits
    (row,) = Token.objects.filter(pk=token_id).values()
    assert bytes(row["digest"]) == hashlib.sha256(secret.encode()).digest()
    assert row["prefix"] == secret[:15]
    assert not any(secret[15:] in str(value) for value in row.values())


def test_no_two_secrets_are_alike():
    ada = UserFactory()
    assert len({issue(ada).secret for _ in range(10)}) == 10


@pytest.mark.parametrize(
    "change", [lambda s: s[:-1], lambda s: s + "x", lambda s: s.upper(), lambda s: "", lambda s: s[9:]]
)
def test_anything_else_opens_nothing(change):
    secret = issue(UserFactory()).secret
    with pytest.raises(BadToken):
        tokens.holder_of(change(secret))


def test_a_secret_from_outside_may_be_any_text():
    for text in ("\x00", "è" * 5000, "Bearer bongioco_", "'; drop table"):
        with pytest.raises(BadToken):
            tokens.holder_of(text)


def test_a_token_dies_when_its_time_is_over():
    ada = UserFactory()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        secret = issue(ada, life=timedelta(days=7)).secret
        clock.shift(timedelta(days=7) - timedelta(seconds=1))
        tokens.holder_of(secret)
        clock.shift(timedelta(seconds=1))
        with pytest.raises(BadToken):
            tokens.holder_of(secret)


def test_a_token_sleeps_with_its_owner():
    ada = UserFactory()
    secret = issue(ada).secret
    people.deactivate(user_id=ada.pk)
    with pytest.raises(BadToken):
        tokens.holder_of(secret)
    with pytest.raises(NoSuchPlayer):
        issue(ada)
    people.reactivate(user_id=ada.pk)
    tokens.holder_of(secret)


@pytest.mark.parametrize(
    ("wish", "refusal"),
    [
        ({"scopes": []}, BadScope),
        ({"scopes": ["read", "all"]}, BadScope),
        ({"life": timedelta(hours=23)}, BadExpiry),
        ({"life": timedelta(days=367)}, BadExpiry),
        ({"life": timedelta(days=-1)}, BadExpiry),
    ],
)
def test_what_a_token_cannot_be(wish, refusal):
    with pytest.raises(refusal):
        issue(UserFactory(), **wish)
    assert not Token.objects.exists()


def test_a_person_holds_twenty_at_most_and_dead_ones_do_not_count():
    ada = UserFactory()
    with time_machine.travel(timezone.now() - timedelta(days=8)):
        issue(ada, life=timedelta(days=7))
    for _ in range(20):
        issue(ada)
    with pytest.raises(TooManyTokens):
        issue(ada)
    issue(UserFactory())


@pytest.mark.django_db(transaction=True)
def test_twenty_at_most_even_all_at_once():
    ada = UserFactory()

    def one(_):
        try:
            return issue(ada).token_id
        except TooManyTokens:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(one, range(24)))
    assert made.count(None) == 4
    assert Token.objects.count() == 20


def test_a_use_is_noted_once_a_minute():
    secret = issue(UserFactory()).secret
    with time_machine.travel(timezone.now(), tick=False) as clock:
        start = timezone.now()
        noted = []
        for _ in range(5):
            tokens.holder_of(secret)
            noted.append(Token.objects.get().last_used_at - start)
            clock.shift(timedelta(seconds=25))
        assert noted == [timedelta(seconds=s) for s in (0, 0, 0, 75, 75)]


def test_a_use_costs_one_query_when_it_was_noted_just_before(django_assert_num_queries):
    secret = issue(UserFactory()).secret
    with django_assert_num_queries(2):
        tokens.holder_of(secret)
    with django_assert_num_queries(1):
        tokens.holder_of(secret)


@pytest.mark.django_db(transaction=True)
def test_an_end_is_told_to_the_sockets_that_came_in_by_it(announced):
    ada = UserFactory()
    (first_id, first), (_, second) = issue(ada), issue(ada)
    tokens.revoke(user_id=ada.pk, token_id=first_id)
    with pytest.raises(BadToken):
        tokens.holder_of(first)
    tokens.holder_of(second)
    ((group, message),) = announced
    assert group == f"user.{ada.pk}"
    assert is_ended_by(message, credential_of_token(first))
    assert not is_ended_by(message, credential_of_token(second))
    assert first not in str(message)


def test_nobody_ends_the_token_of_somebody_else():
    token_id, secret = issue(UserFactory())
    with pytest.raises(NoSuchToken):
        tokens.revoke(user_id=UserFactory().pk, token_id=token_id)
    tokens.holder_of(secret)


def test_the_page_shows_a_secret_once(client):
    ada = UserFactory()
    client.force_login(ada)
    answer = client.post("/account/tokens/", {"name": "<b>bot</b>", "scopes": ["read", "play"], "days": "90"})
    secret = answer.context["secret"]
    assert secret in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert tokens.holder_of(secret) == (ada.pk, {"read", "play"})
    again = client.get("/account/tokens/").content.decode()
    assert secret not in again
    assert secret[:15] in again
    assert "&lt;b&gt;bot&lt;/b&gt;" in again
    token = Token.objects.get()
    assert token.expires_at - token.created_at == timedelta(days=90)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 61}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["all"]}, "scopes"),
        ({"days": "0"}, "days"),
        ({"days": "3650"}, "days"),
        ({"days": "x"}, "days"),
    ],
)
def test_the_page_says_what_is_wrong(client, wrong, field):
    client.force_login(UserFactory())
    answer = client.post("/account/tokens/", {"name": "bot", "scopes": ["read"], "days": "30", **wrong})
    assert list(answer.context["form"].errors) == [field]
    assert not Token.objects.exists()


def test_the_page_ends_a_token_of_ones_own_only(client):
    ada, bruno = UserFactory(), UserFactory()
    mine, theirs = token_of(ada, "read"), token_of(bruno, "read")
    client.force_login(ada)
    for token in Token.objects.all():
        path = f"/account/tokens/{token.pk}/revoke/"
        assert client.get(path).status_code == 405
        assert client.post(path).status_code == (302 if token.user_id == ada.pk else 404)
    with pytest.raises(BadToken):
        tokens.holder_of(mine)
    tokens.holder_of(theirs)


def test_the_page_refuses_a_token_too_many_in_words(client):
    ada = UserFactory()
    for _ in range(20):
        issue(ada)
    client.force_login(ada)
    answer = client.post("/account/tokens/", {"name": "bot", "scopes": ["read"], "days": "30"})
    assert answer.context["form"].non_field_errors()
