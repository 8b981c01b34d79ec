"""Official table: its people arrive by opening it, a director stops it, and another person plays a hand on."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from games.services import directing, official_tables
from tests.chromium import assert_axe_clean
from tests.e2e.scene import DESKTOP, PHONE, address, stack_deck
from tests.games.factories import match_of, people, person, run_clock
from tests.games.official import ORIGIN, arrive, official_table

pytestmark = pytest.mark.browser


def test_a_match_of_a_tournament_from_arrival_to_substitution(new_page, monkeypatch):
    stack_deck(monkeypatch)
    players, newcomer = people(4), person()
    now = timezone.now()
    table = official_table(players, now)
    anna = new_page(user=players[0], locale="en-GB", viewport=PHONE)
    anna.goto("/")
    anna.goto(f"/tables/{table.code}/")
    expect(anna.locator("#note h2")).to_contain_text(f"Waiting for {players[1].username}")
    expect(anna.locator("#note")).to_contain_text(f"Here: {players[0].username}")
    expect(anna.locator("#facts .origin")).to_have_text(ORIGIN)
    expect(anna.locator("#invite-link")).to_have_count(0)
    assert_axe_clean(anna)
    for player in players[1:3]:
        arrive(table, player, now)
    expect(anna.locator("#note h2")).to_have_text(f"Waiting for {players[3].username}.")
    arrive(table, players[3], now)
    match = match_of(table)
    run_clock(match)
    expect(anna.locator("#hand .card")).to_have_count(10)
    expect(anna.locator("#leave")).to_be_hidden()
    directing.pause_table(table_id=table.pk, now=timezone.now())
    expect(anna.locator("#note h2")).to_have_text("The director has stopped the match")
    expect(anna.locator("#resign")).to_be_hidden()
    other = new_page(user=newcomer, locale="en-GB", viewport=DESKTOP)
    other.goto(address(match))
    expect(other.locator("#note h2")).to_have_text("The director has stopped the match")
    directing.substitute(table_id=table.pk, out_id=players[0].pk, in_id=newcomer.pk, now=timezone.now())
    expect(other.locator("#hand .card")).to_have_count(10)
    expect(anna.locator("#hand .card")).to_have_count(0)
    directing.resume_table(table_id=table.pk, now=timezone.now())
    expect(other.locator("#note")).to_be_hidden()
    directing.stop_match(match_id=match.pk, winners=[0], totals=[21, 4], now=timezone.now())
    expect(other.locator("#note h2")).to_have_text("You have won the match.")
    expect(other.locator("#note")).to_contain_text("Decided by the director.")
    official_tables.close_official_table(table_id=table.pk)
    other.reload()
    expect(other.locator("#note h2")).to_have_text("You have won the match.")
    expect(other.get_by_role("link", name="Back to the tournament")).to_be_visible()
