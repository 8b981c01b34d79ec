"""Second factor: an app on the phone, and codes for the day it is lost."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from cryptography.fernet import InvalidToken
from django.core.cache import cache
from django.test import Client

from accounts.services.sealing import seal, unseal
from tests.accounts.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db
ACTIVATE = "/account/2fa/totp/activate/"


def code_of(secret):
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def log_in(client):
    return client.post("/account/login/", {"login": "Ada", "password": PASSWORD})


@pytest.fixture
def protected():
    """A person with the factor on, still logged in, and the secret of the app."""
    UserFactory(username="Ada")
    client = Client()
    log_in(client)
    asked = client.get(ACTIVATE)
    client.post(asked["Location"], {"password": PASSWORD, "next": ACTIVATE})
    page = client.get(ACTIVATE).content.decode()
    secret = re.search(r"<code>([A-Z2-7]{32})</code>", page)[1]
    assert client.post(ACTIVATE, {"code": "000000"}).context["form"].errors["code"]
    assert client.post(ACTIVATE, {"code": code_of(secret)})["Location"] == "/account/2fa/recovery-codes/"
    return client, secret


def test_the_code_is_drawn_on_the_page_itself(protected):
    client, _ = protected
    Authenticator.objects.all().delete()
    page = client.get(ACTIVATE).content.decode()
    assert "data:" not in page
    assert '<svg viewBox="0 0' in page
    assert "<?xml" not in page
    assert 'role="img" aria-labelledby="qr-title"' in page


def test_a_log_in_then_asks_for_the_code(protected):
    _, secret = protected
    client = Client()
    assert log_in(client)["Location"] == "/account/2fa/authenticate/"
    assert client.get("/account/").status_code == 302
    assert client.get("/account/2fa/authenticate/").status_code == 200
    assert client.post("/account/2fa/authenticate/", {"code": "123"}).context["form"].errors["code"]
    cache.clear()  # the code of this half minute has been used to switch the factor on
    assert client.post("/account/2fa/authenticate/", {"code": code_of(secret)}).status_code == 302
    assert client.get("/account/").status_code == 200


def test_a_recovery_code_opens_once(protected):
    holder, _ = protected
    page = holder.get("/account/2fa/recovery-codes/").content.decode()
    codes = re.findall(r"<code>(\d{8})</code>", page)
    assert len(codes) == 10
    for status in (302, 200):
        client = Client()
        log_in(client)
        assert client.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == status
    text = holder.get("/account/2fa/recovery-codes/download/")
    assert text["Content-Type"].startswith("text/plain")
    assert text.content.decode().split() == codes[1:]
    assert holder.get("/account/2fa/").status_code == 200
    assert holder.post("/account/2fa/recovery-codes/generate/")["Location"] == "/account/2fa/recovery-codes/"
    assert codes[1] not in holder.get("/account/2fa/recovery-codes/").content.decode()


def test_it_is_switched_off_by_its_owner(protected):
    client, _ = protected
    page = client.get("/account/2fa/totp/deactivate/")
    assert page.status_code == 200
    assert client.post("/account/2fa/totp/deactivate/")["Location"] == "/account/2fa/"
    assert not Authenticator.objects.exists()
    assert log_in(Client())["Location"] == "/tables/"


def test_the_secret_of_the_app_is_not_stored_in_clear(protected):
    _, secret = protected
    stored = str(list(Authenticator.objects.values_list("data", flat=True)))
    assert secret not in stored
    assert "gAAAA" in stored


def test_what_was_sealed_opens_after_the_sites_secret_changed_as_long_as_the_old_one_is_kept(settings):
    settings.SECRET_KEY = "old"
    sealed = seal("asso di coppe")
    assert sealed != seal("asso di coppe")
    settings.SECRET_KEY = "new"
    with pytest.raises(InvalidToken):
        unseal(sealed)
    settings.SECRET_KEY_FALLBACKS = ["old"]
    assert unseal(sealed) == "asso di coppe"
