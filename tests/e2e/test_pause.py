"""Pause: proposed at one screen, agreed to at another, seen by both, and ended by either."""

import pytest
from playwright.sync_api import expect

from tests.chromium import assert_axe_clean
from tests.e2e.scene import DESKTOP, PHONE, four_at_a_table, sit_down, stack_deck
from tests.games.factories import act

pytestmark = pytest.mark.browser


def test_a_pause_is_proposed_agreed_to_and_ended(new_page, monkeypatch):
    stack_deck(monkeypatch)
    match, players = four_at_a_table()
    anna = new_page(user=players[0], locale="en-GB", viewport=DESKTOP)
    bruno = new_page(user=players[1], locale="en-GB", viewport=PHONE)
    for page in (anna, bruno):
        sit_down(page, match)
    anna.get_by_role("button", name="Propose a pause").click()
    expect(bruno.locator("#status")).to_contain_text(f"{players[0].username} proposes a pause.")
    for player in players[2:]:
        act(match, player, "agree_to_pause")
    bruno.get_by_role("button", name="Agree to the pause").click()
    for page in (anna, bruno):
        expect(page.locator("#note h2")).to_have_text("The match is paused")
        assert page.locator("#hand .is-legal").count() == 0
    bruno.wait_for_timeout(300)
    assert_axe_clean(bruno)
    bruno.get_by_role("button", name="Go on").click()
    expect(anna.locator("#note")).to_be_hidden()
    expect(anna.locator("#hand .card.is-legal").first).to_be_visible()
