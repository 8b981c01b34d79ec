"""Whole match: a newcomer signs up, plays to 11 against three bots, is watched, and looks at it again."""

import json
import re
import time

import pytest
from playwright.sync_api import expect

from games.models import Event, Match, Table
from tests.accounts.factories import PASSWORD
from tests.e2e.scene import DESKTOP, PHONE, hear_all, heard

pytestmark = [pytest.mark.browser, pytest.mark.waits]
LONGEST = 100  # seconds; a hand takes about twelve, for each trick lies a second
CODE = re.compile(r"(?<![A-Za-z0-9])[A234567FCR][dcsb](?![A-Za-z0-9])")


def sign_up(page, name: str) -> None:
    page.goto("/account/signup/?next=/")
    page.locator("#id_username").fill(name)
    page.locator("#id_email").fill(f"{name.lower()}@example.org")
    page.locator("#id_password1").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    page.wait_for_url(re.compile(r"^(?!.*signup)"))


def open_table_with_bots(page) -> Table:
    page.goto("/tables/new/?preset=club")
    page.locator("[name=target]").select_option("11")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#note h2")).to_have_text("3 chairs are free")
    table = Table.objects.get()
    Table.objects.update(bot_delay_ms=0)
    return table


def act_once(page, number: int) -> None:
    """Do what is asked of me now, declaring and signalling where it is offered."""
    declare = page.locator(".chip[data-kind=declaration]")
    if declare.count():
        declare.first.click()
        expect(page.locator(".announcement")).not_to_have_count(0)
    signal = page.locator(".chip[data-kind=signal]")
    if number % 2 and signal.count():
        signal.first.click()
    legal = page.locator("#hand:not([aria-busy]) .card.is-legal")
    if legal.count():
        held = page.locator("#hand .card").count()
        legal.nth(number % legal.count()).click()
        expect(page.locator("#hand .card")).not_to_have_count(held)


def play_to_the_end(page, match: Match) -> None:
    deadline = time.monotonic() + LONGEST
    number = 0
    ready = page.get_by_role("button", name=re.compile("^Next hand"))
    asked = page.locator("#status[data-tone=turn], #note .score-big").or_(ready)
    while not page.locator("#note .score-big").count():
        assert time.monotonic() < deadline, page.locator("#status").inner_text()
        asked.first.wait_for(state="attached")
        if page.locator("#status[data-tone=turn]").count():
            act_once(page, number)
            number += 1
        elif ready.count():
            ready.click()
            expect(ready).to_have_count(0)


def test_from_signing_up_to_the_replay(new_page, live_clock):
    page = new_page(locale="en-GB", viewport=DESKTOP)
    sign_up(page, "Ornella")
    table = open_table_with_bots(page)
    watcher = new_page(locale="it-IT", viewport=PHONE)
    watcher.goto(f"/tables/{table.code}/")
    watcher.locator("#note h2").wait_for()
    hear_all(watcher)
    page.get_by_role("button", name="Bots for the free chairs").click()
    expect(page.locator("#hand .card")).to_have_count(10)
    match = Match.objects.get()
    assert not watcher.locator("#hand .card").count()
    held = set(CODE.findall(page.locator("#hand").inner_html()))
    assert not held & set(CODE.findall(watcher.content()))

    play_to_the_end(page, match)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    totals = match.result["totals"]
    expect(page.locator("#note .score-big")).to_have_text(re.compile(rf"^Us {totals[0]} . Them {totals[1]}$"))
    assert Event.objects.filter(match=match, kind="entropy", by="player").exists()

    watcher.locator("#note .score-big").wait_for()
    shown = sorted(int(points) for points in watcher.locator(".score-points").all_inner_texts())
    assert shown == sorted(totals)
    said = heard(watcher)
    hands = Event.objects.filter(match=match, kind="hand_ended").count()
    cards = Event.objects.filter(match=match, kind="played").count()
    assert cards == 40 * hands
    assert len([one for one in said if re.match(r"^\S+: ", one) and not one.startswith("Hand ")]) >= cards

    page.get_by_role("link", name="Replay").click()
    page.locator("#replay").wait_for()
    expect(page.locator("#open-hands img")).to_have_count(40)
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"#h1c\d+$"))
    moment = page.url
    page.keyboard.press("End")
    expect(page.locator("#scores .score-points")).to_have_text([str(points) for points in totals])
    expect(page.locator("#tricks li")).to_have_count(10)
    expect(page.locator("#hands .chip")).to_have_count(hands)
    page.keyboard.press("Home")
    expect(page.locator("#open-hands img")).to_have_count(40)
    watcher.goto(moment)
    watcher.locator("#replay").wait_for()
    assert watcher.url == moment
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = json.loads(download.value.path().read_text())
    assert (record["format"], record["rules"], len(record["hands"])) == ("tressette/1", "club", hands)
