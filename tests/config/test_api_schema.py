"""Schema: what OpenAPI says of REST is complete, is what the running site does, and can be read and tried on a page."""

import json
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from django.core.management import call_command
from hypothesis import HealthCheck, Phase
from redis import Redis
from schemathesis import APIOperation, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.specs.openapi.schemas import OpenApiSchema

from config import api_urls
from config.api import schema
from tests.accounts.factories import UserFactory, token_of
from tests.games.api.callers import browser
from tests.games.factories import match_with, open_table
from tests.live_site import LiveSite

VERBS = ("get", "post", "put", "patch", "delete")  # first what changes nothing, last what may leave nothing
UNDESCRIBED = {"schema", "docs", "nowhere"}  # the description itself, its page, and what is not there
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# A kind of each operation: what is right by the description, and what is wrong. Many more in `make soak`.
EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "5"))


def operations() -> list[tuple[str, str]]:
    return [(verb, path) for path, verbs in schema()["paths"].items() for verb in verbs]


def test_the_description_is_valid_and_made_without_a_warning(tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(file))
    assert file.read_text(encoding="utf-8").startswith("openapi: 3.1")


def test_every_verb_of_every_view_is_described() -> None:
    described = {(verb, path) for verb, path in operations()}
    answered = set()
    for pattern in api_urls.urlpatterns:
        if pattern.name in UNDESCRIBED:
            continue
        path = "/api/v1/" + "".join(
            "{" + part.split(":")[1] if ":" in part else part for part in str(pattern.pattern).split("<")
        ).replace(">", "}")
        answered |= {(verb, path) for verb in VERBS if hasattr(pattern.callback.cls, verb)}
    assert described == answered


def test_every_operation_says_how_it_is_refused_and_every_write_takes_a_key() -> None:
    for verb, path in operations():
        operation = schema()["paths"][path][verb]
        assert {"400", "401", "403", "406", "429", "503"} <= operation["responses"].keys()
        assert operation["description"], (verb, path)
        names = {parameter["name"] for parameter in operation.get("parameters", [])}
        assert ("Idempotency-Key" in names) == (verb != "get")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/vnd.oai.openapi+json"),
        ("application/json", "application/json"),
        ("application/vnd.oai.openapi", "application/vnd.oai.openapi"),
    ],
)
def test_the_description_is_served_in_the_form_that_is_wanted(accept: str, media_type: str) -> None:
    response = browser().get("/api/v1/schema/", headers={"Accept": accept})
    assert response["Content-Type"].startswith(media_type)
    if "json" in media_type:
        assert json.loads(response.content)["paths"].keys() == schema()["paths"].keys()


# --- the running site keeps to it --------------------------------------------------------------
class World:
    """Somebody with a token, in the middle of a match, and with a table to fill."""

    def __init__(self) -> None:
        user = UserFactory()
        match = match_with([user, None, None, None])
        table = open_table(user)
        self.headers = {"Authorization": f"Bearer {token_of(user)}"}
        self.values = {
            "code": table.code,
            "match_id": str(match.pk),
            "number": 0,
            "request_id": 1,
            "token_id": 0,
            "name": user.username,
            "preset": "biska",
        }


@pytest.fixture
def session() -> Iterator[requests.Session]:
    with requests.Session() as own:
        yield own


@cache
def described() -> OpenApiSchema:
    """The description as cases are drawn from it."""
    return schemathesis.openapi.from_dict(schema())


@pytest.mark.parametrize("path", schema()["paths"])
def test_the_site_does_what_it_describes(
    live_site: LiveSite, valkey: Redis, session: requests.Session, path: str
) -> None:
    world = World()
    for verb in (verb for verb in VERBS if verb in schema()["paths"][path]):

        def call(case: Any) -> requests.Response:
            valkey.flushall()  # no allowance has been used
            return case.call(base_url=live_site.url, session=session, headers=world.headers, timeout=20)

        try_out(described()[path][verb.upper()], world, call)


def try_out(operation: APIOperation, world: World, call: Callable[[Any], requests.Response]) -> None:
    """Call *operation* as its description says, and otherwise, and see that the answers are described."""
    bounded = hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )

    @bounded
    @hypothesis.given(case=operation.as_strategy(generation_mode=GenerationMode.POSITIVE))
    def right(case: Any) -> None:
        names = {name: world.values[name] for name in case.path_parameters or {} if name in world.values}
        case.path_parameters = {**(case.path_parameters or {}), **names}
        case.validate_response(call(case), checks=CHECKS)

    @bounded
    @hypothesis.given(case=operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
    def wrong(case: Any) -> None:
        case.validate_response(call(case), checks=[*CHECKS, negative_data_rejection])

    right()
    if (
        operation.body or operation.query
    ):  # of an address alone there is nothing to get wrong that is not another address
        wrong()


@pytest.mark.browser
def test_the_page_shows_and_tries_the_api_under_the_strict_policy(new_page, live_site: LiveSite) -> None:
    user = UserFactory()
    page = new_page(user=user)
    answer = page.goto("/api/v1/docs/")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]
    page.locator("#operations-tag-me").click()
    page.locator("#operations-me-me_retrieve .opblock-summary-control").click()
    block = page.locator("#operations-me-me_retrieve")
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    block.locator(".live-responses-table").get_by_text(user.username).first.wait_for()

    page.locator("#operations-tag-tables").click()
    page.locator("#operations-tables-tables_create .opblock-summary-control").click()
    block = page.locator("#operations-tables-tables_create")
    block.get_by_role("button", name="Try it out").click()
    block.locator("textarea").first.fill('{"preset": "club"}')
    block.get_by_role("button", name="Execute").click()
    block.locator(".live-responses-table").get_by_text("201").first.wait_for()  # the page sends the CSRF token
    page.locator(".models-control").click()
    page.get_by_role("button", name="Authorize").first.click()
