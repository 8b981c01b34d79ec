"""Enumeration: nobody learns from the site who has an account (field report D7)."""

import re
from functools import partial
from typing import NamedTuple

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, UserFactory

KNOWN = "ada@example.org"
UNKNOWN = "bea@example.org"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def known(settings):
    settings.ACCOUNT_RATE_LIMITS = False
    return ConfirmedUserFactory(username="Ada", email=KNOWN)


def seen_by(client, answer, address):
    """Return all a stranger sees of an answer but the clock, with the address he gave made the same."""
    body = answer.content.decode().replace(address, "ADDRESS")
    body = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|datetime="[^"]+"', "", body)
    headers = {name: value for name, value in answer.headers.items() if name not in {"Content-Length", "Expires"}}
    cookies = {
        name: {key: value for key, value in morsel.items() if key != "expires"}
        for name, morsel in answer.cookies.items()
    }
    return answer.status_code, body, headers, cookies


def look(client, answer, address):
    """Return what is seen of an answer, and of the page it leads to with its messages."""
    seen = [seen_by(client, answer, address)]
    if answer.status_code == 302:
        seen.append(seen_by(client, client.get(answer["Location"]), address))
    return seen


def sign_up(address, name="Carla"):
    client = Client()
    answer = client.post("/account/signup/", {"username": name, "email": address, "password1": PASSWORD})
    return client, answer


def ask_for_a_new_password(address, name=None):
    client = Client()
    return client, client.post("/account/password/reset/", {"email": address})


def change_address(address, name="Carla"):
    client = Client()
    UserFactory(username=name)
    client.force_login(User.objects.get(username=name))
    asked = client.post("/account/email/", {"email": address, "action_add": ""})
    return client, client.post(asked["Location"], {"password": PASSWORD, "next": "/account/email/"})


@pytest.mark.parametrize("act", [sign_up, ask_for_a_new_password, change_address])
def test_a_known_and_an_unknown_address_look_the_same(act):
    seen, sent = [], []
    for address in (KNOWN, UNKNOWN):
        User.objects.filter(username="Carla").delete()
        mail.outbox.clear()
        client, answer = act(address)
        seen.append(look(client, answer, address))
        # the pages where the address shows afterwards
        seen[-1] += [seen_by(client, client.get(path), address) for path in ("/account/", "/account/email/")]
        sent.append([message.to for message in mail.outbox])
    assert seen[0] == seen[1]
    assert seen[0][0][0] == 302
    assert sent == [[[KNOWN]], [[UNKNOWN]]]


@pytest.mark.parametrize("act", [sign_up, change_address])
def test_the_owner_of_a_known_address_is_told_and_nothing_is_taken_from_them(act, known):
    act(KNOWN)
    (message,) = mail.outbox
    assert "/account/password/reset/" in message.body
    assert "/account/confirm-email/" not in message.body
    known.refresh_from_db()
    assert (known.email, known.email_key) == (KNOWN, KNOWN)
    assert User.objects.get(username="Carla").email_key is None


def test_an_address_given_at_sign_up_opens_no_door_that_tells_of_its_owner():
    """Whoever signs up with somebody's address must not see by a log-in whether that somebody is here."""
    answers = []
    for address, name in ((KNOWN, "Carla"), (UNKNOWN, "Dario")):
        sign_up(address, name)
        client = Client()
        answer = client.post("/account/login/", {"login": address, "password": PASSWORD + "!"})
        own = client.post("/account/login/", {"login": address, "password": "x" + PASSWORD})
        answers.append([seen_by(client, page, address) for page in (answer, own)])
    assert answers[0] == answers[1]
    client = Client()
    assert client.post("/account/login/", {"login": UNKNOWN, "password": PASSWORD}).status_code == 200
    assert client.post("/account/login/", {"login": KNOWN, "password": PASSWORD}).status_code == 302  # Ada's own


def test_an_address_is_asked_to_confirm_as_often_whether_known_or_not():
    seen = []
    for address, name in ((KNOWN, "Carla"), (UNKNOWN, "Dario")):
        client, _ = sign_up(address, name)
        mail.outbox.clear()
        answer = client.post("/account/email/", {"email": address, "action_send": ""})
        seen.append((look(client, answer, address), len(mail.outbox)))
    assert seen[0][1] == seen[1][1] == 1
    assert [page[0] for page in seen[0][0]] == [page[0] for page in seen[1][0]]


@pytest.mark.parametrize("act", [sign_up, ask_for_a_new_password, change_address])
def test_a_known_and_an_unknown_address_are_as_much_work(act, hashed):
    """The time itself is measured by bench/doors.py."""
    act("warm@example.org", "Warm")
    known, unknown = (
        work_of(partial(act, address, name), hashed) for address, name in ((KNOWN, "Eva"), (UNKNOWN, "Ivo"))
    )
    assert known.hashes == unknown.hashes
    assert abs(known.queries - unknown.queries) <= 2  # a query takes a millisecond at most
    assert known.mails == unknown.mails == 1


def test_a_log_in_is_as_much_work_for_a_known_and_an_unknown_name(hashed):
    UserFactory(username="Bruno", is_active=False)
    client = Client()

    def log_in(login):
        client.post("/account/login/", {"login": login, "password": "wrong-wrong"})

    log_in("Warm")
    works = [work_of(partial(log_in, login), hashed) for login in ("Ada", "Nobody", "Bruno", KNOWN, UNKNOWN)]
    assert {work.hashes for work in works} == {1}
    queries = [work.queries for work in works]
    assert max(queries) - min(queries) <= 2


class Work(NamedTuple):
    """What an answer costs the site."""

    hashes: int
    queries: int
    mails: int


def work_of(act, hashed):
    """Return what *act* costs."""
    before, sent = len(hashed), len(mail.outbox)
    with CaptureQueriesContext(connection) as queries:
        act()
    return Work(len(hashed) - before, len(queries), len(mail.outbox) - sent)
