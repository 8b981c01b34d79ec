"""Closing: a person goes, what others share with them stays, and nothing of theirs is left (field report D11)."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.utils.module_loading import import_string

from accounts.errors import BadToken, LastAdministrator, NoSuchPlayer
from accounts.models import Token, User
from accounts.services import closing, tokens
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, StaffFactory, UserFactory, token_of

called: list[tuple[int, str]] = []


def note(*, user_id):
    """Stands in for a service of another app: sees the person as they were."""
    called.append((user_id, User.objects.get(pk=user_id).username))


def fail(*, user_id):
    raise ZeroDivisionError


@pytest.fixture(autouse=True)
def _settings(settings):
    called.clear()
    settings.ON_ACCOUNT_CLOSING = []


@pytest.fixture
def ada(db):
    ada = ConfirmedUserFactory(username="Ada", email="ada@example.org")
    ada.groups.add(Group.objects.create(name="direttori"))
    Authenticator.objects.create(user=ada, type=Authenticator.Type.TOTP, data={"secret": "x"})
    LogEntry.objects.create(
        user=StaffFactory(username="Capo"),
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(ada.pk),
        object_repr="Ada",
        action_flag=CHANGE,
        change_message="Ada <ada@example.org>",
    )
    return ada


def everything_stored() -> str:
    """Return every value of every row of every table, as text."""
    return "\n".join(str(row) for model in apps.get_models() for row in model._base_manager.values_list())


def test_nothing_of_the_person_is_left_but_a_number(ada, client):
    secret = token_of(ada)
    client.force_login(ada)
    assert "Ada" in everything_stored()
    closing.close_account(user_id=ada.pk)
    ada.refresh_from_db()
    assert ada.username == f"ex-{ada.pk}"
    assert (ada.email, ada.email_key, ada.is_active, ada.last_login) == ("", None, False, None)
    assert not ada.has_usable_password()
    assert ada.closed_at is not None
    for model in (EmailAddress, Authenticator, UserSession, Token):
        assert not model.objects.filter(user=ada).exists()
    assert not ada.groups.exists()
    stored = everything_stored()
    assert "ada@example.org" not in stored
    assert "Ada" not in stored
    with pytest.raises(BadToken):
        tokens.holder_of(secret)
    assert client.get("/account/").status_code == 302
    assert client.post("/account/login/", {"login": "Ada", "password": PASSWORD}).status_code == 200


def test_the_name_and_the_address_are_free_again(ada):
    closing.close_account(user_id=ada.pk)
    ConfirmedUserFactory(username="Ada", email="ada@example.org")


@pytest.mark.django_db
def test_other_apps_are_called_first_and_see_the_person_as_they_were(ada, settings):
    settings.ON_ACCOUNT_CLOSING = [f"{__name__}.note"]
    closing.close_account(user_id=ada.pk)
    assert called == [(ada.pk, "Ada")]


def test_if_one_of_them_fails_nothing_has_happened(ada, settings):
    settings.ON_ACCOUNT_CLOSING = [f"{__name__}.note", f"{__name__}.fail"]
    with pytest.raises(ZeroDivisionError):
        closing.close_account(user_id=ada.pk)
    ada.refresh_from_db()
    assert (ada.username, ada.email_key, ada.closed_at) == ("Ada", "ada@example.org", None)


def test_an_account_is_closed_once(ada, settings):
    settings.ON_ACCOUNT_CLOSING = [f"{__name__}.note"]
    closing.close_account(user_id=ada.pk)
    with pytest.raises(NoSuchPlayer):
        closing.close_account(user_id=ada.pk)
    with pytest.raises(NoSuchPlayer):
        closing.close_account(user_id=0)
    assert len(called) == 1


@pytest.mark.django_db
def test_the_last_administrator_stays():
    capo, asleep = StaffFactory(), StaffFactory(is_active=False)
    with pytest.raises(LastAdministrator):
        closing.close_account(user_id=capo.pk)
    asleep.is_active = True
    asleep.save()
    closing.close_account(user_id=capo.pk)


@pytest.mark.django_db(transaction=True)
def test_two_administrators_cannot_leave_together():
    people = [StaffFactory() for _ in range(2)]

    def leave(person):
        try:
            closing.close_account(user_id=person.pk)
        except LastAdministrator:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(leave, people)) == [False, True]


@pytest.mark.django_db(transaction=True)
def test_the_page_asks_for_the_password(ada, announced):
    client, other = Client(), Client()
    for device in (client, other):
        device.force_login(ada)
    assert client.get("/account/close/").status_code == 200
    assert client.post("/account/close/", {"password": "wrong"}).context["form"].errors["password"]
    ada.refresh_from_db()
    assert ada.closed_at is None
    answer = client.post("/account/close/", {"password": PASSWORD}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    ada.refresh_from_db()
    assert ada.closed_at is not None
    assert other.get("/account/").status_code == 302
    assert announced[0][1]["ended"] == ["*"]


@pytest.mark.django_db
def test_the_page_tells_the_last_administrator_why_not(client):
    client.force_login(StaffFactory(username="Capo"))
    answer = client.post("/account/close/", {"password": PASSWORD})
    assert answer.context["form"].non_field_errors()
    assert User.objects.get().closed_at is None


@pytest.mark.django_db
def test_guesses_at_the_password_are_limited_there_too(client):
    client.force_login(UserFactory(username="Ada"))
    answers = [client.post("/account/close/", {"password": "wrong"}).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]


@pytest.mark.parametrize("name", ["ON_ACCOUNT_CLOSING", "ON_EXPORT_WANTED"])
def test_every_name_in_the_lists_is_a_service_that_takes_a_user(name):
    from inspect import signature

    from config import settings as real

    for dotted in getattr(real, name):
        assert list(signature(import_string(dotted)).parameters) == ["user_id"], dotted
