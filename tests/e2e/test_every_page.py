"""Every page: sound for every reader in three languages, on a phone and on a desk.

In the first language axe looks at everything, at both sizes; in the others at what a translation could break, once.
"""

import re
from datetime import date, time, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.services import admissions, calendar, ties
from games.engine.paper import Counted
from games.models import Event, Match
from games.services import house_rules, invitations, seating, seeks, tv
from games.services.club_tables import open_club_table
from games.services.ratings import rate_pool
from tests.accounts.clubs.houses import club_of
from tests.chromium import LANGUAGE_KINDS, assert_axe_clean
from tests.e2e.scene import DESKTOP, PHONE, act_for, address, four_at_a_table, sit_down, stack_deck
from tests.e2e.test_layout import assert_nothing_sideways
from tests.games.factories import match_with, open_table, people, person, play_randomly
from tests.games.rated import evening
from tests.tournaments.evenings import begun, encounter, play, start
from tests.tournaments.factories import a_pair, a_tournament
from tests.tournaments.on_paper import NOW, a_final
from tournaments.formats.encounters import LegRule
from tournaments.services import calls, desk, news, paper_links, papers, proposals, series, sheets

pytestmark = [pytest.mark.browser, pytest.mark.long]
LOCALES = ("it-IT", "en-GB", "hr-HR")
INVITE = re.compile("^(Invita qualcuno|Invite somebody|Pozovi nekoga)$")

CLUB_PAGES = (
    "", "members/", "members/import/", "requests/", "calendar/", "settings/", "rules/", "rules/club/", "tables/new/",
    "tables/new/?preset=club", "tournaments/", "hall/",
)  # fmt: skip


def a_club_of(owner):
    """A club with something to show on each of its pages."""
    club = club_of(owner, name="Società Bocciofila e di Mutuo Soccorso «Nuova Concordia» 🃏", entry="request")
    whom = {"club_id": club.pk, "user_id": owner.pk}
    admissions.ask(club_id=club.pk, user_id=person().pk, words="Gioco da quarant'anni")
    admissions.invite(**whom, member_id=person().pk)
    calendar.write_event(**whom, title="Il giovedì del circolo", day=date(2026, 1, 1), hour=time(21), repeats="weekly")
    options = {"target": 31, "a_monte": "below_one_point"}
    house_rules.publish(**whom, name="Come da noi, al trentuno", preset="club", options=options)
    open_club_table(**whom, preset="club", name="Tavolo accanto alla finestra")
    play_a_series(owner, club)
    return club


def play_a_series(owner, club):
    """A series of a club's, one of its tournaments over, the next announced."""
    now = timezone.now()
    begun_at = {"first_day": now.date(), "hour": time(21), "template": {"format": "knockout"}}
    slug = series.begin(
        club_id=club.pk, user_id=owner.pk, now=now, name="Il giovedì", description="Dodici sere", **begun_at
    )
    made = club.tournament_series.get(slug=slug)
    over = a_tournament(owner, state="finished", series=made, series_day=date(2026, 1, 1), starts_at=now, ended_at=now)
    for place in (1, 2, 3):
        a_pair(over, people(2), place=place, series_points=11 - place)
    series.announce_due(now=now)
    news.tell_news(now=now)


def test_the_pages_of_a_club_are_sound(new_page):
    user = person("Nonna-Giuseppina-Rossi24")
    club = a_club_of(user)
    assert club.tournament_series.exists()
    paths = [
        *(f"/clubs/{path}" for path in ("", "new/", *(f"{club.slug}/{page}" for page in CLUB_PAGES))),
        f"/clubs/{club.slug}/members/{user.pk}/",
        *(f"/series/{club.slug}/{page}" for page in ("new/", "il-giovedi/", "il-giovedi/change/")), "/tournaments/",
    ]  # fmt: skip
    walk(new_page, user, paths)


