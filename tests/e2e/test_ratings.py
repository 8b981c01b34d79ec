"""Ratings at the table: once a worker has counted the match, everybody sees what it did to whom."""

import pytest
from playwright.sync_api import expect

from games.services.ratings import rate_left
from tests.e2e.scene import PHONE, act_for, address, four_at_a_table
from tests.games.factories import act, now_of

pytestmark = pytest.mark.browser


def test_the_end_of_a_rated_match_tells_what_it_did_to_ratings(new_page):
    match, players = four_at_a_table(rated=True, visibility="public", move_seconds=60, bank_seconds=600)
    page = new_page(locale="en-GB", viewport=PHONE)
    page.goto(address(match))
    page.locator(".connection[data-state=online]").wait_for()
    for _ in range(4):
        act_for(match, players, now_of(match).turn)
    act(match, players[1], "resign")
    act(match, players[3], "resign")
    expect(page.locator("#note h2")).to_be_visible()
    expect(page.locator("#note table")).to_have_count(0)
    assert rate_left() == 1
    rows = page.locator("#note table tbody tr")
    expect(rows).to_have_count(4)
    won, lost = "1520 (+20)", "1480 (\N{MINUS SIGN}20)"
    told = [f"{players[seat].username}\t{after}" for seat, after in ((0, won), (2, won), (1, lost), (3, lost))]
    assert rows.all_inner_texts() == told
