"""Mails: plain text, in the language of whoever reads them, after what they tell of is stored."""

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from celery.exceptions import Retry
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.utils import formats, timezone, translation

from accounts import tasks
from accounts.forms import ChangeAddressForm
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, UserFactory

NEW_PASSWORD = "asso-di-coppe-11"
pytestmark = pytest.mark.django_db(transaction=True)


def words(language, text):
    with translation.override(language):
        return translation.gettext(text)


@pytest.mark.parametrize("language", ["it", "en", "hr"])
def test_a_mail_speaks_its_readers_language_whoever_asked_for_it(language):
    ConfirmedUserFactory(username="Ada", email="ada@example.org", language=language)
    Client(headers={"accept-language": "en"}).post("/account/password/reset/", {"email": "ada@example.org"})
    Client(headers={"accept-language": "it"}).post(
        "/account/signup/", {"username": "Bruno", "email": "ada@example.org", "password1": PASSWORD}
    )
    reset, exists = mail.outbox
    assert reset.subject == words(language, "Choose a new password")
    assert exists.subject == words(language, "You have an account already")


@pytest.mark.parametrize("language", ["it", "en", "hr"])
def test_a_newcomer_reads_the_language_they_signed_up_in(language):
    client = Client(headers={"accept-language": language})
    client.post("/account/signup/", {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD})
    (message,) = mail.outbox
    assert message.subject == words(language, "Welcome: confirm your address")


def test_the_three_languages_are_three():
    for text in ("Choose a new password", "You have an account already", "Welcome: confirm your address"):
        assert len({words(language, text) for language in ("it", "en", "hr")}) == 3, text


def test_mails_are_plain_text_with_nothing_escaped(links):
    client = Client()
    client.post("/account/signup/", {"username": "Ada", "email": "o'ada@example.org", "password1": PASSWORD})
    (message,) = mail.outbox
    assert message.content_subtype == "plain"
    assert not getattr(message, "alternatives", [])
    assert "&" not in message.body
    assert "<" not in message.body
    assert len(links("o'ada@example.org")) == 1


def test_links_lead_to_the_site_whatever_the_request_called_it(settings, links):
    settings.ALLOWED_HOSTS = ["*"]
    ConfirmedUserFactory(username="Ada", email="ada@example.org")
    for path, fields in (
        ("/account/password/reset/", {"email": "ada@example.org"}),
        ("/account/password/reset/", {"email": "x@example.org"}),
        ("/account/signup/", {"username": "Bruno", "email": "b@example.org", "password1": PASSWORD}),
        ("/account/signup/", {"username": "Carla", "email": "ada@example.org", "password1": PASSWORD}),
    ):
        Client().post(path, fields, headers={"host": "evil.example"})
    assert len(mail.outbox) == 4
    assert not any("evil" in message.body for message in mail.outbox)
    assert sum(len(links(address)) for address in ("ada@example.org", "x@example.org", "b@example.org")) == 4


def test_a_changed_password_is_told_to_a_confirmed_address_only():
    ada, bruno = ConfirmedUserFactory(username="Ada", email="ada@example.org"), UserFactory(username="Bruno")
    EmailAddress.objects.create(user=bruno, email="bruno@example.org", primary=True)
    for person in (ada, bruno):
        client = Client(headers={"user-agent": "Lynx <2.9>"})
        client.post("/account/login/", {"login": person.username, "password": PASSWORD})
        client.post(
            "/account/password/change/",
            {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
        )
    (message,) = mail.outbox
    assert message.to == ["ada@example.org"]
    assert "Lynx <2.9>" in message.body
    assert "127.0.0.1" in message.body
    with translation.override("it"):
        assert formats.date_format(timezone.localtime(), "DATE_FORMAT").split()[1] in message.body


def test_a_new_address_is_told_to_the_old_one(links):
    ada = ConfirmedUserFactory(username="Ada", email="old@example.org")
    client = Client()
    client.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    asked = client.post("/account/email/", {"email": "New@Example.org", "action_add": ""})
    client.post(asked["Location"], {"password": PASSWORD, "next": "/account/email/"})
    ada.refresh_from_db()
    assert ada.email_key == "old@example.org"  # until it is confirmed
    (path,) = links("new@example.org")
    client.post(path)
    ada.refresh_from_db()
    assert (ada.email, ada.email_key) == ("new@example.org", "new@example.org")
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [("new@example.org", True, True)]
    assert mail.outbox[-1].to == ["old@example.org"]
    assert "new@example.org" in mail.outbox[-1].body
    assert Client().post("/account/login/", {"login": "old@example.org", "password": PASSWORD}).status_code == 200
    assert Client().post("/account/login/", {"login": "new@example.org", "password": PASSWORD}).status_code == 302


def test_a_confirmed_address_is_not_forgotten_a_pending_one_is():
    ada = ConfirmedUserFactory(username="Ada", email="old@example.org")
    EmailAddress.objects.create(user=ada, email="new@example.org")
    client = Client()
    client.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    for address in ("old@example.org", "new@example.org"):
        asked = client.post("/account/email/", {"email": address, "action_remove": ""})
        if asked["Location"].startswith("/account/reauthenticate/"):
            client.post(asked["Location"], {"password": PASSWORD, "next": "/account/email/"})
    assert list(EmailAddress.objects.values_list("email", flat=True)) == ["old@example.org"]
    ada.refresh_from_db()
    assert ada.email_key == "old@example.org"


def test_the_same_address_given_twice_at_once_is_stored_once():
    ada = UserFactory(username="Ada")
    EmailAddress.objects.create(user=ada, email="new@example.org", verified=True)
    form = ChangeAddressForm(user=ada, data={"email": "other@example.org"})
    assert form.is_valid()
    form.cleaned_data["email"] = "new@example.org"  # what the other click stored since the check

    class Request:
        user = ada

    assert form.save(Request()).email == "new@example.org"
    assert EmailAddress.objects.count() == 1


def test_nothing_is_posted_of_what_was_rolled_back():
    with transaction.atomic():
        get_adapter().send_mail("account/email/unknown_account", "x@example.org", {"signup_url": "http://testserver/"})
        transaction.set_rollback(True)
    assert not mail.outbox


def test_a_post_office_that_is_closed_stops_nobody(monkeypatch):
    def closed(**kwargs):
        raise OSError("no broker")

    monkeypatch.setattr(tasks.deliver, "delay", closed)
    client = Client()
    answer = client.post("/account/signup/", {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD})
    assert answer.status_code == 302
    assert client.get("/account/").status_code == 200


def test_a_mail_server_that_does_not_answer_is_tried_again(monkeypatch):
    def closed(self):
        raise ConnectionRefusedError

    monkeypatch.setattr(EmailMessage, "send", closed)
    with pytest.raises(Retry) as retry:
        tasks.deliver.apply(
            kwargs={"subject": "s", "body": "b", "sender": "a@example.org", "to": ["b@example.org"]}, throw=True
        ).get()
    assert 0 <= retry.value.when <= 30


def test_an_address_many_have_given_gets_few_mails():
    for number in range(8):
        person = UserFactory(username=f"persona{number}")
        EmailAddress.objects.create(user=person, email="many@example.org", primary=True)
    Client().post("/account/password/reset/", {"email": "many@example.org"})
    assert [message.to for message in mail.outbox] == [["many@example.org"]] * 5
    owner = ConfirmedUserFactory(username="Ada", email="many@example.org")
    mail.outbox.clear()
    Client().post("/account/password/reset/", {"email": "many@example.org"})
    (message,) = mail.outbox
    assert owner.username in message.body