def test_the_pages_are_sound(new_page):
    user = person("Nonna-Giuseppina-Rossi24")
    open_table(user, name="Circolo ricreativo con un nome davvero lungo che non finisce", rated=True)
    match_with([None] * 4)
    ended = match_with([user, None, None, None], options={"target": 1}, visibility="public")
    play_randomly(ended, seed=3)
    evening([user, *people(3)], 12)
    rate_pool(pool="pairs")
    assert Match.objects.filter(status=Match.Status.FINISHED).exists()
    assert tv.tune(timezone.now())
    locked = open_table(person(), visibility="password", password="briscola")
    host = locked.opened_by
    invitations.invite(table_id=locked.pk, user_id=host.pk, invited_id=user.pk, number=0)
    seeks.seek(user_id=host.pk, preset="club", rated=True, rating_low=1400, partner_id=user.pk)
    seating.stand(table_id=ended.table_id, user_id=user.pk)
    seeks.seek(user_id=user.pk, preset="club", rating_high=1600)
    friend = person()
    for one, other in ((user, friend), (friend, user)):
        ties.follow(user_id=one.pk, other_id=other.pk)
    ties.block(user_id=user.pk, other_id=person().pk)
    paths = [
        "/", "/tables/", "/tables/new/", "/tables/new/?preset=club", "/matches/", f"/matches/{ended.pk}/", "/watch/",
        "/tv/", "/players/",
        f"/players/{user.username}/", f"/players/{user.username}/ratings/pairs/", "/ladder/", "/ladder/two/",
        "/rules/", "/rules/terziglio/", "/fair-deal/", "/lesson/", "/lesson/order/",
        "/lesson/declare/", "/lesson/hand/", "/help/", "/about/",
        f"/tables/{locked.code}/", "/account/friends/", "/account/notices/", f"/players/{friend.username}/report/",
    ]  # fmt: skip
    walk(new_page, user, paths)


def test_the_pages_of_entering_are_sound(new_page):
    director, player, looking = (person() for _ in range(3))
    club = club_of(director, name="Circolo dei Cacciatori e Pescatori di Sant'Ilario")
    start_at = timezone.now() + timedelta(minutes=20)
    facts = {"capacity": 2, "fee": "dieci euro a coppia", "starts_at": start_at, "bots_allowed": True}
    tournament = a_tournament(director, "swiss", **facts)
    for state in ("entered", "entered", "waiting"):
        a_pair(tournament, state=state, checked_in_at=None if state == "waiting" else start_at)
    where = {"tournament_id": tournament.pk, "now": timezone.now()}
    desk.put_up(**where, user_id=looking.pk, words="Gioco da poco, cerco pazienza e buonumore")
    proposals.propose(**where, user_id=looking.pk, partner_id=player.pk)
    here = f"/tournaments/{tournament.code}"
    walk(new_page, director, [f"/tournaments/new/?club={club.slug}", f"{here}/edit/", f"{here}/entry/"])
    walk(new_page, player, [f"{here}/entry/"])


def test_the_directors_pages_are_sound(new_page):
    now = timezone.now()
    tournament = begun(5, now=now, round_minutes=45, name="Torneo sociale del giovedì sera al Dopolavoro Ferroviario")
    start(tournament, now)
    play(tournament, "S1.1", 31, 20, now=now)
    caller = encounter(tournament, "S1.2").home.members.first().user
    facts = {"reason": "conduct", "words": "Fa segni al compagno e si arrabbia con tutti", "now": now}
    calls.call_director(tournament_id=tournament.pk, user_id=caller.pk, **facts)
    here = f"/tournaments/{tournament.code}"
    parts = ("", "encounters/S1.2/", "entrants/", "entrants/1/", "pairings/", "stop/", "audit/", "import/")
    walk(new_page, tournament.created_by, [f"{here}/direct/{part}" for part in parts])
    walk(new_page, caller, [f"{here}/calls/"])


def test_the_pages_of_tables_with_real_cards_are_sound(new_page):
    scene = a_final(LegRule(preset="club", on_paper=True), fee="dieci euro", round_minutes=45)
    links = paper_links.make_links(**scene.place, hand=scene.hand, now=NOW)
    facts = {**scene.place, "writer": scene.writers["home"], "now": NOW}
    version = sheets.write_hand(**facts, version=0, counted=Counted(33, napoletana=(1, 0), faults=(0, 1)))
    here, sheet = f"/tournaments/{scene.tournament.code}", f"/tournaments/{scene.tournament.code}/paper/K1.1/1/"
    kept = "/segnapunti/?preset=club&target=31&one=Noi&other=Loro&h=21.00001000.x0"
    paths = (sheet, f"/paper/{links.away}/", "/segnapunti/", kept, f"{here}/screen/", f"{here}/print/1/")
    walk(new_page, scene.away, paths, opened="main details:not([open]) > summary")
    papers.propose(**facts, version=version, home=31, away=13)
    walk(new_page, scene.away, [sheet])
    walk(new_page, scene.director, [f"{here}/print/entrants/"])
    for locale, page in in_each_language(new_page, scene.director).items():
        page.goto(sheet)
        check(page, locale)
        page.locator("button[value=links]").click()
        page.locator("svg[role=img]").first.wait_for()
        check(page, locale)


