"""Scene: a table as the browser tests set it, with chosen cards and people whose acts the test does itself."""

import time
from collections.abc import Iterable

import pytest

from games.engine.cards import parse_cards
from games.models import Match
from tests.games.factories import act, choose_from, match_with, now_of, people, run_clock

# North and south hold a napoletana and a three of aces between them; nobody else has anything to declare.
HANDS = (
    "3d 2d Ad 4d 3c 5c 7c Fs 4b 5b",
    "5d 6d 2c 4c 6c 3s 2s 4s 6b 7b",
    "7d Fd Ac Fc Cc As 5s 6s Ab Fb",
    "Cd Rd Rc 7s Cs Rs 3b 2b Cb Rb",
)
PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 800}


def stack_deck(monkeypatch: pytest.MonkeyPatch, hands: Iterable[str] = HANDS, dealer: int = 3) -> None:
    """Have the next matches dealt *hands* by seat, by *dealer*; the seat at the dealer's right leads."""
    by_seat = [parse_cards(hand) for hand in hands]
    order = [(dealer + step) % len(by_seat) for step in range(1, len(by_seat) + 1)]
    deck = tuple(card for seat in order for card in by_seat[seat])
    assert len(set(deck)) == 40
    monkeypatch.setattr("games.services.deals.shuffled", lambda *_: deck)
    monkeypatch.setattr("games.services.deals.secrets.randbelow", lambda _: dealer)


def four_at_a_table(**facts) -> tuple[Match, list]:
    """A running match of four people, without clocks unless *facts* say so, and the people by seat."""
    players = people(4)
    facts = {"visibility": "link", "move_seconds": 0, "bank_seconds": 0} | facts
    return match_with(players, **facts), players


def address(match: Match) -> str:
    return f"/tables/{match.table.code}/"


def sit_down(page, match: Match) -> None:
    """Open the table's page and wait until it is live."""
    page.goto(address(match))
    page.locator(".connection[data-state=online]").wait_for()
    page.locator("#scores .score").first.wait_for()


def act_for(match: Match, players: list, seat: int) -> str:
    """Let *seat*, whose turn it is, play the first card it may; return the card."""
    position = now_of(match)
    assert position.turn == seat
    may = position.yours(seat)["may"]
    do, fields = choose_from(position, may, lambda options: options[0])
    act(match, players[seat], do, **fields)
    return fields["card"]


def go_on_until(match: Match, players: list, seat: int | None) -> None:
    """Let everybody else play until it is *seat*'s turn, or the hand is over; with None, until the hand is over."""
    for _ in range(40):
        match.refresh_from_db()
        turn = now_of(match).turn
        if turn is None or (turn == seat and match.act_kind != Match.Act.LAST_CARD):
            return
        if match.act_kind == Match.Act.LAST_CARD:
            run_clock(match, 1)
        else:
            act_for(match, players, turn)


def wait_for(page, expression: str, most: float = 8.0):
    """Return *expression* once it is true in the page; playwright's own way needs eval, which pages forbid."""
    deadline = time.monotonic() + most
    while not (found := page.evaluate(expression)):
        assert time.monotonic() < deadline, f"it did not come true: {expression}"
        page.wait_for_timeout(40)
    return found


def hear_all(page) -> None:
    """Note every sentence the live region says from now on; `heard` returns them."""
    page.evaluate(
        """() => {
          window.heard = [];
          new MutationObserver(changes => {
            for (const change of changes)
              for (const node of change.addedNodes) window.heard.push(node.textContent);
          }).observe(document.getElementById("speech"), { childList: true, subtree: true, characterData: true });
        }"""
    )


def heard(page) -> list[str]:
    return page.evaluate("window.heard")
