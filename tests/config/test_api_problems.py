"""Problems: every refusal of REST is application/problem+json with a documented code, and tells no secret."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import OperationalError
from redis.exceptions import ConnectionError as ValkeyGone

import accounts.errors
import games.engine.errors
import games.errors
import games.protocol.commands
import tournaments.errors
import tournaments.formats.errors
from config.problems import FRAMEWORK_CODES
from config.refusals import MEANINGS
from games.api import players, tables
from tests.accounts.factories import UserFactory
from tests.games.api.callers import Caller, browser, code_of

pytestmark = pytest.mark.django_db
PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"
OURS = {"csrf_failed", "bad_cursor", "idempotency_mismatch", "internal_error", "busy"}  # raised by config itself


def subclasses(kind: type) -> Iterator[type]:
    for child in kind.__subclasses__():
        yield child
        yield from subclasses(child)


def test_the_documented_codes_are_those_of_the_code() -> None:
    section = PROTOCOL.read_text(encoding="utf-8").split("\n## 3. ")[1].split("\n## ")[0]
    documented = set(re.findall(r"`([a-z_ \n]+)`", section))
    documented = {code for group in documented for code in group.split()}
    raised = {
        kind.code
        for base in (accounts.errors.Refusal, games.engine.errors.Refusal, tournaments.formats.errors.Refusal)
        for kind in subclasses(base)
        if kind.code != "refused"
    }
    assert documented == set(MEANINGS)
    assert set(MEANINGS) == raised | {code for _, code in FRAMEWORK_CODES} | OURS


def test_every_refusal_class_has_a_code_of_its_own_module() -> None:
    for base in (accounts.errors.Refusal, games.engine.errors.Refusal, tournaments.formats.errors.Refusal):
        for kind in subclasses(base):
            assert kind.code in MEANINGS or kind in {games.errors.Refusal, tournaments.errors.Refusal}, kind


@pytest.mark.parametrize(
    ("verb", "path", "status", "code"),
    [
        ("get", "/nothing/", 404, "not_found"),
        ("post", "/nothing/", 404, "not_found"),
        ("get", "/tables/abc/def/", 404, "not_found"),
        ("get", "/tables/UPPER/", 404, "not_found"),
        ("get", "/matches/1/", 404, "not_found"),
        ("get", "/players/%00/", 404, "not_found"),
        ("get", "/tables/nosuchcode/", 404, "no_such_table"),
        ("get", "/matches/00000000-0000-7000-8000-000000000000/", 404, "no_such_match"),
        ("get", "/players/nobody-of-this-name/", 404, "no_such_player"),
        ("get", "/rulesets/poker/", 404, "not_found"),
        ("get", "/problems/nonsense/", 404, "not_found"),
        ("put", "/rulesets/", 405, "method_not_allowed"),
        ("delete", "/me/", 405, "method_not_allowed"),
        ("get", "/me/", 401, "not_logged_in"),
        ("post", "/tables/", 401, "not_logged_in"),
    ],
)
def test_refusals_of_addresses_and_verbs(verb: str, path: str, status: int, code: str) -> None:
    response = Caller().call(verb, path)
    assert (response.status_code, code_of(response)) == (status, code)
    if status == 405:
        assert "GET" in response["Allow"]
    if status == 401:
        assert response["WWW-Authenticate"] == "Bearer"


def test_an_address_beside_the_versions_is_a_problem_too() -> None:
    assert code_of(browser().get("/api/v2/tables/")) == "not_found"


@pytest.mark.parametrize("debug", [False, True])
def test_a_missing_slash_leads_on_with_verb_and_body(settings, debug: bool) -> None:
    settings.DEBUG = debug
    response = browser().post("/api/v1/tables?x=1", {}, content_type="application/json")
    assert response.status_code == 308
    assert response["Location"] == "/api/v1/tables/?x=1"
    assert code_of(browser().post("/api/v1//evil.example")) == "not_found"


@pytest.mark.parametrize(
    ("body", "content_type", "status", "code"),
    [
        ("{", "application/json", 400, "bad_json"),
        ('{"preset": "\\u0000"}', "application/json", 400, "bad_json"),
        ("[" * 9000, "application/json", 400, "bad_json"),
        ("[]", "application/json", 400, "bad_format"),
        ('"club"', "application/json", 400, "bad_format"),
        ('{"preset": 3}', "application/json", 400, "bad_format"),
        ('{"preset": "club", "rated": "yes"}', "application/json", 400, "bad_format"),
        ('{"preset": "club", "move_seconds": "30"}', "application/json", 400, "bad_format"),
        ('{"preset": "club", "opened_by": 1}', "application/json", 400, "bad_format"),
        ('{"preset": "club", "options": []}', "application/json", 400, "bad_format"),
        ('{"preset": "poker"}', "application/json", 422, "bad_rules"),
        ('{"preset": "club", "options": {"target": 0}}', "application/json", 422, "bad_option"),
        ('{"preset": "club", "options": {"joker": true}}', "application/json", 422, "bad_option"),
        ('{"preset": "club", "name": "' + "x" * 70_000 + '"}', "application/json", 413, "too_large"),
        ("preset=club", "application/x-www-form-urlencoded", 415, "unsupported_media_type"),
        ("preset: club", "application/yaml", 415, "unsupported_media_type"),
    ],
)
def test_refusals_of_bodies(body: str, content_type: str, status: int, code: str) -> None:
    caller = Caller(UserFactory())
    response = caller.client.post(
        "/api/v1/tables/", body, content_type=content_type, headers={"Authorization": f"Bearer {caller.secret}"}
    )
    assert (response.status_code, code_of(response)) == (status, code)


def test_a_wrong_field_is_named() -> None:
    problem = Caller(UserFactory()).post("/tables/", {"preset": "club", "ratd": True, "rated": 1}).json()
    assert problem["errors"] == {"ratd": ["There is no such field."]}


def test_what_cannot_be_given_in_an_accepted_form_says_so() -> None:
    response = Caller().get("/rulesets/", headers={"Accept": "text/html"})
    assert (response.status_code, code_of(response)) == (406, "not_acceptable")


def test_a_fault_of_ours_tells_nothing_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("the secret is hunter2")

    monkeypatch.setattr(players, "players", fail)
    response = Caller(raise_request_exception=False).get("/players/")
    assert (response.status_code, code_of(response)) == (500, "internal_error")
    assert "hunter2" not in response.content.decode()
    assert "Traceback" not in response.content.decode()


@pytest.mark.parametrize("outage", [OperationalError("no more connections"), ValkeyGone("refused")])
def test_a_server_out_of_reach_is_busy_for_now(monkeypatch: pytest.MonkeyPatch, outage: Exception) -> None:
    def fail() -> None:
        raise outage

    monkeypatch.setattr(tables, "lobby_tables", fail)
    response = Caller().get("/tables/")
    assert (response.status_code, code_of(response)) == (503, "busy")
    assert int(response["Retry-After"]) >= 1


def test_a_valkey_out_of_reach_is_busy_before_any_view_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    caller = Caller(UserFactory())

    def fail(*_: object) -> None:
        raise ValkeyGone("refused")

    monkeypatch.setattr("config.idempotency.cache.add", fail)
    response = caller.post("/tables/", {"preset": "club"}, key="6f1f8c1e-8f6c-4d64-9f0e-0a7d4ce6a0f4")
    assert (response.status_code, code_of(response)) == (503, "busy")


def test_a_host_that_is_not_ours_is_refused_as_a_problem() -> None:
    response = browser(headers={"Host": "evil.example"}).get("/api/v1/rulesets/")
    assert (response.status_code, code_of(response)) == (400, "bad_format")


def test_pages_keep_their_error_pages() -> None:
    response = browser().get("/nothing-here/")
    assert response.status_code == 404
    assert response["Content-Type"].startswith("text/html")


def test_the_codes_are_explained_where_a_problem_points() -> None:
    problem = Caller().get("/tables/nosuchcode/").json()
    explained = Caller().get(problem["type"]).json()
    assert explained == {"code": "no_such_table", "status": 404, "title": problem["title"]}
    assert explained in Caller().get("/problems/").json()


@pytest.mark.parametrize(
    "path", ["/tables/%00/", "/players/%00/", "/players/?name=%00", "/rules/%00/", "/players/%ED%A0%80/"]
)
def test_signs_no_database_can_store_harm_no_page(path: str) -> None:
    assert browser().get(path).status_code in {200, 404}
