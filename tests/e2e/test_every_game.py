"""Every game: what only some have, as the table shows it on the narrowest phone and takes it from the keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.engine.cards import parse_cards
from games.engine.deal import Deal
from games.models import Match
from tests.chromium import assert_axe_clean
from tests.e2e.scene import DESKTOP, HANDS, PHONE, sit_down
from tests.games.factories import act, choose_from, match_with, now_of, people, run_clock

pytestmark = pytest.mark.browser

# Seat 0 holds three threes, and wants that of bastoni; the monte is 4d 4c 4s 4b.
TERZIGLIO = (
    "3d 2d Ad 3c 2c Ac 3s 2s Rd Rc Cd Cc",
    "3b 2b As 5d 6d 7d 5c 6c 7c Rs Cs Fs",
    "Ab Rb Cb Fb Fd Fc 5s 6s 7s 5b 6b 7b",
)
POOR = (  # seat 0 was dealt two thirds
    "4d 5d 6d 7d 4c 5c 6c 7c Fd Fc",
    "3d 2d Ad Rd Cd 3c 2c Ac Rc Cc",
    "3s 2s As Rs Cs Fs 4s 5s 6s 7s",
    "3b 2b Ab Rb Cb Fb 4b 5b 6b 7b",
)


def seat_down(new_page, preset: str, count: int, *, seat: int = 0, **facts):
    """A match of people without clocks, and the page of the one at *seat*."""
    players = people(count)
    match = match_with(players, preset, visibility="link", move_seconds=0, bank_seconds=0, **facts)
    match.people = players
    page = new_page(user=players[seat], locale="en-GB", viewport=PHONE)
    sit_down(page, match)
    return page, match


def let_others_act(match: Match, me: int | None = 0, *, until: Callable[[], bool] | None = None) -> None:
    """Let everybody but seat *me* do the first thing they may, until it is *me*'s turn or *until* is true."""
    for _ in range(60):
        match.refresh_from_db()
        position = now_of(match)
        if position.turn is None or (until and until()):
            return
        if match.act_kind == Match.Act.LAST_CARD:
            run_clock(match, 1)
            continue
        holder = position.holder_of(position.turn)
        if holder.seat == me:
            return
        user = next(player for player in match.people if player.pk == holder.user_id)
        do, fields = choose_from(position, position.yours(holder.seat)["may"], lambda options: options[0])
        act(match, user, do, **fields)


def deal(monkeypatch, hands: tuple[str, ...], *, dealer: int, rest: str = "") -> None:
    dealt = Deal(hands=tuple(map(parse_cards, hands)), rest=parse_cards(rest) if rest else ())
    monkeypatch.setattr("games.services.deals.deal_cards", lambda *_: dealt)
    dealt_by(monkeypatch, dealer)


def dealt_by(monkeypatch, dealer: int) -> None:
    monkeypatch.setattr("games.services.deals.secrets.randbelow", lambda _: dealer)


def press(page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def press_chip(page, text: str) -> None:
    """Press the chip that says *text* by the keyboard: D goes to the chips, Tab from one to the next."""
    expect(page.locator("#chips .chip", has_text=re.compile(f"^{text}"))).to_be_visible()
    press(page, "d")
    for _ in range(12):
        if page.evaluate("document.activeElement.textContent").startswith(text):
            press(page, "Enter")
            return
        press(page, "Tab")
    raise AssertionError(f"no chip says {text}")


def assert_fits(page) -> None:
    """Nothing stands sideways out of the phone, and axe finds nothing."""
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size)
        width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert width <= room
    assert_axe_clean(page)


def test_a_soloist_bids_calls_gives_and_lays_aside(new_page, monkeypatch):
    deal(monkeypatch, TERZIGLIO, dealer=2, rest="4d 4c 4s 4b")
    page, match = seat_down(new_page, "terziglio", 3)
    expect(page.locator("#chips .chip")).to_have_text(["pass", "chiamo", "solo", "solissimo", "dividete", "scegliete"])
    assert_fits(page)
    press_chip(page, "chiamo")
    expect(page.locator("#facts")).to_contain_text("You: chiamo")
    let_others_act(match)
    press_chip(page, "three of batons")
    expect(page.locator("#status")).to_contain_text("give")
    expect(page.locator("#hand .card")).to_have_count(13)
    assert "four of" not in page.locator("#facts").inner_text()
    page.locator("#hand [data-card=Cc]").focus()
    press(page, "Enter")
    expect(page.locator("#hand .card")).to_have_count(16)
    expect(page.locator("#facts")).to_contain_text("four of coins, four of cups")
    for card in ("4d", "4c", "4s", "4b"):
        page.locator(f"#hand [data-card='{card}']").focus()
        press(page, "Enter")
    assert_fits(page)
    press_chip(page, "Lay aside 4 of 4")
    expect(page.locator("#hand .card")).to_have_count(12)
    assert not set(now_of(match).yours(0)["hand"]) & {"4d", "4c", "4s", "4b", "Cc"}


