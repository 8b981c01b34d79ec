"""Layout: on every screen ten cards in sight, nothing over hand, turn or score, nothing sideways (field report E4)."""

import pytest
from playwright.sync_api import expect

from tests.e2e.scene import act_for, four_at_a_table, sit_down, stack_deck, wait_for

pytestmark = pytest.mark.browser
SCREENS = ((360, 640), (390, 844), (844, 390), (1280, 800))

# What lies on top at one point of an element: the element itself, a part of it, or something over it.
SEEN = """([selector, dx, dy]) => [...document.querySelectorAll(selector)].map(node => {
  const box = node.getBoundingClientRect();
  const [x, y] = [box.left + box.width * dx, box.top + box.height * dy];
  const top = document.elementFromPoint(x, y);
  const isInside = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  return { isInside, isOnTop: node === top || node.contains(top), text: node.textContent || node.dataset.card };
})"""
HITS = """() => [...document.querySelectorAll("#hand .card")].map((card, at, all) => {
  const next = all[at + 1]?.getBoundingClientRect();
  const box = card.firstElementChild.getBoundingClientRect();
  return [(next ? Math.min(next.left, box.right) : box.right) - box.left, box.height];
})"""


def assert_in_sight(page, selector: str, dx: float = 0.5, dy: float = 0.5) -> None:
    found = page.evaluate(SEEN, [selector, dx, dy])
    assert found, f"{selector} is nowhere"
    hidden = [one for one in found if not (one["isInside"] and one["isOnTop"])]
    assert not hidden, f"{selector} is covered or cut off: {hidden}"


def assert_nothing_sideways(page) -> None:
    width, room = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= room, f"{page.url} scrolls sideways: {width} in {room}"


@pytest.fixture
def table(new_page, monkeypatch):
    stack_deck(monkeypatch)
    match, players = four_at_a_table(name="Circolo della Briscola e del Tressette di Sotto")
    page = new_page(user=players[0], locale="it-IT")
    return page, match, players


def test_the_table_fits_every_screen(table):
    page, match, _ = table
    page.set_viewport_size({"width": 360, "height": 640})
    sit_down(page, match)
    expect(page.locator("#chips .chip")).to_have_count(4)  # a declaration and three signals
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert_nothing_sideways(page)
        assert_in_sight(page, "#hand .card img", 0.12, 0.12)
        assert_in_sight(page, ".score-points")
        assert_in_sight(page, "#status")
        assert_in_sight(page, "#chips .chip")
        assert_in_sight(page, ".seat-name")
        sizes = page.evaluate(HITS)
        assert len(sizes) == 10
        assert min(across for across, _ in sizes) >= 24
        assert min(down for _, down in sizes) >= 44


def test_a_full_trick_covers_nothing_and_nothing_jumps(table):
    page, match, players = table
    page.set_viewport_size({"width": 360, "height": 640})
    sit_down(page, match)
    where = """[...document.querySelectorAll('.score-points, #status, #hand, .seat-ring')]
      .map(node => node.getBoundingClientRect().top)"""
    before = page.evaluate(where)
    act_for(match, players, 0)
    for seat in (1, 2):
        act_for(match, players, seat)
    expect(page.locator("#trick .trick-card")).to_have_count(3)
    wait_for(page, "!document.getAnimations().some(motion => motion.playState === 'running')")
    assert page.evaluate(where) == before
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert_in_sight(page, "#trick .trick-card img", 0.12, 0.12)
        assert_in_sight(page, ".score-points")
        assert_in_sight(page, "#status")


def test_with_text_at_double_size_everything_can_be_reached(table):
    page, match, _ = table
    sit_down(page, match)
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.documentElement.style.setProperty('font-size', '200%')")
        assert_nothing_sideways(page)
        boxes = page.evaluate(
            """['.table-top', '#felt', '#chips', '#status', '#hand'].map(name => {
              const box = document.querySelector(name).getBoundingClientRect();
              return [name, Math.round(box.left), Math.round(box.top), Math.round(box.right), Math.round(box.bottom)];
            })"""
        )
        for at, one in enumerate(boxes):
            for other in boxes[at + 1 :]:
                overlap_x = min(one[3], other[3]) - max(one[1], other[1])
                overlap_y = min(one[4], other[4]) - max(one[2], other[2])
                assert overlap_x <= 1 or overlap_y <= 1, (one, other)


def test_reduced_motion_moves_nothing(new_page, monkeypatch):
    stack_deck(monkeypatch)
    match, players = four_at_a_table()
    page = new_page(user=players[0], reduced_motion="reduce")
    sit_down(page, match)
    page.evaluate("addEventListener('animationstart', () => { window.moved = true }, true)")
    act_for(match, players, 0)
    act_for(match, players, 1)
    expect(page.locator("#trick .trick-card")).to_have_count(2)
    assert page.evaluate("window.moved") is None