def test_the_table_is_sound_at_every_stage(new_page, monkeypatch):
    host = person()
    waiting = open_table(host)
    for locale, page in in_each_language(new_page, host).items():
        page.goto(f"/tables/{waiting.code}/")
        page.locator("#note h2").wait_for()
        check(page, locale)
        page.locator("#note button").filter(has_text=INVITE).click()
        page.locator("#privacy-visibility").select_option("password")
        page.locator("#privacy-word").wait_for()
        check(page, locale)
        page.goto("about:blank")
    stack_deck(monkeypatch)
    match, players = four_at_a_table(options={"target": 1})
    pages = in_each_language(new_page, players[0])
    for page in pages.values():
        sit_down(page, match)
    act_for(match, players, 0)
    act_for(match, players, 1)
    for locale, page in pages.items():
        expect(page.locator("#trick .trick-card")).to_have_count(2)
        check(page, locale)
        page.keyboard.press("?")
        page.locator("#keys").wait_for()
        check(page, locale)
    play_randomly(match, seed=2)
    for locale, page in pages.items():
        page.reload()
        page.locator("#note .score-big").wait_for()
        check(page, locale)


def in_each_language(new_page, user) -> dict:
    """A window of the user's in every language; nothing moves there, for colours in motion have no contrast."""
    return {locale: new_page(user=user, locale=locale, viewport=PHONE, reduced_motion="reduce") for locale in LOCALES}


def walk(new_page, user, paths, *, opened: str = "#find summary, #phones summary") -> None:
    """See in every language that the pages at *paths* are sound for *user*, with what is *opened* by a click."""
    for locale, page in in_each_language(new_page, user).items():
        for path in paths:
            page.goto(path)
            if path.startswith("/matches/") and path != "/matches/":
                page.locator("#replay").wait_for()
            for shut in reversed(page.locator(opened).all()):
                shut.click()
            check(page, locale)
        page.goto("about:blank")


def check(page, locale: str) -> None:
    """See that nothing is wider than a phone or a desk, and nothing out of reach of who cannot see, point or hear."""
    assert page.evaluate("document.documentElement.lang") == locale[:2]
    for size in sorted((PHONE, DESKTOP), key=page.viewport_size.__ne__):  # first as it is
        page.set_viewport_size(size)
        assert_nothing_sideways(page)
        if locale == LOCALES[0]:
            assert_axe_clean(page)
    if locale != LOCALES[0]:
        assert_axe_clean(page, kinds=LANGUAGE_KINDS)


def test_the_lobby_changes_by_itself_and_works_without_script(new_page):
    page = new_page(locale="en-GB")
    page.goto("/tables/")
    page.wait_for_timeout(500)
    open_table(name="Just opened")
    expect(page.get_by_role("link", name="Just opened")).to_be_visible()
    plain = new_page(locale="en-GB", java_script_enabled=False, user=person())
    plain.goto("/tables/new/?preset=biska")
    plain.locator("[name=name]").fill("Without script")
    plain.locator("main button").last.click()
    expect(plain.locator(".no-script")).to_contain_text("live with JavaScript")
    expect(page.get_by_role("link", name="Without script")).to_be_visible()


def test_a_chair_is_asked_for_and_given(new_page):
    host, guest = person(), person()
    table = open_table(host)
    page = new_page(user=host, locale="en-GB", viewport=DESKTOP)
    page.goto(f"/tables/{table.code}/")
    page.get_by_role("button", name="Sit in chair 1", exact=True).click()
    other = new_page(user=guest, locale="en-GB", viewport=DESKTOP)
    other.goto(f"/tables/{table.code}/")
    other.get_by_role("button", name="Ask to sit in chair 3").click()
    expect(other.locator("#note")).to_contain_text("You asked for chair 3")
    expect(page.locator("#note .request")).to_contain_text(f"{guest.username} asks to sit with you")
    page.get_by_role("button", name="Accept").click()
    expect(other.locator(".seat--south .seat-name")).to_have_text("You")
    expect(other.locator(".seat--north .seat-name")).to_have_text(host.username)
    page.get_by_role("button", name="Bots for the free chairs").click()
    for one in (page, other):
        expect(one.locator("#hand .card")).to_have_count(10)
    # no clock runs here: the hand was dealt because both browsers had committed to their entropy and revealed it
    assert Event.objects.filter(kind="entropy").count() == 2


def test_a_match_is_watched_by_its_address(new_page, monkeypatch):
    stack_deck(monkeypatch)
    match, _ = four_at_a_table()
    page = new_page(locale="en-GB", viewport=DESKTOP)
    page.goto(address(match))
    expect(page.locator(".seat")).to_have_count(4)
    expect(page.locator("#status")).to_contain_text("to play")
    assert page.locator("#hand .card").count() == 0
    expect(page.locator(".seat-cards img")).to_have_count(40)
