"""Mailed links: a scanner that opens them first changes nothing; a person's POST does; a second use says so (D7)."""

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, UserFactory

NEW_PASSWORD = "asso-di-coppe-11"
pytestmark = pytest.mark.django_db(transaction=True)


def state():
    return list(User.objects.order_by("pk").values_list("pk", "password", "email", "email_key", "last_login"))


def scan(path):
    """Follow a link the way mail scanners do: no cookies, HEAD and GET, redirects too."""
    for _ in range(2):
        for method in ("head", "get"):
            assert getattr(Client(), method)(path, follow=True).status_code == 200


@pytest.fixture
def confirmation(links):
    client = Client()
    client.post("/account/signup/", {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD})
    (path,) = [path for path in links("ada@example.org") if "confirm-email" in path]
    return client, path


@pytest.fixture
def reset(links):
    ConfirmedUserFactory(username="Ada", email="ada@example.org")
    Client().post("/account/password/reset/", {"email": "ada@example.org"})
    (path,) = [path for path in links("ada@example.org") if "reset/key" in path]
    return path


def test_a_confirmation_waits_for_the_person(confirmation):
    client, path = confirmation
    before = state()
    scan(path)
    assert state() == before
    page = Client().get(path).content.decode()
    assert "Ada" in page
    assert "ada@example.org" in page
    answer = Client().post(path)  # on another device
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/")
    assert User.objects.get().email_key == "ada@example.org"
    for again in (Client().get(path), client.get(path)):
        assert again.status_code == 200
        assert '<form method="post" action="/account/confirm-email' not in again.content.decode()
    again = Client().post(path)
    assert again.status_code == 410
    assert again.templates[0].name == "account/email_confirm.html"


def test_the_person_who_is_logged_in_comes_back_to_the_settings(confirmation):
    client, path = confirmation
    answer = client.post(path)
    assert answer["Location"] == "/account/"
    assert "badge--good" in client.get("/account/").content.decode()


def test_a_link_of_somebody_else_logs_nobody_out_by_itself(confirmation):
    _, path = confirmation
    client = Client()
    client.force_login(UserFactory(username="Bruno"))
    client.get(path)
    client.head(path)
    assert client.get("/account/").status_code == 200


def test_a_forged_link_leads_nowhere():
    assert Client().get("/account/confirm-email/abc:def/").status_code == 200
    assert Client().post("/account/confirm-email/abc:def/").status_code == 410
    page = Client().get("/account/password/reset/key/1-abc-def/")
    assert page.status_code == 200
    assert page.context["token_fail"]


def test_of_two_who_give_one_address_the_first_to_confirm_has_it():
    for name in ("Ada", "Bruno"):
        Client().post("/account/signup/", {"username": name, "email": "both@example.org", "password1": PASSWORD})
    first, second = (
        f"/account/confirm-email/{EmailConfirmationHMAC(address).key}/"
        for address in EmailAddress.objects.order_by("pk")
    )
    Client().post(first)
    answer = Client().post(second)
    assert answer.status_code == 302
    assert list(User.objects.order_by("pk").values_list("email_key", flat=True)) == ["both@example.org", None]


def test_a_new_password_waits_for_the_person(reset):
    before = state()
    scan(reset)
    assert state() == before
    client = Client()
    form = client.get(reset, follow=True)
    assert "Ada" in form.content.decode()
    fields = {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    answer = client.post(form.redirect_chain[-1][0], fields)
    assert answer["Location"] == "/account/password/reset/key/done/"
    assert User.objects.get().check_password(NEW_PASSWORD)
    again = Client().get(reset, follow=True)
    assert again.context["token_fail"]
    again = client.post(form.redirect_chain[-1][0], fields)
    assert again.context["token_fail"]
    assert User.objects.get().check_password(NEW_PASSWORD)


def test_a_reset_link_of_somebody_else_logs_out_only_on_the_post(reset):
    client = Client()
    client.post("/account/signup/", {"username": "Bruno", "email": "b@example.org", "password1": PASSWORD})
    form = client.get(reset, follow=True)
    assert client.get("/account/").status_code == 200
    client.post(form.redirect_chain[-1][0], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert client.get("/account/").status_code == 302
    assert User.objects.get(username="Ada").check_password(NEW_PASSWORD)
    assert User.objects.get(username="Bruno").check_password(PASSWORD)


def test_a_new_password_ends_every_session_and_the_owner_is_told(links, announced):
    ConfirmedUserFactory(username="Ada", email="ada@example.org")
    ada = Client()
    ada.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert ada.get("/account/").status_code == 200
    client = Client()
    client.post("/account/password/reset/", {"email": "ada@example.org"})
    (reset,) = links("ada@example.org")
    mail.outbox.clear()
    form = client.get(reset, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": NEW_PASSWORD, "password2": NEW_PASSWORD})
    assert ada.get("/account/").status_code == 302
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]
    (group, message), *_ = announced
    assert (group, message["ended"], message["kept"]) == (f"user.{User.objects.get().pk}", ["*"], "")


def test_a_scan_leaves_no_session_that_is_anybodys(reset):
    scan(reset)
    assert all("_auth_user_id" not in session.get_decoded() for session in Session.objects.all())
