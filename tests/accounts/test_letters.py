"""Letters: mail for who wants it, once, in their language, and only for what is stored."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.test import Client
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import Letter
from accounts.services import closing, letters, notices, people
from config import settings as as_configured
from tests.accounts.factories import ConfirmedUserFactory, UserFactory

pytestmark = pytest.mark.django_db


def reader(name, language="en", **facts):
    return ConfirmedUserFactory(username=name, email=f"{name}@example.org", language=language, wants_mail=True, **facts)


def tell(*users, person):
    ids = [user.pk for user in users]
    notices.give_all(user_ids=ids, kind="followed", data={"person": person.pk}, by_mail=True)


def post():
    return letters.post_due(now=timezone.now())


def test_who_wants_mail_is_written_to_once_in_their_own_language():
    ada, bruno, carla = reader("ada"), reader("bruno", "it"), reader("carla", "hr")
    silent, unconfirmed = ConfirmedUserFactory(), UserFactory(wants_mail=True)
    tell(ada, bruno, carla, silent, unconfirmed, person=UserFactory(username="Dino"))
    assert post() == 3
    assert post() == 0
    subjects = {message.to[0]: message.subject for message in mail.outbox}
    assert subjects["ada@example.org"] == "Dino is following you now."
    assert len(set(subjects.values())) == 3
    first = mail.outbox[0]
    assert "http://localhost:8000/players/Dino/" in first.body
    assert first.extra_headers["Message-ID"].startswith("<letter-")
    assert not Letter.objects.exists()


def test_who_no_longer_wants_it_or_has_gone_is_not_written_to():
    ada, bruno = reader("ada"), reader("bruno")
    tell(ada, bruno, person=UserFactory())
    people.choose_mail(user_id=ada.pk, wants=False)
    closing.close_account(user_id=bruno.pk)
    assert post() == 0
    assert mail.outbox == []
    assert not Letter.objects.exists()


def test_what_is_taken_back_is_not_mailed():
    ada = reader("ada")
    with transaction.atomic():
        tell(ada, person=UserFactory())
        transaction.set_rollback(True)
    assert post() == 0


def test_a_letter_the_server_refuses_holds_no_other_up(monkeypatch):
    tell(reader("ada"), reader("bruno"), person=UserFactory())
    send = EmailMessage.send

    def refuse_ada(self, *args, **kwargs):
        if self.to == ["ada@example.org"]:
            raise SMTPRecipientsRefused({})
        return send(self, *args, **kwargs)

    monkeypatch.setattr(EmailMessage, "send", refuse_ada)
    assert post() == 1
    for _ in range(letters.MOST_TRIES):
        assert post() == 0
    assert Letter.objects.get().tries == letters.MOST_TRIES
    monkeypatch.undo()
    assert post() == 0  # given up


def test_a_server_that_does_not_answer_loses_nothing(monkeypatch):
    tell(reader("ada"), reader("bruno"), person=UserFactory())
    asked = []

    def hang_up(self, *_args, **_kwargs):
        asked.append(self.to)
        raise SMTPServerDisconnected

    monkeypatch.setattr(EmailMessage, "send", hang_up)
    assert post() == 0
    assert len(asked) == 1
    monkeypatch.undo()
    assert post() == 2


def test_old_news_is_not_posted():
    tell(reader("ada"), person=UserFactory())
    assert letters.post_due(now=timezone.now() + letters.LONGEST_WAIT + timedelta(minutes=1)) == 0
    assert not Letter.objects.exists()


def test_the_post_is_called_after_the_commit(settings, django_capture_on_commit_callbacks, monkeypatch):
    called = []
    settings.ON_LETTERS_WRITTEN = as_configured.ON_LETTERS_WRITTEN
    for name in settings.ON_LETTERS_WRITTEN:
        monkeypatch.setattr(import_string(name), "delay", lambda: called.append(Letter.objects.count()))
    with django_capture_on_commit_callbacks(execute=True):
        tell(reader("ada"), person=UserFactory())
        assert called == []
    assert called == [1]


def test_the_choice_is_made_on_the_page_and_over_rest():
    ada = ConfirmedUserFactory()
    client = Client()
    client.force_login(ada)
    assert 'id="mail"' in client.get("/account/").content.decode()
    client.post("/account/mail/", {"wants_mail": "on"})
    assert client.get("/api/v1/me/mail/").json() == {"wants_mail": True}
    client.post("/account/mail/", {"wants_mail": "off"})
    assert client.get("/api/v1/me/mail/").json() == {"wants_mail": False}
