"""Sign-up: a name, an address, a password, and the person may play."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, connection, transaction
from django.test import Client

from accounts.models import NAME_TAKEN, User
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, UserFactory

LOBBY = "/tables/"
PATH = "/account/signup/"


def fields(username="Ada", email="ada@example.org", password1=PASSWORD, **more):
    return {"username": username, "email": email, "password1": password1, **more}


@pytest.mark.django_db
def test_who_signs_up_is_logged_in_and_may_play(client):
    answer = client.post(PATH, fields(" Niccolò ", "Nic@Example.ORG"), headers={"accept-language": "hr"})
    assert (answer.status_code, answer["Location"]) == (302, LOBBY)
    person = User.objects.get()
    assert (person.username, person.name_key, person.email, person.email_key) == (
        "Niccolò",
        "niccolo",
        "nic@example.org",
        None,
    )
    assert (person.language, person.kind, person.is_staff, person.has_confirmed_email) == ("hr", "human", False, False)
    assert person.check_password(PASSWORD)
    assert client.session["_auth_user_id"] == str(person.pk)
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [("nic@example.org", False, True)]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"username": "ad"}, "username"),
        ({"username": "a" * 25}, "username"),
        ({"username": "Ada Rossi"}, "username"),
        ({"username": "\u0430dmin"}, "username"),  # a Cyrillic a
        ({"username": "admin"}, "username"),
        ({"username": "Adm1n"}, "username"),
        ({"username": "Zeno-bot"}, "username"),
        ({"username": "ex-7"}, "username"),
        ({"username": "<img src=x onerror=alert(1)>"}, "username"),
        ({"username": "nonno"}, "username"),
        ({"username": "NONNO"}, "username"),
        ({"username": "Nònno"}, "username"),
        ({"username": "n0nno"}, "username"),
        ({"username": "lvo"}, "username"),
        ({"username": ""}, "username"),
        ({"email": "nobody"}, "email"),
        ({"email": ""}, "email"),
        ({"password1": "short"}, "password1"),
        ({"password1": "password1"}, "password1"),
        ({"password1": "8675309867"}, "password1"),
        ({"password1": "AdaLovelace", "username": "AdaLovelace"}, "password1"),
        ({"password1": ""}, "password1"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(client, wrong, field):
    UserFactory(username="Nonno")
    UserFactory(username="Ivo")
    answer = client.post(PATH, fields(**wrong))
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [field]
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_names_that_fold_or_look_alike_are_refused_by_the_database_itself():
    UserFactory(username="Ivo")
    for other in ("ivo", "ÌVO", "lvo"):
        with pytest.raises(IntegrityError), transaction.atomic():
            UserFactory(username=other)


@pytest.mark.django_db
def test_an_address_is_confirmed_for_one_account_by_the_database_itself():
    ConfirmedUserFactory(username="Ada", email="ada@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        UserFactory(username="Bruno", email="ADA@example.org", email_key="ada@example.org")


@pytest.mark.django_db
def test_a_changed_name_takes_its_keys_along():
    person = UserFactory(username="Ada")
    person.username = " Àda.2 "
    person.save(update_fields=["username"])
    person.refresh_from_db()
    assert (person.username, person.name_key, person.look_key) == ("Àda.2", "ada-2", "ada-2")
    assert User.objects.get_by_natural_key("ADA_2") == person


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("names", [("Zeno", "Zeno"), ("Zeno", "zènò"), ("Ivo", "lvo")])
def test_of_two_who_want_one_name_at_once_one_gets_it_and_the_other_a_clear_answer(names, monkeypatch):
    both_have_checked = Barrier(2, timeout=20)
    save = User.save

    def save_together(self, *args, **kwargs):
        if self.pk is None:
            both_have_checked.wait()
        save(self, *args, **kwargs)

    monkeypatch.setattr(User, "save", save_together)

    def sign_up(number):
        try:
            return Client().post(PATH, fields(names[number], f"zeno{number}@example.org"))
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(sign_up, range(2)), key=lambda answer: answer.status_code)
    refused, done = answers
    assert (refused.status_code, done.status_code) == (200, 302)
    assert refused.context["form"].errors["username"] == [str(NAME_TAKEN)]
    assert User.objects.count() == EmailAddress.objects.count() == 1


@pytest.mark.django_db
def test_a_club_may_make_its_accounts_itself(client, settings):
    settings.ACCOUNT_SIGNUP_ENABLED = False
    assert b'<form method="post" action="/account/signup/"' not in client.get(PATH).content
    client.post(PATH, fields())
    assert not User.objects.exists()


@pytest.mark.django_db
def test_the_page_tells_of_age_and_data(client):
    page = client.get(PATH, headers={"accept-language": "en"}).content.decode()
    assert "14 or older" in page
    assert 'href="/privacy/"' in page
