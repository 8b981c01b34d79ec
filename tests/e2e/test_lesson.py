"""The lesson in a browser: by keyboard alone, each verdict has the focus and is read out, and every state is sound."""

import pytest
from playwright.sync_api import expect

from tests.chromium import assert_axe_clean
from tests.e2e.scene import PHONE
from tests.e2e.test_layout import assert_nothing_sideways

pytestmark = pytest.mark.browser


def sound(page) -> None:
    assert_axe_clean(page)
    assert_nothing_sideways(page)


def test_the_lesson_is_done_by_keyboard(new_page):
    page = new_page(locale="it-IT", viewport=PHONE)
    page.goto("/lesson/")
    sound(page)
    page.get_by_role("link", name="Comincia").press("Enter")
    page.get_by_role("button", name="re di coppe").or_(page.get_by_role("button", name="sette di denari")).first.press(
        "Enter"
    )
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Non proprio.")
    expect(verdict).to_be_focused()
    sound(page)
    page.get_by_role("button", name="due di denari").press("Enter")
    expect(verdict).to_contain_text("Giusto.")
    expect(verdict).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Rispondere al palo")
    for step in ("declare", "busso", "last", "hand"):
        page.goto(f"/lesson/{step}/")
        page.locator(".lesson-choices button").first.press("Enter")
        expect(page.locator("h1")).to_be_visible()
        sound(page)
