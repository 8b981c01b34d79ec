"""Paper pages: the sheet on a phone, by account and by link; the hall screen; what is printed."""

import re

import pytest
from django.urls import reverse

from games.engine.paper import Counted, thirds_of
from tests.accounts.factories import UserFactory
from tests.games.api.callers import browser
from tests.tournaments.on_paper import NOW, Scene, a_final, without_account
from tournaments.formats.encounters import LegRule
from tournaments.models import EncounterLeg, PaperResult
from tournaments.services import paper_links, papers, sheets

pytestmark = pytest.mark.django_db
CLUB = LegRule(preset="club", on_paper=True)
LINK = re.compile(r"/paper/([\w-]{43})/")


def at(scene: Scene, leg: int = 1) -> str:
    return reverse("tournament-paper", args=[scene.tournament.code, "K1.1", leg])


def test_hands_are_written_struck_out_and_proposed_without_script():
    scene = a_final(CLUB)
    home, away = browser(scene.home), browser(scene.away)
    answer = home.post(f"{at(scene)}?version=0", {"do": "hand", "side": "1", "points": "4", "napoletana_0": "1"})
    assert (answer.status_code, answer["Location"]) == (302, at(scene))
    away.post(f"{at(scene)}?version=1", {"do": "hand", "side": "0", "thirds": "18", "last": "0"})
    assert [hand["counted"]["thirds"] for hand in PaperResult.objects.get().sheet] == [21, 21]
    away.post(f"{at(scene)}?version=2", {"do": "undo"})
    home.post(f"{at(scene)}?version=3", {"do": "propose", "home": "31", "away": "12"})
    assert "31\N{EN DASH}12" in away.get(at(scene)).content.decode()
    away.post(f"{at(scene)}?version=4", {"do": "confirm"})
    assert EncounterLeg.objects.get().away == 12


def test_a_phone_that_is_behind_is_told_so_and_keeps_what_it_wrote():
    scene = a_final(CLUB)
    sheets.write_hand(**scene.place, writer=scene.writers["home"], version=0, counted=Counted(9), now=NOW)
    answer = browser(scene.away).post(f"{at(scene)}?version=0", {"do": "hand", "side": "0", "points": "7"})
    assert answer.status_code == 409
    assert answer.context["form"].data["points"] == "7"
    assert len(PaperResult.objects.get().sheet) == 1


REFUSED = [
    ("", {"do": "undo"}, 400), ("?version=x", {"do": "undo"}, 400), ("?version=99999999999", {"do": "undo"}, 400),
    ("?version=0", {}, 400), ("?version=0", {"do": "hand"}, 422),
    ("?version=0", {"do": "hand", "points": "7", "thirds": "3", "last": "0"}, 422),
    ("?version=0", {"do": "hand", "thirds": "3"}, 422), ("?version=0", {"do": "hand", "points": "12"}, 422),
    ("?version=0", {"do": "propose", "home": "31", "away": "\N{ARABIC-INDIC DIGIT THREE}"}, 400),
    ("?version=0", {"do": "enter", "home": "31", "away": "1", "won_by": "nobody"}, 400),
    ("?version=0", {"do": "enter", "home": "31", "away": "1"}, 403),
]  # fmt: skip


def test_what_a_page_is_not_asked_is_refused():
    scene = a_final(CLUB)
    client = browser(scene.home)
    for query, data, status in REFUSED:
        assert client.post(at(scene) + query, data).status_code == status, (query, data)
        assert not PaperResult.objects.exclude(version=0).exists(), (query, data)


