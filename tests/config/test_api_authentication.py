"""Authentication: tokens and their scopes, the cookie and its CSRF token, and what guessing costs (fields D8, D9)."""

from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.urls import URLPattern, reverse
from django.utils import timezone

from accounts.models import Token, User
from accounts.services import people, tokens
from config import api_urls
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, browser, code_of
from tests.games.factories import open_table

pytestmark = pytest.mark.django_db
VERBS = ("get", "post", "put", "patch", "delete")


def views() -> Iterator[tuple[str, type]]:
    for pattern in api_urls.urlpatterns:
        assert isinstance(pattern, URLPattern)
        if hasattr(pattern.callback, "cls"):
            yield str(pattern.name), pattern.callback.cls


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_a_token_speaks_for_its_owner(scheme: str) -> None:
    user = UserFactory()
    secret = Caller(user).secret
    me = browser().get("/api/v1/me/", headers={"Authorization": f"{scheme} {secret}"}).json()
    assert me["id"] == user.pk
    assert me["scopes"] == ["account", "play", "read", "tables"]


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer x", "Bearer bongioco_" + "x" * 43, "Bearer a b", "Bearer é", "Bearer \x00"]
)
def test_what_is_no_token_opens_nothing_not_even_what_is_open(header: str) -> None:
    for path in ("/api/v1/me/", "/api/v1/rulesets/"):
        response = browser().get(path, headers={"Authorization": header})
        assert (response.status_code, code_of(response)) == (401, "bad_token")


def test_another_scheme_is_not_for_us() -> None:
    assert browser().get("/api/v1/rulesets/", headers={"Authorization": "Basic eDp5"}).status_code == 200


def test_a_token_ends_with_its_life_its_revocation_and_its_owner() -> None:
    expiring, revoked, banned = (Caller(UserFactory()) for _ in range(3))
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert code_of(expiring.get("/me/")) == "bad_token"
    tokens.revoke_all(user_id=revoked.user.pk)
    assert code_of(revoked.get("/me/")) == "bad_token"
    people.deactivate(user_id=banned.user.pk)
    assert code_of(banned.get("/me/")) == "bad_token"


def test_a_token_goes_before_the_cookie() -> None:
    client = browser(UserFactory())
    caller = Caller(UserFactory())
    me = client.get("/api/v1/me/", headers={"Authorization": f"Bearer {caller.secret}"}).json()
    assert me["id"] == caller.user.pk


def test_every_view_says_which_scope_each_verb_needs() -> None:
    known = {None, *Token.Scope.values}
    for name, view in views():
        answered = {verb.upper() for verb in VERBS if hasattr(view, verb)}
        assert answered, name
        assert set(view.scopes) == answered, name
        assert set(view.scopes.values()) <= known, name


def path_of(name: str) -> str:
    """The path of the view of this name, with nothing there is for what it names."""
    pattern = next(pattern for pattern in api_urls.urlpatterns if pattern.name == name)
    nothing = {"uuid": uuid4(), "int": 1, "code": "nosuchcode"}
    kinds = {field: type(converter).__name__ for field, converter in pattern.pattern.converters.items()}
    fields = {field: nothing.get(kind.removesuffix("Converter").lower(), "nobody") for field, kind in kinds.items()}
    return reverse(f"api:{name}", kwargs=fields).removeprefix("/api/v1")


@pytest.mark.parametrize(("name", "view"), list(views()))
def test_a_verb_without_its_scope_is_refused_before_anything_is_looked_at(name: str, view: type) -> None:
    path = path_of(name)
    user = UserFactory()
    for verb, scope in view.scopes.items():
        if scope is None:
            continue
        others = {"read", "play", "tables", "account"} - {scope}
        response = Caller(user, *others).call(verb.lower(), path, {} if verb != "GET" else None)
        assert (response.status_code, code_of(response)) == (403, "bad_scope"), verb


