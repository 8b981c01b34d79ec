"""Which credentials behind open sockets hold no longer, whoever ended them and however."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import Token, User
from accounts.services.sessions import credential_of_session, credential_of_token
from games.selectors.credentials import Credential, ended_among
from tests.games.sockets.scene import cookie_of, people, token_of


@pytest.fixture
def anna(db: None) -> User:
    return people(1)[0]


@pytest.fixture
def by_cookie(anna: User) -> Credential:
    key = cookie_of(anna).partition("=")[2]
    return Credential(anna.pk, credential_of_session(key), key)


@pytest.fixture
def by_token(anna: User) -> Credential:
    return Credential(anna.pk, credential_of_token(token_of(anna)))


def test_what_is_in_order_goes_on(by_cookie: Credential, by_token: Credential) -> None:
    assert ended_among({by_cookie, by_token}) == set()


def test_a_deleted_or_expired_session_has_ended(by_cookie: Credential, by_token: Credential) -> None:
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert ended_among({by_cookie, by_token}) == {by_cookie}
    Session.objects.all().delete()
    assert ended_among({by_cookie, by_token}) == {by_cookie}


def test_a_revoked_or_expired_token_has_ended(by_cookie: Credential, by_token: Credential) -> None:
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert ended_among({by_cookie, by_token}) == {by_token}
    Token.objects.all().delete()
    assert ended_among({by_cookie, by_token}) == {by_token}


def test_with_the_account_everything_ends(anna: User, by_cookie: Credential, by_token: Credential) -> None:
    User.objects.filter(pk=anna.pk).update(is_active=False)
    assert ended_among({by_cookie, by_token}) == {by_cookie, by_token}


def test_a_user_that_is_no_more_has_ended(by_token: Credential) -> None:
    ghost = by_token._replace(user_id=10**9)
    assert ended_among({ghost}) == {ghost}


def test_however_many_there_are_three_questions_are_asked(
    by_cookie: Credential, by_token: Credential, django_assert_num_queries
) -> None:
    many = {by_token._replace(name=f"token:{number:064x}") for number in range(500)}
    with django_assert_num_queries(3):
        assert ended_among({by_cookie, by_token, *many}) == many
