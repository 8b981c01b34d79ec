"""Chromium: real pages in a real browser; what a page complains of fails the test.

Tests marked `browser` ask for `page` (nobody logged in) or `new_page` (one browser window per person). Without Chromium
they are left out and the run says so at its end; on a CI machine their absence is an error.
"""

import asyncio
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.live_site import LiveSite
from tests.private_servers import CHECKOUT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

# First those without a window of their own: the same engine for a quarter less of the processor.
NAMES = ("chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome")
DOWNLOADS = ("chromium_headless_shell-*/*/*headless*shell", "chromium-*/chrome-linux*/chrome")
HOW_TO_GET_IT = (
    "apt install chromium-headless-shell (Debian) or chromium, "
    "or .venv/bin/playwright install --only-shell chromium, or set CHROMIUM=path"
)
SCREENS = CHECKOUT / "build" / "screens"
LEFT_OUT = pytest.StashKey[int]()

LANGUAGE_KINDS = ("cat.forms", "cat.language", "cat.name-role-value", "cat.tables", "cat.text-alternatives")
"""axe's rules on names, labels and languages: what a translation can break. Contrast and structure it cannot."""

WITH_AXE = (CHECKOUT / "tests" / "contrast.js").read_text(encoding="utf-8")
SOUND_CONTRASTS: set[int] = set()
"""The ways in which a text stands out from its ground that axe has passed in this process."""

REPORT_VIOLATIONS = """addEventListener('securitypolicyviolation', event =>
  console.error('CSP: ' + event.violatedDirective + ' refuses ' + (event.blockedURI || event.sourceFile)))"""


def find_chromium() -> str | None:
    """Return the browser's path: CHROMIUM, one on PATH, or one playwright downloaded."""
    if given := os.environ.get("CHROMIUM"):
        return given
    kept = Path.home() / ".cache" / "ms-playwright"
    downloads = [str(file) for pattern in DOWNLOADS for file in sorted(kept.glob(pattern), reverse=True)]
    return next(filter(None, (*map(shutil.which, NAMES), *downloads)), None)


# --- without a browser -------------------------------------------------------------------------
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    wanting = [item for item in items if item.get_closest_marker("browser")]
    if not wanting or find_chromium():
        return
    if os.environ.get("CI"):
        raise pytest.UsageError(f"Chromium is missing, and {len(wanting)} tests need it. {HOW_TO_GET_IT}")
    items[:] = [item for item in items if item not in wanting]
    config.hook.pytest_deselected(items=wanting)
    config.stash[LEFT_OUT] = len(wanting)
    if hasattr(config, "workeroutput"):
        config.workeroutput["browser_tests_left_out"] = len(wanting)


class Controller:
    """Hears from the workers of a spread run how many tests they left out."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_testnodedown(self, node) -> None:
        if left_out := getattr(node, "workeroutput", {}).get("browser_tests_left_out"):
            self._config.stash[LEFT_OUT] = left_out


def pytest_configure(config: pytest.Config) -> None:
    if getattr(config.option, "numprocesses", None):
        config.pluginmanager.register(Controller(config))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(
            f"NOT RUN: {left_out} browser tests, for want of Chromium. To run them: {HOW_TO_GET_IT}",
            red=True,
            bold=True,
        )


# --- with one ----------------------------------------------------------------------------------
class Chromium:
    """A running browser, its windows, and the event loop Playwright needs in this thread while a test uses it."""

    def __init__(self, browser: "Browser") -> None:
        self.browser = browser
        self._kept: dict[str, list[BrowserContext]] = {}
        self._loop = asyncio.get_running_loop()
        self.rest()

    def wake(self) -> None:
        """Let this thread have the loop again: Playwright may be called."""
        asyncio._set_running_loop(self._loop)

    def rest(self) -> None:
        """Leave no loop behind, for tests that are asynchronous and for Django, which looks for one."""
        asyncio._set_running_loop(None)

    def open(self, **options) -> "BrowserContext":
        """Return a context with *options* in which nobody has been, or only what was fetched is left."""
        if kept := self._kept.get(repr(options)):
            return kept.pop()
        context = self.browser.new_context(**options)
        context.set_default_timeout(10_000)
        context.add_init_script(REPORT_VIOLATIONS)
        return context

    def put_away(self, context: "BrowserContext", **options) -> None:
        """Forget all that *context* knows but files of the site: a table's page need not fetch its hundred anew."""
        if not context.pages:
            context.close()
            return
        last, *others = context.pages
        for page in others:
            page.close()
        last.goto("about:blank")  # whatever it still stores on its way out goes, too
        line = context.new_cdp_session(last)
        line.send("Storage.clearDataForOrigin", {"origin": options["base_url"], "storageTypes": "all"})
        last.close()
        context.clear_cookies()
        context.set_offline(False)
        self._kept.setdefault(repr(options), []).append(context)

    def close_others(self) -> None:
        """Close the contexts that are in use."""
        kept = [context for contexts in self._kept.values() for context in contexts]
        for context in self.browser.contexts:
            if context not in kept:
                context.close()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """The browser of this test process, started once; tests ask for `browser`."""
    from playwright.sync_api import sync_playwright

    # The plainest way to paint: what stands in for a graphics card would cost a fifth of the processor time, and a
    # process of its own for painting as much again.
    plain = ["--disable-gpu", "--disable-gpu-rasterization", "--disable-software-rasterizer", "--in-process-gpu"]
    nobody_else = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # a request to anybody fails, and is seen
    switches = ["--no-sandbox", "--disable-dev-shm-usage", nobody_else, *plain]
    with sync_playwright() as playwright:
        running = Chromium(playwright.chromium.launch(executable_path=find_chromium(), args=switches))
        yield running
        running.wake()
        running.browser.close()


