"""Pages: every page of accounts and every address of allauth stands in the site's frame, in three languages."""

import re

import pytest
from allauth import urls as allauth_urls
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from accounts.models import User
from tests.accounts.factories import PASSWORD, ConfirmedUserFactory, UserFactory, token_of

pytestmark = pytest.mark.django_db
LANGUAGES = ("it", "en", "hr")
ARGUMENTS = {
    "account_confirm_email": {"key": "abc"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "abc-def"},
}


def names_under(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name
        else:
            yield from names_under(pattern.url_patterns)


ALLAUTH = sorted(set(names_under(allauth_urls.urlpatterns)))
OURS = [
    "/account/", "/account/tokens/", "/account/sessions/", "/account/close/", "/account/email/",
    "/account/password/change/", "/account/reauthenticate/", "/account/logout/", "/account/2fa/", "/privacy/",
    "/account/2fa/totp/activate/",
]  # fmt: skip
STRANGERS = [
    "/account/login/", "/account/signup/", "/account/password/reset/", "/account/password/reset/done/",
    "/account/password/reset/key/done/", "/account/password/reset/key/1-abc-def/", "/account/confirm-email/",
    "/account/confirm-email/abc/", "/account/inactive/", "/privacy/",
]  # fmt: skip


def is_ours(answer) -> bool:
    """Tell whether a page stands in the site's frame and uses no element of allauth's own looks."""
    names = [template.name for template in answer.templates if template.name]
    return "base.html" in names and not any(name.startswith("allauth/elements/") for name in names)


def assert_is_sound(answer, language):
    assert answer.status_code == 200
    assert is_ours(answer)
    page = answer.content.decode()
    assert f'<html lang="{language}">' in page
    assert page.count("<h1") == 1
    assert not re.search(r'\sstyle="|<style|\son\w+="|<script(?![^>]*src=)', page)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    for attributes in re.findall(r'<(?:input|select)((?![^>]*type="hidden")[^>]*)>', page):
        name = re.search(r'\sid="([^"]+)"', attributes)[1]
        assert f'for="{name}"' in page or re.search(rf'<label[^>]*><input[^>]*id="{name}"', page), name


@pytest.fixture(params=LANGUAGES)
def language(request):
    return request.param


@pytest.fixture
def client(language):
    client = Client(headers={"accept-language": language})
    client.cookies["django_language"] = language
    return client


@pytest.mark.parametrize("path", STRANGERS)
def test_a_strangers_page(client, language, path):
    assert_is_sound(client.get(path), language)


def test_a_persons_pages(client, language):
    ada = ConfirmedUserFactory(username="Ada", language=language)
    EmailAddress.objects.create(user=ada, email="new@example.org")
    token_of(ada)
    client.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    asked = 0
    for path in OURS:
        answer = client.get(path)
        if answer.status_code == 302:  # a page that wants the password once more
            assert answer["Location"].startswith("/account/reauthenticate/"), path
            client.post(answer["Location"], {"password": PASSWORD, "next": path})
            answer = client.get(path)
            asked += 1
        assert_is_sound(answer, language)
    assert asked <= 1  # and believes it for a while


def test_pages_of_a_form_with_faults(client, language):
    for path in ("/account/login/", "/account/signup/", "/account/password/reset/"):
        answer = client.post(path, {"login": "x", "username": "x", "email": "x", "password": "x", "password1": "x"})
        assert_is_sound(answer, language)
        assert 'class="errorlist' in answer.content.decode()


def test_pages_behind_mailed_links(client, language):
    ada = UserFactory(username="Ada")
    address = EmailAddress.objects.create(user=ada, email="ada@example.org", primary=True)
    path = reverse("account_confirm_email", args=[EmailConfirmationHMAC(address).key])
    assert_is_sound(client.get(path), language)
    from allauth.account.forms import default_token_generator
    from allauth.account.utils import user_pk_to_url_str

    key = f"{user_pk_to_url_str(ada)}-{default_token_generator.make_token(ada)}"
    assert_is_sound(client.get(f"/account/password/reset/key/{key}/", follow=True), language)


def test_a_closed_club_and_too_many_tries(client, language, settings):
    settings.ACCOUNT_SIGNUP_ENABLED = False
    assert_is_sound(client.get("/account/signup/"), language)
    for _ in range(21):
        answer = client.post("/account/password/reset/", {"email": "x@example.org"})
    assert answer.status_code == 429
    answer.status_code = 200
    assert_is_sound(answer, language)


def test_a_person_without_a_password_chooses_one(client, language):
    ada = UserFactory(username="Ada", password=None, language=language)
    client.force_login(ada)
    assert client.get("/account/password/change/")["Location"] == "/account/password/set/"


@pytest.mark.parametrize("name", ALLAUTH)
@pytest.mark.parametrize("who", ["stranger", "person"])
def test_every_address_of_allauth_answers_in_our_frame_or_leads_on(name, who):
    client = Client()
    if who == "person":
        client.force_login(UserFactory())
    path = reverse(name, kwargs=ARGUMENTS.get(name))
    answer = client.get(path)
    assert answer.status_code in {200, 302, 403, 404, 405}, path
    if answer.status_code != 302:
        assert is_ours(answer) or answer.status_code == 405, path
    for _ in range(3):
        if answer.status_code == 302:
            assert answer["Location"].startswith("/"), path
            answer = client.get(answer["Location"])
    assert answer.status_code != 500


def test_our_views_stand_in_for_allauths():
    for path, module in (
        ("/account/signup/", "accounts.views.entrance"),
        ("/account/sessions/", "accounts.views.sessions"),
        ("/account/confirm-email/abc/", "accounts.views.entrance"),
        ("/account/password/reset/key/1-a/", "accounts.views.entrance"),
    ):
        assert get_resolver().resolve(path).func.__module__ == module


@pytest.mark.parametrize("path", [path for path in OURS if path not in {"/privacy/", "/account/logout/"}])
def test_a_persons_page_asks_a_stranger_to_log_in(path):
    answer = Client().get(path)
    assert answer.status_code == 302
    assert answer["Location"].replace("%2F", "/").startswith("/account/login/?next=/account/")


def test_names_are_shown_literally_everywhere(monkeypatch):
    """Nobody can have such a name; should one get in all the same, it is text (D10)."""
    hostile = "<img src=x>"
    ada = UserFactory(username="Ada")
    User.objects.filter(pk=ada.pk).update(username=hostile)
    client = Client()
    client.force_login(ada)
    for path in OURS:
        assert hostile not in client.get(path, follow=True).content.decode()