def test_the_cookie_reads_and_writes_only_with_its_csrf_token() -> None:
    user = UserFactory()
    client = browser(user, enforce_csrf_checks=True)
    assert client.get("/api/v1/me/").json()["scopes"] is None
    response = client.post("/api/v1/tables/", {"preset": "club"}, content_type="application/json")
    assert (response.status_code, code_of(response)) == (403, "csrf_failed")

    client.get("/account/login/")
    client.get("/api/v1/me/")
    token = "a" * 32
    client.cookies["csrftoken"] = token
    response = client.post(
        "/api/v1/tables/", {"preset": "club"}, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert response.status_code == 201


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("post", "/tables/"),
        ("delete", "/tables/{code}/"),
        ("post", "/tables/{code}/unlock/"),
        ("post", "/tables/{code}/rematch/"),
        ("put", "/tables/{code}/seats/0/"),
        ("delete", "/tables/{code}/seats/0/"),
        ("put", "/tables/{code}/seats/0/bot/"),
        ("delete", "/tables/{code}/seats/0/bot/"),
        ("post", "/tables/{code}/requests/1/"),
        ("post", "/matches/00000000-0000-7000-8000-000000000000/commands/"),
        ("post", "/tokens/"),
        ("delete", "/tokens/1/"),
    ],
)
def test_no_write_by_cookie_alone(verb: str, path: str) -> None:
    user: User = UserFactory()
    table = open_table(user)
    client = browser(user, enforce_csrf_checks=True)
    address = "/api/v1" + path.format(code=table.code)
    response = getattr(client, verb)(address, {}, content_type="application/json")
    assert (response.status_code, code_of(response)) == (403, "csrf_failed")


def test_guessing_tokens_is_slowed_down_by_address(settings) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "bad_token": "5/minute"}
    guess = {"Authorization": "Bearer bongioco_guess"}
    codes = [code_of(browser().get("/api/v1/me/", headers=guess)) for _ in range(7)]
    assert codes == ["bad_token"] * 5 + ["too_many"] * 2
    forged = browser().get("/api/v1/me/", headers={**guess, "X-Forwarded-For": "198.51.100.7"})
    assert (forged.status_code, code_of(forged)) == (429, "too_many")
    assert int(forged["Retry-After"]) > 0
    elsewhere = browser(REMOTE_ADDR="198.51.100.7").get("/api/v1/me/", headers=guess)
    assert code_of(elsewhere) == "bad_token"
    assert Caller(UserFactory()).get("/me/").status_code == 200  # who has a token is not locked out with the guesser


def test_behind_our_proxy_each_stranger_has_an_allowance_and_forging_helps_nobody(settings) -> None:
    settings.TRUSTED_PROXIES = ["127.0.0.1"]
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "address": "3/minute"}

    def ask(forwarded: str) -> int:
        return browser().get("/api/v1/rulesets/", headers={"X-Forwarded-For": forwarded}).status_code

    x, y = "198.51.100.7", "203.0.113.9"
    assert [ask(f"192.0.2.{n}, {x}") for n in range(5)] == [200, 200, 200, 429, 429]
    assert ask(y) == 200


def test_a_refusal_says_when_to_come_back_and_counts_users_over_all_their_tokens(settings) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "user": "4/minute", "address": "1/minute"}
    user = UserFactory()
    first, second = Caller(user), Caller(user)
    statuses = [caller.get("/me/").status_code for caller in (first, second, first, second)]
    assert statuses == [200] * 4
    refused = first.get("/me/")
    assert (refused.status_code, code_of(refused)) == (429, "too_many")
    assert 1 <= int(refused["Retry-After"]) <= 15
    assert Caller(UserFactory()).get("/me/").status_code == 200  # members behind one address do not share


def test_a_views_own_rate_is_tighter(settings) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "password": "2/minute"}
    table = open_table(visibility="password", password="bussare")
    caller = Caller(UserFactory())
    path = f"/tables/{table.code}/unlock/"
    codes = [code_of(caller.post(path, {"password": "liscio"})) for _ in range(3)]
    assert codes == ["wrong_password", "wrong_password", "too_many"]
