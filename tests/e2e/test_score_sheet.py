"""Score sheet: two phones at a table with real cards, one of them for a while without a network."""

import pytest
from playwright.sync_api import expect

from games.engine.paper import Counted, thirds_of
from tests.e2e.test_layout import assert_nothing_sideways
from tests.tournaments.on_paper import NOW, a_final
from tournaments.formats.encounters import LegRule
from tournaments.models import EncounterLeg, PaperResult
from tournaments.services import paper_links, sheets

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 740}


def write(page, points: int) -> None:
    page.locator(f".sheet-points input[value='{points}']").check()
    page.locator("#hand-form > button").click()


def totals(page, *points: int) -> None:
    expect(page.locator(".sheet-score dd")).to_have_text([str(point) for point in points])


def test_one_phone_keeps_the_sheet_and_the_other_confirms(new_page, allowed_faults):
    allowed_faults += ["409", "ERR_INTERNET_DISCONNECTED"]
    scene = a_final(LegRule(target=21, preset="club", on_paper=True))
    links = paper_links.make_links(**scene.place, hand=scene.hand, now=NOW)
    home = new_page(user=scene.home, locale="it-IT", viewport=PHONE)
    home.goto(f"/tournaments/{scene.tournament.code}/paper/K1.1/1/")
    away = new_page(locale="hr-HR", viewport=PHONE)
    away.goto(f"/paper/{links.away}/")
    write(home, 7)
    totals(home, 7, 4)
    totals(away, 7, 4)  # by itself
    assert_nothing_sideways(home)

    home.context.set_offline(True)
    write(home, 5)
    expect(home.locator("#waiting")).to_be_visible()
    totals(home, 7, 4)
    home.context.set_offline(False)
    totals(home, 12, 10)
    expect(home.locator("#waiting")).to_be_hidden()

    away.locator(".sheet-points input[value='3']").check()  # half written when the other side writes the same hand
    facts = {**scene.place, "writer": scene.writers["home"], "now": NOW}
    sheets.write_hand(**facts, version=PaperResult.objects.get().version, counted=Counted(thirds_of(9)))
    totals(away, 21, 12)
    expect(away.locator("#overtaken")).to_be_visible()
    away.locator("#hand-form > button").click()
    expect(away.locator("#fault")).to_be_visible()
    assert len(PaperResult.objects.get().sheet) == 3

    expect(home.locator("#hand-form")).to_be_hidden()
    home.locator("button[value=propose]").first.click()
    away.locator("button[value=confirm]").click()
    expect(away.locator(".message--success")).to_be_visible()
    assert EncounterLeg.objects.values_list("home", "away").get() == (21, 12)