@pytest.fixture
def browser(chromium: Chromium, monkeypatch: pytest.MonkeyPatch) -> Iterator["Browser"]:
    """A headless browser without a window, in which nothing is left of the tests before."""
    from django.db import connections

    chromium.wake()
    # Playwright's loop runs in this thread between its calls; the test's own queries are as safe as ever.
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    try:
        yield chromium.browser
        chromium.close_others()
    finally:
        connections.close_all()  # beside a loop they are others than without one, and nobody else closes these
        chromium.rest()


@pytest.fixture
def allowed_faults() -> list[str]:
    """Patterns of complaints this test expects; it appends its own."""
    return []


@pytest.fixture
def faults() -> list[str]:
    """What the pages of this test have complained of so far."""
    return []


@pytest.fixture
def new_page(
    request: pytest.FixtureRequest,
    live_site: LiveSite,
    browser: "Browser",
    faults: list[str],
    allowed_faults: list[str],
) -> Iterator[Callable[..., "Page"]]:
    """Open a window of its own on the live site: `new_page(user=…, viewport=…, locale="it-IT", …)`."""
    chromium: Chromium = request.getfixturevalue("chromium")
    pages: list[Page] = []
    windows: list[tuple[BrowserContext, dict]] = []
    note = faults.append

    def see_failure(asked) -> None:
        if urlsplit(asked.url).netloc not in {"", urlsplit(live_site.url).netloc}:
            note(f"request to a third party: {asked.url}")

    def open_page(*, user=None, locale: str = "it-IT", viewport=None, **options) -> "Page":
        options |= {"base_url": live_site.url, "locale": locale}
        context = chromium.open(**options)
        windows.append((context, options))
        if user is not None:
            context.add_cookies([session_cookie(live_site, user)])
        page = context.new_page()
        if viewport:
            page.set_viewport_size(viewport)
        # An answer from 400 on is complained of here too; to be told of each request would cost as much as the request.
        page.on("console", lambda said: note(f"console: {said.text}") if said.type in {"error", "warning"} else None)
        page.on("pageerror", lambda error: note(f"uncaught: {error}"))
        page.on("requestfailed", see_failure)
        pages.append(page)
        return page

    yield open_page
    has_failed = getattr(request.node, "call_failed", False)
    if has_failed:
        SCREENS.mkdir(parents=True, exist_ok=True)
        name = re.sub(r"[^\w.-]", "_", request.node.name)
        for number, page in enumerate(pages):
            page.screenshot(path=SCREENS / f"{name}-{number}.png", full_page=True)
    unexpected = [fault for fault in faults if not any(re.search(pattern, fault) for pattern in allowed_faults)]
    if unexpected:
        pytest.fail("the page complained:\n" + "\n".join(unexpected))
    for context, options in [] if has_failed else windows:
        chromium.put_away(context, **options)


@pytest.fixture
def page(new_page: Callable[..., "Page"]) -> "Page":
    """One window, nobody logged in."""
    return new_page()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report = yield
    if report.when == "call":
        item.call_failed = report.failed
    return report


def session_cookie(live_site: LiveSite, user) -> dict[str, str]:
    """Log *user* in, as the log-in page would, and return the cookie."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    return {
        "name": settings.SESSION_COOKIE_NAME,
        "value": client.cookies[settings.SESSION_COOKIE_NAME].value,
        "url": live_site.url,
    }


def assert_axe_clean(page: "Page", *, kinds: tuple[str, ...] = (), leaving_out: tuple[str, ...] = ()) -> None:
    """Fail with every accessibility fault axe-core finds on *page* (WCAG 2.2 A and AA and its best practices).

    *kinds* are names or tags of the rules to run, by default all; `LANGUAGE_KINDS` where another language saw to the
    rest.
    """
    from axe_playwright_python.sync_playwright import Axe

    options = {"resultTypes": ["violations"], "elementRef": False, "preload": {"assets": ["media"]}}
    asked = {"options": options | ({"runOnly": list(kinds)} if kinds else {}), "known": list(SOUND_CONTRASTS)}
    found = page.evaluate(WITH_AXE, asked)
    if found is None:  # not loaded yet; the next pages of this window come with it
        page.evaluate(Axe().axe_script)
        page.add_init_script(Axe().axe_script)
        found = page.evaluate(WITH_AXE, asked)
    SOUND_CONTRASTS.update(found["passed"])
    faults = [
        f"{fault['id']}: {fault['help']}\n" + "\n".join(f"    {node['html'][:160]}" for node in fault["nodes"][:5])
        for fault in found["violations"]
        if fault["id"] not in leaving_out
    ]
    assert not faults, f"accessibility faults on {page.url}:\n" + "\n".join(faults)
