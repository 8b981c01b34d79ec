"""Company in the browser: two strangers are found a table, and a guest becomes a member with two windows open."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.accounts.factories import PASSWORD
from tests.e2e.scene import DESKTOP
from tests.games.factories import people

pytestmark = pytest.mark.browser


def test_two_people_are_found_a_table(new_page):
    pages = [new_page(user=user, locale="en-GB", viewport=DESKTOP) for user in people(2)]
    for page in pages:
        page.goto("/tables/")
        page.locator("#find summary").click()
        page.locator("#id_preset").select_option("due")
        page.get_by_role("button", name="Find me a table").click()
        page.wait_for_load_state()
    for page in pages:  # who was there first goes to the table by itself
        expect(page.locator("#hand .card")).to_have_count(10)


def test_a_guest_signs_up_while_the_table_is_open_in_another_window(new_page):
    page = new_page(locale="en-GB", viewport=DESKTOP)
    page.goto("/")
    page.get_by_role("button", name="Play now as a guest").click()
    page.locator(".connection[data-state=online]").wait_for()
    guest = User.objects.get(kind=User.Kind.GUEST)
    other = page.context.new_page()
    other.goto(page.url)
    other.locator(".connection[data-state=online]").wait_for()
    page.get_by_role("link", name="Sign up").last.click()
    page.locator("#id_username").fill("Ada")
    page.locator("#id_email").fill("ada@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main button").click()
    page.locator(".connection[data-state=online]").wait_for()
    guest.refresh_from_db()
    assert (guest.username, guest.kind) == ("Ada", "human")
    # the other window's line belonged to the guest; its page comes back as the member's
    expect(other.locator("header .avatar")).to_have_text("A", timeout=8000)
    other.locator(".connection[data-state=online]").wait_for()
