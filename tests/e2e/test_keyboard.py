"""Keyboard and speech: a whole hand without a mouse, everything said once, nothing taken from under one's fingers."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.scene import DESKTOP, four_at_a_table, go_on_until, hear_all, heard, sit_down, stack_deck
from tests.games.factories import act, now_of

pytestmark = pytest.mark.browser
RANKS = "ace|two|three|four|five|six|seven|jack|knight|king"
PLAY = re.compile(rf"^(You|player\d+): ({RANKS}) of (coins|cups|swords|batons)")
TRICK = re.compile(r"^(player\d+ takes the trick|The trick is yours): ")


@pytest.fixture
def table(new_page, monkeypatch):
    stack_deck(monkeypatch)
    match, players = four_at_a_table()
    page = new_page(user=players[0], viewport=DESKTOP, locale="en-GB")
    sit_down(page, match)
    return page, match, players


def focused(page) -> str | None:
    return page.evaluate("document.activeElement?.dataset.card ?? document.activeElement?.textContent")


def test_a_whole_hand_by_keyboard(table):
    page, match, players = table
    hear_all(page)
    page.keyboard.press("d")
    page.keyboard.press("Enter")
    expect(page.locator(".announcement")).to_contain_text("napoletana of coins +3")
    for number in range(9):
        go_on_until(match, players, 0)
        expect(page.locator("#status")).to_have_attribute("data-tone", "turn")
        page.keyboard.press("h")
        assert "is-legal" in page.evaluate("document.activeElement.className"), number
        page.keyboard.press("Enter")
        expect(page.locator("#hand .card")).to_have_count(9 - number)
    go_on_until(match, players, None)
    page.locator("#note h2").wait_for()
    said = heard(page)
    plays = [sentence for sentence in said if PLAY.match(sentence)]
    assert len(plays) == len(set(plays)) == 40
    assert len([sentence for sentence in said if TRICK.match(sentence)]) == 10
    assert said.count("You declare napoletana of coins: 3 points") == 1
    assert [sentence for sentence in said if sentence.startswith("Hand 1: Us ")]
    total = now_of(match).game.totals
    page.keyboard.press("s")
    assert heard(page)[-1] == f"Score: Us {total[0]}, Them {total[1]}."


def test_arrows_walk_along_the_hand_and_names_say_what_may_be_played(table):
    page, match, players = table
    act(match, players[0], "play", card="4d")
    go_on_until(match, players, 3)
    act(match, players[3], "play", card="Cd")
    go_on_until(match, players, 0)
    expect(page.locator("#hand .card")).to_have_count(9)
    expect(page.locator("#status")).to_have_attribute("data-tone", "turn")
    page.keyboard.press("h")
    page.keyboard.press("End")
    assert focused(page) == "4b"
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "5b"
    names = [card.get_attribute("aria-label") for card in page.locator("#hand .card").all()]
    assert len(names) == 9
    assert all(name.endswith((", playable", ", not playable")) for name in names)
    first = page.get_by_role("button", name=re.compile("^three of coins"))
    expect(first).to_have_count(1)


def test_events_of_others_move_neither_focus_nor_choice(table):
    page, match, players = table
    act(match, players[0], "play", card="4d")
    expect(page.locator("#hand .card")).to_have_count(9)
    page.locator("#hand .card[data-card='3c']").focus()
    page.keyboard.press("Enter")  # not my turn: it is only chosen
    chosen = page.locator("#hand .card.is-selected")
    expect(chosen).to_have_attribute("data-card", "3c")
    go_on_until(match, players, 3)
    expect(page.locator("#trick .trick-card")).to_have_count(3)
    assert focused(page) == "3c"
    expect(chosen).to_have_attribute("data-card", "3c")
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    assert focused(page) == "3c"


def test_a_card_out_of_suit_is_refused_in_words_and_stays(table):
    page, match, players = table
    act(match, players[0], "play", card="3d")
    go_on_until(match, players, 0)  # the trick is mine again
    act(match, players[0], "play", card="4b")
    go_on_until(match, players, 0)
    led = now_of(match).view["trick"]["plays"][0]["card"][1]
    assert {card[1] for card in now_of(match).yours(0)["hand"]} > {led}
    expect(page.locator("#hand .card")).to_have_count(8)  # both tricks have come to the page
    expect(page.locator("#status")).to_contain_text("Your turn: follow")
    hear_all(page)
    page.locator("#hand .card.is-illegal").first.click(force=True)
    expect(page.locator("#status")).to_have_attribute("data-tone", "error")
    expect(page.locator("#hand .card")).to_have_count(8)  # and none has left the hand
    assert [said for said in heard(page) if said.startswith("Your turn")] == ["Your turn: follow coins."]


def test_the_last_trick_and_the_keys_are_called_back(table):
    page, match, players = table
    act(match, players[0], "play", card="3d", signal="busso")
    go_on_until(match, players, 0)
    expect(page.locator("#last-trick .mini-card")).to_have_count(4)
    hear_all(page)
    page.keyboard.press("l")
    expect(page.locator("#recall")).to_be_visible()
    assert heard(page)[0].startswith("Last trick: You: three of coins, busso")
    page.keyboard.press("Escape")
    expect(page.locator("#recall")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
