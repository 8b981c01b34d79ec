"""Watching many tables at once, and TV: both go on by themselves."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.services import tv, watching
from games.services.tv import LOOK_EVERY
from tests.e2e.scene import DESKTOP, act_for, four_at_a_table, stack_deck
from tests.games.factories import match_with, person

pytestmark = pytest.mark.browser


def test_boards_and_tv_go_on_by_themselves(new_page, monkeypatch):
    stack_deck(monkeypatch)
    match, players = four_at_a_table(visibility="public", move_seconds=30, bank_seconds=180)
    bots = match_with([None] * 4)
    now = timezone.now()
    tv.tune(now)
    watch, screen, home = (new_page(locale="en-GB", viewport=DESKTOP) for _ in range(3))
    watch.goto("/watch/")
    screen.goto("/tv/")
    home.goto("/")
    board = watch.locator(f'[data-table="{match.table.code}"]')
    expect(watch.locator(".board")).to_have_count(2)
    expect(board.locator(".board-seat[data-turn]")).to_have_count(1)
    for page in (screen, home):
        expect(page.locator(f'[data-tv] [data-table="{match.table.code}"]')).to_have_count(1)
    assert board.locator(".board-card").count() == 0
    act_for(match, players, 0)
    act_for(match, players, 1)
    for shown in (board, screen.locator("[data-tv]"), home.locator("[data-tv]")):
        expect(shown.locator(".board-card")).to_have_count(2)
        expect(shown.locator(".board-card").first).to_have_attribute("alt", f"{players[0].username}: three of coins")
    watching.ban_from_match(match_id=match.pk, user_id=person().pk, reason="board 7")
    expect(board).to_have_count(0)
    expect(screen.locator(".tv-off")).to_be_visible()
    tv.tune(now + LOOK_EVERY + timedelta(seconds=1))
    expect(screen.locator(f'[data-table="{bots.table.code}"] h3 a')).to_have_attribute(
        "href", f"/tables/{bots.table.code}/"
    )