def test_a_private_link_writes_for_its_side_and_reading_it_changes_nothing():
    scene = a_final(CLUB)
    without_account(scene.encounter.home)
    links = paper_links.make_links(**scene.place, hand=scene.hand, now=NOW)
    guest, address = browser(), reverse("paper-link", args=[links.home])
    before = PaperResult.objects.values().get()
    for _ in range(2):
        answer = guest.get(address)
        assert (answer.status_code, answer["X-Robots-Tag"]) == (200, "noindex")
        assert "no-store" in answer["Cache-Control"]
        assert "Nonno Piero" in answer.content.decode()
    assert PaperResult.objects.values().get() == before
    guest.post(f"{address}?version=0", {"do": "propose", "home": "31", "away": "9"})
    assert PaperResult.objects.get().proposed_side == "home"
    assert guest.post(f"{address}?version=1", {"do": "confirm"}).status_code == 409
    assert guest.post(f"{address}?version=1", {"do": "drop"}).status_code == 403
    guest.post(f"{reverse('paper-link', args=[links.away])}?version=1", {"do": "confirm"})
    assert "31\N{EN DASH}9" in guest.get(address).content.decode()
    assert guest.post(f"{address}?version=2", {"do": "undo"}).status_code in {409, 422}


def test_a_link_that_has_ended_says_so():
    answer = browser().get(reverse("paper-link", args=["x" * 43]))
    assert answer.status_code == 404
    assert browser().post(reverse("paper-link", args=["x" * 43]), {"do": "undo"}).status_code == 404


def test_a_director_makes_links_on_the_page_and_sees_them_once():
    scene = a_final(CLUB)
    director = browser(scene.director)
    made = set(LINK.findall(director.post(at(scene), {"do": "links"}).content.decode()))
    assert len(made) == 2
    assert not LINK.search(director.get(at(scene)).content.decode())
    director.post(at(scene), {"do": "revoke"})
    assert browser().get(f"/paper/{made.pop()}/").status_code == 404


def test_who_only_looks_on_has_nothing_to_press():
    scene = a_final(CLUB)
    papers.propose(**scene.place, writer=scene.writers["home"], version=0, home=31, away=9, now=NOW)
    for reader in (None, UserFactory()):
        page = browser(reader).get(at(scene)).content.decode()
        assert "31\N{EN DASH}9" in page
        assert 'name="do"' not in page
    assert browser().get(at(scene, 2)).status_code == 404
    assert browser().get(at(scene).replace("K1.1", "K9.9")).status_code == 404


def test_the_hall_screen_shows_results_sheets_and_the_table_to_anybody(django_assert_max_num_queries):
    scene = a_final(CLUB)
    screen = reverse("tournament-screen", args=[scene.tournament.code])
    sheets.write_hand(**scene.place, writer=scene.writers["home"], version=0, counted=Counted(thirds_of(7)), now=NOW)
    with django_assert_max_num_queries(16):
        page = browser().get(screen)
    kinds = [slide.kind for slide in page.context["slides"]]
    assert kinds == ["pairings", "standings"]
    assert page.context["slides"][0].rows[0].score == (7, 4)
    papers.enter(**scene.place, hand=scene.hand, home=31, away=9, now=NOW)
    page = browser().get(screen)
    assert page.context["slides"][0].kind in {"winners", "pairings"}


def test_the_cards_of_a_round_have_private_links_for_directors_only():
    scene = a_final(CLUB)
    sheet = reverse("tournament-print", args=[scene.tournament.code, 1])
    public = browser().get(sheet)
    assert public.status_code == 200
    assert [code["address"].split("/", 3)[3] for card in public.context["cards"] for code in card["codes"]] == [
        at(scene).lstrip("/")
    ]
    assert browser(scene.home).post(sheet).status_code == 403
    printed = browser(scene.director).post(sheet)
    addresses = [code["address"] for card in printed.context["cards"] for code in card["codes"]]
    assert all(browser().get(LINK.search(address)[0]).status_code == 200 for address in addresses)
    assert len(addresses) == 2
    assert browser().get(sheet.replace("/1/", "/2/")).status_code == 404


def test_the_list_for_the_door_is_for_who_checks_in():
    scene = a_final(CLUB)
    door = reverse("tournament-print-entrants", args=[scene.tournament.code])
    assert browser(scene.home).get(door).status_code == 403
    assert scene.home.username in browser(scene.director).get(door).content.decode()
