"""Deals again: the browser shuffles and judges records as the site does, and sees it when a promise is broken."""

import copy
import hashlib
import random

import pytest
from playwright.sync_api import expect

from games.engine.cards import sequence_text
from games.engine.proof import verdicts
from games.engine.shuffle import commitment, label_of, shuffled
from games.services import deals
from tests.e2e.scene import sit_down, wait_for
from tests.games.factories import match_begun, now_of, person, play_hand, run_clock
from tests.games.proven import played_out

pytestmark = pytest.mark.browser

SHUFFLE = """async cases => {
  const { sealOf, shuffled } = await import("/static/js/table/shuffle.js");
  return cases.map(([seed, entropies, table, hand]) => [
    sealOf(seed, table, hand), shuffled(seed, entropies, table, hand).join(" "),
  ]);
}"""
FAULTS = """async record => {
  const { proofsOf } = await import("/static/js/replay/deals.js");
  return proofsOf(record).map(({ fault }) => fault);
}"""


def test_the_browser_shuffles_as_the_site_does(new_page) -> None:
    page = new_page()
    page.goto("/about/")
    dice = random.Random(7)
    cases = []
    for number in range(25):
        entropies = [dice.randbytes(dice.choice([0, 16, 31, 32])) for _ in range(dice.choice([2, 3, 4, 5, 7]))]
        cases.append((dice.randbytes(32), entropies, f"tàble {number}", dice.choice([number, 70_000])))
    asked = [[seed.hex(), [own.hex() for own in entropies], table, hand] for seed, entropies, table, hand in cases]
    expected = [
        [commitment(seed, table, hand), sequence_text(shuffled(seed, entropies, label_of(table, hand)))]
        for seed, entropies, table, hand in cases
    ]
    assert page.evaluate(SHUFFLE, asked) == expected


@pytest.mark.parametrize(("preset", "seats"), [("club", 4), ("due", 2), ("spizzichino", 2), ("tre", 3)])
def test_the_browser_judges_a_record_as_the_site_does(new_page, preset: str, seats: int) -> None:
    page = new_page()
    page.goto("/about/")
    record = played_out(preset, seats)
    other = hashlib.sha256(b"another").hexdigest()
    changes = [
        lambda _hand: None,
        lambda hand: hand["deal"].reverse(),
        lambda hand: hand["commit"].update(seed=other),
        lambda hand: hand["commit"].update(sha256=other),
        lambda hand: hand["commit"]["entropies"].__setitem__(0, other),
        lambda hand: hand["commit"]["committed"].__setitem__(1, other),
        lambda hand: hand["commit"].pop("seed"),
        lambda hand: hand.pop("commit"),
    ]
    seen = set()
    for change in changes:
        changed = copy.deepcopy(record)
        change(changed["hands"][0])
        expected = [verdict.fault for verdict in verdicts(changed)]
        assert page.evaluate(FAULTS, changed) == expected
        seen.add(expected[0])
    assert seen == {"", "deal_differs", "seed_differs", "entropy_differs", "no_proof"}


def test_a_replay_deals_its_match_again(new_page) -> None:
    record = played_out(target=31)
    hands = len(record["hands"])
    page = new_page(locale="en-GB")
    page.goto(f"/matches/{record['match']}/")
    page.get_by_role("button", name="Deal again").click()
    verdict = page.locator("#proof-verdict")
    wait_for(page, "document.getElementById('proof-verdict').textContent.includes('as promised')")
    assert verdict.inner_text().startswith(f"{hands} hand")
    assert page.locator(".proof-hand").count() == hands
    second = page.locator(".proof-hand").nth(1)
    second.locator("summary").click()
    told = second.inner_text()
    proof = record["hands"][1]["commit"]
    assert proof["sha256"] in told
    assert proof["seed"] in told
    assert all(entropy in told for entropy in proof["entropies"])
    assert "sealed something and did not show it" in told
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_table_sees_whether_the_promise_is_kept(new_page, monkeypatch) -> None:
    anna = person()
    match = match_begun([anna, None, None, None], options={"target": 200}, visibility="link", bot_delay_ms=0)
    page = new_page(user=anna, locale="en-GB")
    sit_down(page, match)
    wait_for(page, "document.querySelectorAll('#hand button').length === 10")  # no clock runs: the browser did its part
    assert now_of(match).entropies[0]
    play_hand(match)
    wait_for(page, "document.getElementById('seal').textContent.includes('Hand 1 was dealt as promised.')")
    expect(page.locator("#seal")).to_contain_text(now_of(match).view["commitment"][:16])  # of the next hand, told after

    while "0" not in now_of(match).view["entropy"]["entropies"]:
        page.wait_for_timeout(50)
    monkeypatch.setattr(deals, "shuffled", lambda *_: tuple(range(40)))
    run_clock(match)
    play_hand(match)
    wait_for(page, "document.getElementById('seal').textContent.includes('Hand 2 was not dealt as promised')")
    assert "not dealt as promised" in page.locator("#log").inner_text()


@pytest.mark.parametrize("locale", ["it-IT", "en-GB", "hr-HR"])
def test_the_page_that_explains_it_hands_out_the_script(new_page, locale: str) -> None:
    page = new_page(locale=locale)
    page.goto("/fair-deal/")
    assert page.locator("main ol li").count() == 5
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert download.value.suggested_filename == "verify_deal.py"
