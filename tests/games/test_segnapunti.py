"""Segnapunti: a score sheet in an address, for anybody, with the engine's arithmetic."""

import pytest

from games.engine.errors import BadFormat
from games.engine.paper import Counted
from games.forms.segnapunti import code_of, hands_of
from tests.games.api.callers import browser

pytestmark = pytest.mark.django_db
PAGE = "/segnapunti/"
CLUB = {"preset": "club", "target": "21", "one": "Noi", "other": "Loro"}


def test_an_address_holds_every_hand():
    hands = [Counted(21, napoletana=(1, 0)), Counted(None, faults=(0, 1)), Counted(33, last=0, all_tricks=True)]
    assert hands_of(code_of(hands)) == hands
    assert hands_of("") == []


@pytest.mark.parametrize("code", ["x", "21", "36.00000000.x0", "21.0000000.x0", "21.00000000.x", "²1.00000000.x0", "_"])
def test_what_is_no_sheet_is_refused(code):
    with pytest.raises(BadFormat):
        hands_of(code)


def test_hands_are_added_until_somebody_has_won():
    client = browser()
    assert client.get(PAGE).status_code == 200
    page = client.get(PAGE, CLUB | {"h": ""})
    assert page.context["sheet"].totals == (0, 0)
    for points in ("11", "10"):
        page = client.get(PAGE, CLUB | {"h": written_on(page), "side": "0", "points": points}, follow=True)
    assert (page.context["sheet"].totals, page.context["winner"]) == ((21, 1), "Noi")
    assert client.get(PAGE, CLUB | {"h": written_on(page), "side": "0", "points": "1"}).status_code == 422


def written_on(page) -> str:
    """The sheet a page shows, as its address holds it."""
    return code_of([row.counted for row in page.context["sheet"].hands])


@pytest.mark.parametrize(
    "sent",
    [{"preset": "poker", "target": "21"}, {"preset": "terziglio", "target": "21"}, {"preset": "club", "target": "0"},
     {"preset": "club", "target": "21", "one": "x" * 99}],
)  # fmt: skip
def test_what_cannot_be_played_is_asked_again(sent):
    assert browser().get(PAGE, sent).status_code == 422


def test_a_spoilt_address_begins_a_new_sheet():
    answer = browser().get(PAGE, CLUB | {"h": "nonsense"})
    assert (answer.status_code, answer["Location"].endswith("h=")) == (302, True)
