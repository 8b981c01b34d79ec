"""The live site and the browser of the tests: that they serve what a test commits, and miss no fault of a page."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from django.contrib.auth import get_user_model
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tests.chromium import LANGUAGE_KINDS, assert_axe_clean
from tests.live_site import LiveSite

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_it_serves_what_the_test_commits(live_site: LiveSite) -> None:
    get_user_model().objects.create_user(username="nora", email="nora@example.com", password="nora's own")
    with urlopen(f"{live_site.url}/api/v1/players/nora/") as answer:
        assert json.load(answer)["name"] == "nora"


def test_live_sockets_reach_it(live_site: LiveSite) -> None:
    with connect(f"{live_site.ws_url}/ws/v1/tables/nosuch/") as line, pytest.raises(ConnectionClosed) as closed:
        line.recv()
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4004


def test_the_next_test_finds_it_empty_again(live_site: LiveSite) -> None:
    with urlopen(f"{live_site.url}/api/v1/players/") as answer:
        assert json.load(answer)["results"] == []


@pytest.mark.browser
def test_a_logged_in_page_is_shown_without_a_complaint(new_page: Callable[..., "Page"]) -> None:
    user = get_user_model().objects.create_user(username="nora", email="nora@example.com", password="nora's own")
    page = new_page(user=user)
    page.goto("/")
    assert page.get_by_text("nora").first.is_visible()
    assert_axe_clean(page)


@pytest.mark.browser
@pytest.mark.parametrize(
    ("deed", "fault"),
    [
        ("document.body.setAttribute('style', 'color: red')", "CSP: style-src-attr"),
        ("console.error('badly wrong')", "console: badly wrong"),
        ("setTimeout(() => { throw new Error('thrown') })", "uncaught: thrown"),
        ("fetch('https://elsewhere.example/x').catch(() => 0)", "CSP: connect-src"),
        ("fetch('/no/such/page')", "404"),
        ("location.assign('/no/such/page')", "404"),
        ("location.assign('http://elsewhere.example/x')", "request to a third party: http://elsewhere.example/x"),
    ],
)
def test_no_fault_of_a_page_is_missed(
    page: "Page", faults: list[str], allowed_faults: list[str], deed: str, fault: str
) -> None:
    page.goto("/")
    assert faults == []
    allowed_faults.append("")  # this test wants them
    page.evaluate(f"() => {{ {deed} }}")
    page.wait_for_timeout(300)
    assert any(fault in said for said in faults), faults


@pytest.mark.browser
def test_faults_of_accessibility_are_named(page: "Page") -> None:
    page.goto("/")
    page.evaluate("() => document.body.append(document.createElement('img'))")
    for kinds in ((), LANGUAGE_KINDS):
        with pytest.raises(AssertionError, match="image-alt"):
            assert_axe_clean(page, kinds=kinds)
    page.goto("/")
    assert_axe_clean(page)
    page.evaluate("() => document.documentElement.setAttribute('lang', 'xx-nonsense')")
    page.evaluate("() => document.querySelector('main a').setAttribute('aria-label', ' ')")
    page.evaluate("() => document.querySelector('main a').replaceChildren()")
    with pytest.raises(AssertionError, match=r"(?s)html-lang-valid.*link-name|link-name.*html-lang-valid"):
        assert_axe_clean(page, kinds=LANGUAGE_KINDS)