def test_the_right_hand_opponent_says_how_many_it_takes(new_page, monkeypatch):
    deal(monkeypatch, TERZIGLIO, dealer=1, rest="4d 4c 4s 4b")
    page, match = seat_down(new_page, "terziglio", 3)
    act(match, match.people[2], "bid", bid="scegliete")
    press_chip(page, "pass")
    expect(page.locator("#facts")).to_contain_text("You: pass")
    let_others_act(match, until=lambda: "take" in now_of(match).yours(0)["may"])
    expect(page.locator("#chips .chip")).to_have_text([re.compile(f"take {count}") for count in range(5)])
    press_chip(page, "take 2")
    expect(page.locator("#hand .card")).to_have_count(14)
    press(page, "h", "Enter", "ArrowRight", "Enter")
    press_chip(page, "Lay aside 2 of 2")
    expect(page.locator("#hand .card")).to_have_count(12)


def test_seven_sit_round_the_cloth_and_the_partner_is_nobody_yet(new_page, monkeypatch):
    dealt_by(monkeypatch, 6)
    page, match = seat_down(new_page, "chiamare", 7, options={"players": 7})
    expect(page.locator(".seat")).to_have_count(7)
    press_chip(page, "chiamo")
    expect(page.locator("#facts")).to_contain_text("You: chiamo")
    let_others_act(match)
    page.locator("#chips .chip").first.wait_for()
    called = page.locator("#chips .chip").first.inner_text()
    press_chip(page, called)
    expect(page.locator("#facts")).to_contain_text(f"You: chiamo, {called}")
    let_others_act(match, until=lambda: now_of(match).game.hand.do == "play")
    assert "with" not in page.locator("#facts").inner_text()
    assert_fits(page)


def test_piles_show_their_tops_and_what_lies_beneath(new_page, monkeypatch):
    dealt_by(monkeypatch, 1)
    page, match = seat_down(new_page, "spizzichino", 2)
    expect(page.locator("#hand .card")).to_have_count(12)
    piles = now_of(match).view["piles"]
    for seat, place in ((0, "#hand .is-pile"), (1, ".seat--north .pile")):
        assert [node.get_attribute("data-covered") for node in page.locator(place).all()] == ["4", "4"]
        assert len(piles[seat]) == 2
    assert page.locator("#hand .is-pile").first.get_attribute("data-card") == piles[0][0]["top"]
    assert "4 cards beneath" in page.locator("#hand .is-pile").first.get_attribute("aria-label")
    assert page.locator(".seat--north .pile img").first.get_attribute("alt").endswith("4 cards beneath")
    assert_fits(page)
    boxes = [card.bounding_box() for card in page.locator("#hand .card").all()]
    assert all(box["y"] + box["height"] <= PHONE["height"] for box in boxes)
    page.locator("#hand .is-pile").first.focus()
    press(page, "Enter")
    expect(page.locator("#hand .is-pile")).to_have_count(1)
    let_others_act(match)
    expect(page.locator("#hand .is-pile")).to_have_count(2)


def test_cards_drawn_lie_in_sight_of_both(new_page, monkeypatch):
    dealt_by(monkeypatch, 1)
    page, match = seat_down(new_page, "due", 2)
    expect(page.locator("#facts")).to_contain_text("Stock: 20")
    expect(page.locator("#status")).to_contain_text("Your turn")
    press(page, "h", "Enter")
    expect(page.locator(".trick-card")).to_have_count(1)
    while now_of(match).turn == 0:  # the card is on its way
        page.wait_for_timeout(40)
    let_others_act(match)
    expect(page.locator("#facts")).to_contain_text("Stock: 18")
    expect(page.locator(".announcement", has_text="drew the")).to_have_count(2)
    assert_fits(page)


