"""Pages of a tournament: sound for every reader, and live, while nothing is taken from under a hand."""

import pytest
from django.db import transaction
from playwright.sync_api import expect

from tests.e2e.scene import PHONE
from tests.e2e.test_every_page import check
from tests.tournaments.factories import a_director, a_tournament
from tests.tournaments.played import a_field, decide, draw, play, with_people
from tournaments.formats.encounters import best_of
from tournaments.selectors.plans import stored_plan
from tournaments.services.locks import lock_tournament, touch

pytestmark = [pytest.mark.browser, pytest.mark.long]


@transaction.atomic
def tell(tournament) -> None:
    touch(lock_tournament(tournament.pk))


def test_the_bracket_follows_the_results_without_a_reload(new_page):
    tournament = a_field(a_director(), 8, names=[f"Coppia {letter}" for letter in "ABCDEFGH"])
    first = draw(tournament)
    page = new_page(locale="en-GB", viewport=PHONE)
    page.goto(f"/tournaments/{tournament.code}/bracket/")
    page.evaluate("window.isTheSamePage = true")
    opening = page.locator('.match[data-key="K1.1"]')
    semifinal = page.locator('.match[data-key="K2.1"]')
    expect(opening).to_contain_text("Coppia A")
    expect(semifinal).not_to_contain_text("Coppia")
    page.get_by_text("The bracket as a list").click()
    box = page.locator(".bracket")
    box.focus()
    page.evaluate("document.querySelector('.bracket').scrollTo(40, 0)")
    decide(first.encounters.get(key="K1.1"), (31, 17))
    tell(tournament)
    expect(semifinal).to_contain_text("Coppia A")
    expect(opening.locator(".pts")).to_have_text(["31", "17"])
    expect(opening.locator("text.won").first).to_have_text("Coppia A")
    expect(page.get_by_text("Coppia A won")).to_be_visible()  # what was opened is still open
    expect(box).to_be_focused()
    assert page.evaluate("[window.isTheSamePage, document.querySelector('.bracket').scrollLeft]") == [True, 40]


def test_every_page_is_sound(new_page):
    director = a_director()
    knockout = a_field(director, 12, plan=stored_plan(best_of(3)), description="Al bar.", prizes="Un prosciutto.")
    with_people(knockout, knockout.entrants.filter(number__lte=2))
    play(knockout, 2, keep_open=2)
    swiss = a_field(director, 9, "swiss", options={"rounds": 5})
    play(swiss, 4, keep_open=1)
    groups = a_field(director, 8, "groups", options={"groups": 2, "qualify": 2})
    play(groups, 4, keep_open=1)
    losers = a_field(director, 6, "double_elimination")
    play(losers, 2)
    coming = a_tournament(director)
    reader = knockout.entrants.get(number=1).members.first().user
    page = new_page(user=reader, locale="it-IT", viewport=PHONE, reduced_motion="reduce")
    paths = [
        "/tournaments/", f"/clubs/{coming.club.slug}/tournaments/", f"/tournaments/{coming.code}/",
        *(f"/tournaments/{knockout.code}/{part}" for part in ("", "bracket/", "rounds/1/", "standings/", "tv/")),
        *(f"/tournaments/{swiss.code}/{part}" for part in ("rounds/", "standings/", "standings/9/")),
        f"/tournaments/{groups.code}/standings/", f"/tournaments/{losers.code}/bracket/",
    ]  # fmt: skip
    for path in paths:
        page.goto(path)
        if path.endswith("/bracket/"):
            page.locator("main details summary").click()
        check(page, "it-IT")
    page.goto(f"/tournaments/{swiss.code}/standings/")
    page.locator("a.sum").nth(1).click()
    expect(page.locator("#explain")).to_contain_text("Buchholz")
    check(page, "it-IT")
