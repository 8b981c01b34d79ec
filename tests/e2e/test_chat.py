"""The chat on the table's page: literal, closed while a hand is played, usable by keyboard and on a phone."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from games.models import ChatLine, Report
from games.services import chat
from tests.chromium import assert_axe_clean
from tests.e2e.scene import PHONE, address, four_at_a_table, sit_down
from tests.e2e.test_layout import assert_nothing_sideways
from tests.games.factories import act, open_table, person, play_hand

pytestmark = pytest.mark.browser
HOSTILE = "<img src=x onerror=alert(1)> {{7*7}} ${x}"


def test_people_talk_before_a_match_and_markup_is_only_words(new_page):
    ada, bruno, table = person("Ada"), person("Bruno"), open_table()
    chat.write(table_id=table.pk, user_id=bruno.pk, command_id=uuid4(), text=HOSTILE)
    page = new_page(user=ada, locale="en-GB", viewport=PHONE)
    page.goto(f"/tables/{table.code}/")
    expect(page.locator(".chat-words")).to_have_text(HOSTILE)
    page.locator("#tool-chat").press("Enter")
    page.locator("#chat-words").fill("Buona sera")
    page.locator("#chat-words").press("Enter")
    page.get_by_role("button", name="Good luck!").press("Enter")
    expect(page.locator(".chat-words")).to_have_text([HOSTILE, "Buona sera", "Good luck!"])
    expect(page.locator("#chat-words")).to_have_value("")
    other = new_page(locale="hr-HR", viewport=PHONE)
    other.goto(f"/tables/{table.code}/")
    expect(other.locator(".chat-words").last).to_have_text("Sretno!")
    assert other.locator("#chat-form").is_hidden()
    for one in (page, other):
        assert_nothing_sideways(one)
        assert_axe_clean(one)
    page.get_by_role("button", name="Hide the chat").click()
    expect(page.locator("#chat-rule")).to_have_text("You have switched the chat off.")
    ada.refresh_from_db()
    assert not ada.wants_chat
    assert page.locator(".chat-line").count() == 0
    page.goto(f"/players/{bruno.username}/report/?line={ChatLine.objects.get(author=bruno).pk}")
    expect(page.locator(".quoted")).to_have_text(HOSTILE)
    page.get_by_label("Insults or threats").check()
    assert_axe_clean(page)
    page.get_by_role("button", name="Send the report").click()
    expect(page.locator("main h1")).to_contain_text("Bruno")
    assert Report.objects.get().quoted == HOSTILE


def test_the_chat_is_closed_to_players_while_a_hand_is_played(new_page):
    match, players = four_at_a_table(options={"target": 31})
    watcher = person()
    page = new_page(user=players[0], locale="en-GB", viewport=PHONE)
    sit_down(page, match)
    aside = new_page(user=watcher, locale="en-GB", viewport=PHONE)
    aside.goto(address(match))
    expect(page.locator("#chat-rule")).to_have_text("The chat opens again between hands.")
    expect(page.locator("#chat-lines")).to_have_attribute("aria-live", "off")
    expect(page.locator("#chat-greetings button").first).to_have_attribute("aria-disabled", "true")
    aside.locator("#chat-words").fill("Che mano!")
    aside.locator("#chat-words").press("Enter")
    expect(aside.locator(".chat-words")).to_have_text("Che mano!")
    play_hand(match)
    expect(page.locator("#chat-rule")).to_have_text("Everybody at the table reads it.")
    expect(page.locator("#chat-lines")).to_have_attribute("aria-live", "polite")
    chat.write(table_id=match.table_id, user_id=players[1].pk, command_id=uuid4(), text="Bella mano")
    expect(page.locator(".chat-words")).to_have_text("Bella mano")
    expect(page.get_by_role("link", name="Chat, 1 new line")).to_be_visible()
    for player in (players[0], players[2]):
        act(match, player, "ready")
    assert page.locator(".chat-line").count() == 1