def test_the_open_hand_lies_opposite_and_its_partner_plays_it(new_page, monkeypatch):
    dealt_by(monkeypatch, 1)
    page, match = seat_down(new_page, "morto", 3)
    expect(page.locator("#status")).to_contain_text("dummy")  # seat 2 leads: the dummy, by its partner
    assert page.locator("#dummy").is_hidden() or page.locator("#dummy .card").count() == 10
    may = now_of(match).yours(0)["may"]["play"]
    act(match, match.people[0], "play", card=may[0])
    expect(page.locator("#dummy .card")).to_have_count(9)
    let_others_act(match)
    assert_fits(page)
    above, below = (page.locator(selector).bounding_box() for selector in ("#dummy", "#hand"))
    assert above["y"] + above["height"] <= below["y"]
    cards = [card.bounding_box() for card in page.locator("#hand .card, #dummy .card").all()]
    assert all(box["y"] + box["height"] <= PHONE["height"] for box in cards)


def test_a_poor_hand_is_thrown_in(new_page, monkeypatch):
    deal(monkeypatch, POOR, dealer=3)
    page, match = seat_down(new_page, "bolognese", 4)
    press_chip(page, "Ask for a new deal")
    page.get_by_role("dialog").get_by_role("button", name="New deal").click()
    expect(page.locator("#note h2")).to_have_text("Dealt again")
    assert now_of(match).game.hands[-1].ended == "a_monte"


def test_who_leads_may_call_out(new_page, monkeypatch):
    deal(monkeypatch, HANDS, dealer=3)
    page, match = seat_down(new_page, "nord", 4, options={"target": 1})
    act(match, match.people[0], "play", card="3d")
    let_others_act(match)  # jack and king fall: with the three they make a point
    press_chip(page, "Call out")
    page.get_by_role("dialog").get_by_role("button", name="Call out").click()
    page.locator("#note .score-big").wait_for()
    assert now_of(match).game.reason == "call_out"


def test_a_word_is_said_of_the_card_chosen(new_page, monkeypatch):
    dealt_by(monkeypatch, 3)
    hands = ("3d 2d 4d 5d Ac 6c 7c Fc As Ab", "Ad 6d 7d 3c 2c 4c 3s 2s 3b 2b", "Fd Cd 5c Cc 4s 5s 6s 4b 5b 6b")
    deal(monkeypatch, (*hands, "Rd Rc 7s Fs Cs Rs 7b Fb Cb Rb"), dealer=3)
    page, match = seat_down(new_page, "centrosud", 4)
    page.locator("#option-taps").select_option("always")
    page.locator("#hand [data-card='4d']").click()
    press_chip(page, "I want the ace")
    page.locator("#hand [data-card='4d']").focus()
    press(page, "Enter")
    expect(page.locator("#trick .signal-word")).to_contain_text("I want the ace")
    assert now_of(match).view["trick"]["plays"][0]["say"] == "voglio_asso"


def test_the_trump_is_told_and_wins(new_page, monkeypatch):
    dealt_by(monkeypatch, 3)
    page, match = seat_down(new_page, "briscola", 4)
    trump = {"d": "coins", "c": "cups", "s": "swords", "b": "batons"}[now_of(match).view["trump"]]
    expect(page.locator("#facts")).to_contain_text(f"Trumps: {trump}")
    assert_fits(page)


@pytest.mark.parametrize(("preset", "count"), [("perdere", 6), ("cinque", 5)])
def test_a_hand_is_played_by_the_keyboard(new_page, monkeypatch, preset, count):
    dealt_by(monkeypatch, count - 1)
    page, match = seat_down(
        new_page, preset, count, options={"hands": 1, "players": count} if preset == "perdere" else {"hands": 1}
    )
    page.locator("#option-trick").select_option("0")
    while now_of(match).turn is not None:
        let_others_act(match)
        if now_of(match).turn is None:
            break
        held = page.locator("#hand .card").count()
        expect(page.locator("#status[data-tone=turn]")).to_be_visible()
        if now_of(match).yours(0)["may"].get("declare"):
            page.locator(".chip[data-kind=declaration]").first.wait_for()
        press(page, "h", "Enter")
        expect(page.locator("#hand .card")).not_to_have_count(held)
    page.locator("#note .score-big").wait_for()
    assert_fits(page)
