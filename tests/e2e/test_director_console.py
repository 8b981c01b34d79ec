"""Director's console: somebody calls from their table, the console shows it without a reload, and the table is told."""

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from tests.e2e.scene import DESKTOP, PHONE
from tests.tournaments.evenings import begun, encounter, place_of, seat_all, start

pytestmark = pytest.mark.browser


def test_a_call_from_a_table_is_seen_and_taken(new_page):
    now = timezone.now()
    tournament = begun(4, now=now, round_minutes=45)
    start(tournament, now)
    seat_all(place_of(tournament, "S1.2").table_id, now)
    console = new_page(user=tournament.created_by, locale="en-GB", viewport=DESKTOP)
    console.goto(f"/tournaments/{tournament.code}/direct/")
    calls = console.locator('[data-live="calls"]')
    expect(calls).to_contain_text("Nobody calls.")
    expect(console.locator('[data-live="round"]')).to_contain_text("missing:")
    player = new_page(user=encounter(tournament, "S1.2").home.members.first().user, locale="en-GB", viewport=PHONE)
    player.goto(f"/tables/{place_of(tournament, 'S1.2').table.code}/")
    player.get_by_role("link", name="Call the director").click()
    player.get_by_label("What is it about?").select_option("conduct")
    player.get_by_label("In a few words").fill("Fa segni al compagno")
    player.get_by_role("button", name="Call").click()
    expect(player.locator(".message")).to_have_text("The director has been called to your table.")
    expect(calls).to_contain_text("Round 1, table 2")
    expect(calls).to_contain_text("Fa segni al compagno")
    calls.get_by_role("button", name="I'm coming").click()
    expect(calls).to_contain_text("You are on the way")
    expect(player.locator("#bell")).not_to_be_empty()
