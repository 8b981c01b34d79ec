"""Live table: one press one card, two windows, a broken line, a trick that stays, backs that tell nothing."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Event
from tests.e2e.scene import (
    DESKTOP,
    PHONE,
    act_for,
    four_at_a_table,
    go_on_until,
    hear_all,
    heard,
    sit_down,
    stack_deck,
    wait_for,
)
from tests.games.factories import act, now_of

pytestmark = pytest.mark.browser
CODE = re.compile(r"(?<![A-Za-z0-9])[A234567FCR][dcsb](?![A-Za-z0-9])")


@pytest.fixture
def game(monkeypatch):
    stack_deck(monkeypatch)
    return four_at_a_table()


@pytest.fixture
def open_seat(new_page, game):
    def open_seat(seat=0, **facts):
        page = new_page(user=game[1][seat], locale="en-GB", **({"viewport": DESKTOP} | facts))
        sit_down(page, game[0])
        return page

    return open_seat


def cards_played(match) -> int:
    return Event.objects.filter(match=match, kind="played").count()


def test_a_double_click_plays_one_card(open_seat, game):
    match, players = game
    page = open_seat()
    page.locator("#hand .card[data-card='3d']").dblclick()
    expect(page.locator("#hand .card")).to_have_count(9)
    go_on_until(match, players, 0)  # on turn again at once, with another card under the pointer
    box = page.locator("#hand .card.is-legal").first.bounding_box()
    page.mouse.dblclick(box["x"] + 9, box["y"] + 30)
    expect(page.locator("#hand .card")).to_have_count(8)
    page.wait_for_timeout(500)
    assert cards_played(match) == 5


def test_on_a_touch_screen_the_first_tap_only_chooses(open_seat, game):
    match, _ = game
    page = open_seat(viewport=PHONE, has_touch=True)
    card = page.locator("#hand .card[data-card='2d']")
    card.tap()
    expect(card).to_have_class(re.compile("is-selected"))
    assert cards_played(match) == 0
    page.locator("#hand .card[data-card='3d']").tap()  # another one: the choice moves
    expect(card).not_to_have_class(re.compile("is-selected"))
    page.locator("#hand .card[data-card='3d']").tap()
    expect(page.locator("#trick .trick-card")).to_have_count(1)
    assert [event.public["card"] for event in Event.objects.filter(match=match, kind="played")] == ["3d"]


def test_a_signal_goes_with_its_card(open_seat, game):
    match, _ = game
    page = open_seat()
    chips = page.locator(".chip[data-kind=signal]")
    expect(chips).to_have_text(["busso", "striscio", "volo"])
    page.get_by_role("button", name="volo", exact=True).click()
    expect(page.locator("#hand .card.is-legal")).to_have_count(1)  # only the jack of swords is the last of its suit
    page.locator("#hand .card[data-card='Fs']").click()
    expect(page.locator("#trick .signal-word")).to_have_text("volo")
    expect(chips).to_have_count(0)
    assert Event.objects.get(match=match, kind="played").public == {"card": "Fs", "signal": "volo"}


def test_two_windows_and_a_reload_show_the_same(open_seat, game):
    match, players = game
    first, second = open_seat(), open_seat()
    first.locator("#hand .card[data-card='3d']").click()
    for page in (first, second):
        expect(page.locator("#hand .card")).to_have_count(9)
        expect(page.locator("#trick .trick-card")).to_have_count(1)
    act_for(match, players, 1)
    second.reload()
    for page in (first, second):
        expect(page.locator("#trick .trick-card")).to_have_count(2)
        expect(page.locator("#hand .card")).to_have_count(9)


KEEP_SOCKETS = """
  window.sockets = [];
  window.WebSocket = class extends WebSocket {
    constructor(...all) { super(...all); window.sockets.push(this); }
  };"""


def test_a_broken_line_comes_back_and_nothing_is_lost(new_page, game):
    match, players = game
    page = new_page(user=players[0], viewport=DESKTOP, locale="en-GB")
    page.add_init_script(KEEP_SOCKETS)
    sit_down(page, match)
    hear_all(page)
    page.evaluate("sockets.at(-1).close(3000)")
    act(match, players[0], "play", card="3d")
    go_on_until(match, players, 0)
    expect(page.locator("#status")).to_have_attribute("data-tone", "turn")
    expect(page.locator("#last-trick .mini-card")).to_have_count(4)
    expect(page.locator(".connection")).to_have_attribute("data-state", "online")
    assert len(page.evaluate("sockets.map(socket => socket.url)")) == 2
    assert "since=" in page.evaluate("sockets.at(-1).url")
    assert len([sentence for sentence in heard(page) if " of " in sentence]) == 4  # told one by one, none twice


def test_a_command_sent_into_a_broken_line_is_done_once(new_page, game):
    match, players = game
    page = new_page(user=players[0], viewport=DESKTOP, locale="en-GB")
    page.add_init_script(KEEP_SOCKETS)
    sit_down(page, match)
    page.evaluate("""() => {
      const socket = sockets.at(-1);
      socket.send = text => { WebSocket.prototype.send.call(socket, text); socket.close(3000); };
    }""")  # the card goes out, its acknowledgement never comes in
    page.locator("#hand .card[data-card='3d']").click()
    expect(page.locator("#hand .card")).to_have_count(9)
    expect(page.locator("#hand")).not_to_have_attribute("aria-busy", "true")
    assert cards_played(match) == 1
    assert len(page.evaluate("sockets.map(socket => socket.url)")) == 2


def test_a_full_trick_stays_a_second_and_holds_up_nobody(open_seat, game):
    match, players = game
    page = open_seat()
    page.evaluate(
        """() => {
          const trick = document.getElementById("trick");
          window.times = {};
          new MutationObserver(() => {
            const cards = trick.children.length;
            if (cards === 4 && !window.times.full) window.times.full = performance.now();
            if (cards < 4 && window.times.full && !window.times.gone) window.times.gone = performance.now();
          }).observe(trick, { childList: true });
          const status = document.getElementById("status");
          new MutationObserver(() => {
            if (status.dataset.tone === "turn") window.times.turn ??= performance.now();
          }).observe(status, { attributes: true, attributeFilter: ["data-tone"] });
        }"""
    )
    act(match, players[0], "play", card="3d")
    go_on_until(match, players, 0)  # the whole trick at once; it is mine to lead again
    wait_for(page, "window.times.gone")
    times = page.evaluate("window.times")
    assert times["gone"] - times["full"] >= 1000
    assert times["turn"] < times["gone"]
    go_on_until(match, players, 0)
    page.locator("#hand .card.is-legal").first.click()
    expect(page.locator("#trick .trick-card")).to_have_count(1)


def test_the_page_never_holds_a_card_that_lies_face_down(open_seat, game):
    match, players = game
    page = open_seat(0)
    for _ in range(6):
        go_on_until(match, players, 0)
        position = now_of(match)
        expect(page.locator("#hand .card")).to_have_count(len(position.yours(0)["hand"]))
        html = page.content()
        seen = set(CODE.findall(html))
        hidden = {card for seat in (1, 2, 3) for card in position.yours(seat)["hand"]}
        assert not seen & hidden, "a hidden card is named in the page"
        act_for(match, players, 0)
    backs = page.evaluate("[...document.querySelectorAll('.seat-cards img')].map(image => image.src)")
    assert len({*backs}) == 1


def test_the_back_that_goes_is_always_the_last(open_seat, game):
    match, players = game
    page = open_seat()
    page.evaluate(
        """() => {
          window.gone = [];
          for (const node of document.querySelectorAll(".seat-cards"))
            new MutationObserver(changes => {
              for (const change of changes)
                for (const image of change.removedNodes)
                  if (image.dataset.key.startsWith("back"))
                    window.gone.push([Number(image.dataset.key.slice(4)), node.querySelectorAll("img").length]);
            }).observe(node, { childList: true });
        }"""
    )
    for _ in range(4):
        go_on_until(match, players, 0)
        act_for(match, players, 0)
    go_on_until(match, players, 0)
    wait_for(page, "window.gone.length >= 12")
    assert all(slot == left for slot, left in page.evaluate("window.gone"))


def test_the_turn_calls_by_title(open_seat, game):
    match, players = game
    page = open_seat(1)
    assert not page.title().startswith("●")
    act(match, players[0], "play", card="3d")
    expect(page).to_have_title(re.compile("^● Your turn"))
    expect(page.locator(".seat[data-turn=me]")).to_have_count(1)
    act_for(match, players, 1)
    expect(page).not_to_have_title(re.compile("^●"))


def test_the_partner_is_asked_before_a_match_is_given_up(open_seat, game):
    match, players = game
    page, partner = open_seat(0), open_seat(2)
    go_on_until(match, players, 0)
    act(match, players[0], "play", card="3d")
    go_on_until(match, players, 0)
    expect(page.locator("#resign")).to_have_text("Resign")  # the trick is complete
    page.locator("#resign").click()
    expect(page.locator("#ask")).to_contain_text("Your partner must agree")
    page.locator("#ask [value=yes]").click()
    expect(partner.locator("#status")).to_contain_text("proposes to resign")
    expect(page.locator("#resign")).to_be_hidden()
    partner.locator("#resign").click()
    partner.locator("#ask [value=yes]").click()
    expect(page.locator("#note h2")).to_contain_text("have won the match")
    expect(page.locator("#note .button", has_text="Rematch")).to_be_visible()


def test_settings_are_kept_on_this_device(open_seat, game):
    page = open_seat()
    page.locator("#option-deck").select_option("francesi-4")
    page.locator("[name=letters]").check()
    page.locator("[name=sound]").uncheck()
    expect(page.locator("#hand .card img").first).to_have_attribute("src", re.compile("francesi-4/"))
    expect(page.locator("#hand .card[data-card='3c']")).to_have_attribute("aria-label", re.compile("three of hearts"))
    page.reload()
    expect(page.locator("#hand .card img").first).to_have_attribute("src", re.compile("francesi-4/"))
    expect(page.locator("html")).to_have_attribute("data-letters", "on")
    expect(page.locator("#tool-sound")).to_have_attribute("aria-pressed", "false")
