"""REST of people: who one is, and one's own tokens."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import Token
from accounts.services.tokens import MOST_TOKENS
from tests.accounts.factories import ConfirmedUserFactory, UserFactory
from tests.games.api.callers import Caller, browser, code_of

pytestmark = pytest.mark.django_db
WISH = {"name": "il mio bot", "scopes": ["read", "play"]}


def test_me() -> None:
    user = ConfirmedUserFactory(username="Anna", language="hr")
    told = Caller(user, "read").get("/me/").json()
    assert told == {
        "id": user.pk,
        "name": "Anna",
        "kind": "human",
        "email": user.email,
        "email_confirmed": True,
        "language": "hr",
        "joined_at": told["joined_at"],
        "scopes": ["read"],
    }


def test_a_token_is_made_used_listed_and_revoked() -> None:
    owner = Caller(UserFactory())
    made = owner.post("/tokens/", WISH)
    assert made.status_code == 201
    told = made.json()
    assert told["secret"].startswith(told["prefix"])
    assert told["scopes"] == ["read", "play"]
    life = parse_datetime(told["expires_at"]) - timezone.now()
    assert timedelta(days=89) < life <= timedelta(days=90)

    secret = told.pop("secret")
    listed = {row["id"]: row for row in owner.get("/tokens/").json()}
    assert listed[told["id"]] == told
    assert secret not in owner.get("/tokens/").content.decode()
    use = {"Authorization": f"Bearer {secret}"}
    assert browser().get("/api/v1/me/", headers=use).json()["scopes"] == ["play", "read"]

    assert owner.delete(f"/tokens/{told['id']}/").status_code == 204
    assert code_of(browser().get("/api/v1/me/", headers=use)) == "bad_token"
    assert code_of(owner.delete(f"/tokens/{told['id']}/")) == "no_such_token"


def test_nobody_sees_or_ends_anothers_token() -> None:
    owner, other = Caller(UserFactory()), Caller(UserFactory())
    made = owner.post("/tokens/", WISH).json()
    assert made["id"] not in {row["id"] for row in other.get("/tokens/").json()}
    assert code_of(other.delete(f"/tokens/{made['id']}/")) == "no_such_token"
    assert code_of(other.delete(f"/tokens/{10**30}/")) == "no_such_token"


def test_a_token_hands_on_no_scope_it_has_not() -> None:
    user = UserFactory()
    weak = Caller(user, "account", "read")
    assert code_of(weak.post("/tokens/", WISH)) == "bad_scope"
    assert weak.post("/tokens/", {**WISH, "scopes": ["read"]}).status_code == 201
    assert browser(user).post("/api/v1/tokens/", WISH, content_type="application/json").status_code == 201


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": "x" * 61},
        {"name": 5},
        {"scopes": []},
        {"scopes": "read"},
        {"scopes": ["admin"]},
        {"scopes": [["read"]]},
        {"days": 0},
        {"days": 367},
        {"days": "30"},
        {"user": 1},
    ],
)
def test_a_wish_of_the_wrong_shape_is_refused(change: dict) -> None:
    caller = Caller(UserFactory())
    response = caller.post("/tokens/", {**WISH, **change})
    assert (response.status_code, code_of(response)) == (400, "bad_format")
    assert Token.objects.filter(user=caller.user).count() == 1


def test_there_is_a_most_of_tokens(settings) -> None:
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "tokens": "100/minute"}
    caller = Caller(UserFactory())
    codes = [caller.post("/tokens/", WISH).status_code for _ in range(MOST_TOKENS)]
    assert codes == [201] * (MOST_TOKENS - 1) + [409]
