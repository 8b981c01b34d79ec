"""Series pages: made after a tournament there has been, shown with its table and its days, changed and ended."""

from datetime import date, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Club
from tests.accounts.factories import UserFactory
from tests.tournaments.factories import a_director, a_pair, a_tournament
from tournaments.models import TournamentSeries
from tournaments.services import series as services

pytestmark = pytest.mark.django_db
HOSTILE = "<b>Il giovedì</b>"


@pytest.fixture
def director():
    return a_director()


@pytest.fixture
def club(director) -> Club:
    return director.memberships.get().club


def browser_of(user) -> Client:
    client = Client(headers={"accept-language": "en"})
    if user is not None:
        client.force_login(user)
    return client


def wish(model, **facts):
    day = timezone.localdate() + timedelta(days=8)
    given = {"name": HOSTILE, "like": model.code, "first_day": day.isoformat(), "hour": "21:00", "weekly": "1"}
    return given | {"days_ahead": "6", "points": "10, 8; 6"} | facts


def test_a_series_is_made_shown_changed_and_ended_on_its_pages(director, club):
    model = a_tournament(director, "swiss", move_seconds=25)
    client = browser_of(director)
    assert "Played like" in client.get(f"/series/{club.slug}/new/?like={model.code}").content.decode()
    answer = client.post(f"/series/{club.slug}/new/", wish(model))
    series = TournamentSeries.objects.get()
    assert answer.url == f"/series/{club.slug}/{series.slug}/"
    assert (series.points, series.template["move_seconds"], series.zone) == ([10, 8, 6], 25, club.zone)
    text = browser_of(None).get(answer.url).content.decode()
    assert "&lt;b&gt;Il gioved" in text
    assert HOSTILE not in text
    assert "21:00" in text
    assert "Europe/Rome" in text
    assert "End it" not in text
    assert "End it" in client.get(answer.url).content.decode()
    changed = client.post(f"{answer.url}change/", wish(model, like="", hour="20:30", name="Il giovedì"))
    assert changed.status_code == 302
    series.refresh_from_db()
    assert (series.hour, series.name, series.template["move_seconds"]) == (time(20, 30), "Il giovedì", 25)
    client.post(f"{answer.url}end/")
    series.refresh_from_db()
    assert series.ended_at is not None
    assert client.post(f"{answer.url}change/", wish(model)).status_code == 422
    assert client.post(f"{answer.url}end/", follow=True).status_code == 200


REFUSED = [
    {"points": "ten"},
    {"points": "-1"},
    {"like": "nonsense"},
    {"first_day": "2020-01-01", "weekly": ""},
    {"days_ahead": "0"},
]


def test_what_cannot_be_is_said_at_the_form(director, club):
    model = a_tournament(director)
    client = browser_of(director)
    for facts in REFUSED:
        answer = client.post(f"/series/{club.slug}/new/", wish(model, **facts))
        assert answer.status_code == 422, facts
        assert "errorlist" in answer.content.decode(), facts
        assert not TournamentSeries.objects.exists(), facts


def test_without_a_tournament_there_is_nothing_to_repeat(director, club):
    assert "Make a tournament first" in browser_of(director).get(f"/series/{club.slug}/new/").content.decode()


def test_only_who_runs_tournaments_gets_at_the_forms(director, club):
    services.begin(
        club_id=club.pk, user_id=director.pk, now=timezone.now(), name="S", hour=time(21),
        first_day=timezone.localdate() + timedelta(days=9), template={"format": "knockout"},
    )  # fmt: skip
    for path in ("new/", "s/change/"):
        assert browser_of(None).get(f"/series/{club.slug}/{path}").status_code == 302
        assert browser_of(UserFactory(password=None)).get(f"/series/{club.slug}/{path}").status_code == 403
    assert browser_of(None).get(f"/series/{club.slug}/none/").status_code == 404


def test_the_table_explains_each_total_and_the_hall_counts_winners(director, club):
    now = timezone.now()
    slug = services.begin(
        club_id=club.pk, user_id=director.pk, now=now, name="Lega", hour=time(21),
        first_day=timezone.localdate() + timedelta(days=9), template={"format": "knockout"},
    )  # fmt: skip
    series = TournamentSeries.objects.get(slug=slug)
    ada, bruno, hidden, elsa = (UserFactory(username=name, password=None) for name in ("Ada", "Bruno", "Dino", "Elsa"))
    hidden.wants_ladder = False
    hidden.save()
    for number, year in enumerate((2025, 2026, 2026), 1):
        held = a_tournament(
            director, state="finished", name=f"Sera {number}", series=series if number > 1 else None,
            series_day=date(year, 1, number), starts_at=now.replace(year=year, month=1, day=number), ended_at=now,
        )  # fmt: skip
        a_pair(held, [ada, bruno] if number < 3 else [hidden, elsa], place=1, series_points=10)
        a_pair(held, [hidden, elsa] if number < 3 else [ada, bruno], place=2, series_points=8)
    text = browser_of(None).get(f"/series/{club.slug}/{slug}/").content.decode()
    assert "place 1, 10 points" in text
    assert "Sera 1" not in text
    hall = browser_of(ada).get(f"/clubs/{club.slug}/hall/")
    assert [(row.place, row.name, row.counts) for row in hall.context["medals"]] == [
        (1, "Ada", [2, 1, 0]), (1, "Bruno", [2, 1, 0]), (3, "Elsa", [1, 2, 0]),
    ]  # fmt: skip
    assert [edition.tournament.name for edition in hall.context["editions"]] == ["Sera 3", "Sera 2", "Sera 1"]
    assert "Dino" in hall.content.decode()
    assert hall.context["years"] == [2026, 2025]
    for query, names in {
        "year=2025": ["Sera 1"],
        f"series={slug}": ["Sera 3", "Sera 2"],
        f"year=2025&series={slug}": [],
        "year=9999999&series=none": ["Sera 3", "Sera 2", "Sera 1"],
    }.items():
        found = browser_of(None).get(f"/clubs/{club.slug}/hall/?{query}").context["editions"]
        assert [edition.tournament.name for edition in found] == names, query
