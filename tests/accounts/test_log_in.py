"""Log-in: by a name however it is spelt, or by a confirmed address; and where it leads."""

import pytest
from django.conf import settings as site
from django.test import Client

from tests.accounts.factories import PASSWORD, BotFactory, ConfirmedUserFactory, UserFactory

LOBBY = "/tables/"
PATH = "/account/login/"
pytestmark = pytest.mark.django_db


def log_in(client, login, password=PASSWORD, **more):
    return client.post(PATH, {"login": login, "password": password, **more})


def is_in(client):
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("login", ["Niccolò", "niccolo", "NICCOLÒ", " niccolò ", "nic@example.org", "Nic@EXAMPLE.org"])
def test_a_person_comes_in_by_any_spelling_of_the_name_or_by_the_confirmed_address(client, login):
    ConfirmedUserFactory(username="Niccolò", email="nic@example.org")
    answer = log_in(client, login)
    assert (answer.status_code, answer["Location"]) == (302, LOBBY)
    assert is_in(client)


def test_nobody_comes_in_with_a_wrong_password_an_unconfirmed_address_or_a_closed_account(client):
    UserFactory(username="Ada", email="ada@example.org")
    UserFactory(username="Bruno", is_active=False)
    BotFactory(username="Zeno-bot")
    for login, password in (
        ("Ada", "wrong"),
        ("Ada", ""),
        ("ada@example.org", PASSWORD),
        ("Bruno", PASSWORD),
        ("Zeno-bot", ""),
        ("nobody", PASSWORD),
        ("nobody@example.org", PASSWORD),
        ("", PASSWORD),
    ):
        answer = log_in(client, login, password)
        assert answer.status_code == 200, login
        assert answer.context["form"].errors
        assert not is_in(client)


def test_an_unknown_name_a_wrong_password_and_a_sleeping_account_get_one_answer(client):
    UserFactory(username="Ada")
    UserFactory(username="Bruno", is_active=False)
    answers = [log_in(client, login, "wrong-wrong").context["form"].errors for login in ("Ada", "Nobody", "Bruno")]
    answers.append(log_in(client, "Bruno").context["form"].errors)
    assert answers[0]["__all__"]
    assert all(answer == answers[0] for answer in answers)


def test_a_session_lasts_as_long_as_the_person_asks(client):
    UserFactory(username="Ada")
    log_in(client, "Ada")
    assert client.session.get_expire_at_browser_close()
    other = Client()
    log_in(other, "Ada", remember="on")
    assert other.session.get_expiry_age() == site.SESSION_COOKIE_AGE


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/", "//evil.example", "///evil.example", "http:evil.example", "/\\evil.example",
        "\\\\evil.example", "https:///evil.example", "javascript:alert(1)", "data:text/html,x", "/\t/evil.example",
        "http://testserver.evil.example/", "http://testserver@evil.example/", "https://evil.example\\@testserver/",
    ],
)  # fmt: skip
def test_no_log_in_leads_to_another_site(client, target):
    UserFactory(username="Ada")
    page = client.get(PATH, {"next": target}).content.decode()
    assert f'href="{target}' not in page
    answer = client.post(f"{PATH}?next={target}", {"login": "Ada", "password": PASSWORD, "next": target})
    assert (answer.status_code, answer["Location"]) == (302, LOBBY)
    answer = client.post("/account/logout/", {"next": target})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    answer = client.post("/account/language/", {"language": "en", "next": target})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_log_in_leads_back_to_the_page_that_asked_for_it(client):
    UserFactory(username="Ada")
    answer = client.get("/account/tokens/")
    assert answer["Location"] == "/account/login/?next=/account/tokens/"
    assert log_in(client, "Ada", next="/account/tokens/")["Location"] == "/account/tokens/"


def test_forms_from_elsewhere_are_refused():
    client = Client(enforce_csrf_checks=True)
    UserFactory(username="Ada")
    for path, data in (
        (PATH, {"login": "Ada", "password": PASSWORD}),
        ("/account/signup/", {"username": "Bruno", "email": "b@example.org", "password1": PASSWORD}),
        ("/account/password/reset/", {"email": "ada@example.org"}),
        ("/account/language/", {"language": "en"}),
    ):
        assert client.post(path, data).status_code == 403, path
    client.force_login(UserFactory(username="Carla"))
    for path in (
        "/account/logout/",
        "/account/close/",
        "/account/tokens/",
        "/account/sessions/end/",
        "/account/email/",
    ):
        assert client.post(path, {}).status_code == 403, path
    assert is_in(client)


def test_the_language_goes_with_the_account(client):
    person = UserFactory(username="Ada", language="hr")
    log_in(client, "Ada")
    assert client.cookies[site.LANGUAGE_COOKIE_NAME].value == "hr"
    answer = client.post("/account/language/", {"language": "en", "next": "/account/"})
    assert answer["Location"] == "/account/"
    assert client.cookies[site.LANGUAGE_COOKIE_NAME].value == "en"
    person.refresh_from_db()
    assert person.language == "en"
    client.post("/account/language/", {"language": "xx"})
    person.refresh_from_db()
    assert person.language == "en"
    assert client.get("/account/language/").status_code == 405


def test_a_stranger_chooses_a_language_too(client):
    client.post("/account/language/", {"language": "hr"})
    assert 'lang="hr"' in client.get(PATH).content.decode()
