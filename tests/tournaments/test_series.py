"""Series: every Thursday at nine, through changes of the clocks, twice-run schedulers and nights without power."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from accounts.errors import BadText, BadZone, ClubClosed, NoRight
from accounts.services import clubs
from tests.accounts.factories import UserFactory
from tests.games.races import at_once
from tests.tournaments.factories import a_director, a_pair, a_tournament
from tournaments.errors import BadSeries, BadTournament, NoSuchSeries, SeriesEnded, TooManySeries
from tournaments.formats.errors import BadFormatOption
from tournaments.models import AuditEntry, EntrantMember, Tournament, TournamentSeries
from tournaments.selectors.series import series_at, standings_of
from tournaments.selectors.series_days import due_days, missed_days, next_days, start_on
from tournaments.services import series as services

NOW = datetime(2027, 1, 1, 12, tzinfo=UTC)
THURSDAY = date(2027, 1, 7)
SWISS = {"format": "swiss", "format_options": {"rounds": 3}, "check_in_minutes": 0}
HOUR = timedelta(hours=1)


def a_series(director=None, now=NOW, **facts) -> TournamentSeries:
    director = director or a_director()
    club = director.memberships.get().club
    given = {"name": "Il giovedì", "first_day": THURSDAY, "hour": time(21), "template": SWISS}
    slug = services.begin(club_id=club.pk, user_id=director.pk, now=now, **(given | facts))
    return series_at(club_slug=club.slug, slug=slug)


def plain(**facts) -> TournamentSeries:
    given = {"first_day": THURSDAY, "hour": time(21), "zone": "Europe/Rome", "created_at": NOW, "days_ahead": 6}
    return TournamentSeries(**(given | facts))


def test_nine_in_the_evening_stays_nine_when_the_clocks_change():
    starts = [start_on(plain(), day) for day in next_days(plain(), datetime(2027, 3, 20, tzinfo=UTC), 2)]
    assert [f"{start:%d %H:%M}" for start in starts] == ["25 20:00", "01 19:00"]


@pytest.mark.parametrize(("day", "moment"), [(date(2027, 3, 28), "01:30"), (date(2027, 10, 31), "00:30")])
def test_a_skipped_or_doubled_hour_is_once(day, moment):
    held = plain(first_day=day, hour=time(2, 30), weekly=False)
    start = start_on(held, day)
    assert f"{start:%H:%M}" == moment
    assert due_days(held, start - HOUR) == [day]
    assert due_days(held, start) == due_days(held, start + HOUR) == []


@pytest.mark.parametrize(
    ("facts", "now", "days"),
    [
        ({}, datetime(2027, 1, 1, 19, 59, tzinfo=UTC), []),
        ({}, datetime(2027, 1, 1, 20, 0, tzinfo=UTC), [7]),
        ({}, datetime(2027, 1, 7, 19, 59, tzinfo=UTC), [7]),
        ({}, datetime(2027, 1, 7, 20, 0, tzinfo=UTC), []),  # it would have begun
        ({"days_ahead": 14}, datetime(2027, 1, 2, tzinfo=UTC), [7, 14]),
        ({"days_ahead": 14, "until": date(2027, 1, 13)}, datetime(2027, 1, 2, tzinfo=UTC), [7]),
        ({"weekly": False}, datetime(2027, 1, 10, tzinfo=UTC), []),
        ({"ended_at": NOW}, datetime(2027, 1, 3, tzinfo=UTC), []),
        ({"zone": "Pacific/Kiritimati", "hour": time(0, 30)}, datetime(2027, 1, 6, 10, tzinfo=UTC), [7]),
    ],
)
def test_what_is_to_be_announced(facts, now, days):
    assert [day.day for day in due_days(plain(**facts), now)] == days


@pytest.mark.django_db
def test_the_next_one_is_announced_once_as_the_template_says():
    series = a_series(template={**SWISS, "round_minutes": 45}, zone="Europe/Zagreb")
    assert services.announce_due(now=NOW) == []
    (code,) = services.announce_due(now=NOW + timedelta(days=1))
    assert services.announce_due(now=NOW + timedelta(days=1, minutes=1)) == []
    made = Tournament.objects.get(code=code)
    assert (made.state, made.format, made.round_minutes) == ("announced", "swiss", 45)
    assert (made.series, made.series_day, made.name) == (series, THURSDAY, "Il giovedì, 7.1.2027")
    assert made.starts_at == datetime(2027, 1, 7, 20, tzinfo=UTC)
    assert made.act_at is not None
    acts = AuditEntry.objects.filter(tournament=made).order_by("pk").values_list("act", "way")
    assert list(acts) == [("made_for_series", "server"), ("announced", "server")]


@pytest.mark.django_db
def test_after_a_time_without_power_only_what_is_to_come_is_made():
    series = a_series()
    later = NOW + timedelta(weeks=3, days=1)
    assert len(services.announce_due(now=later)) == 1
    held = set(series.tournaments.values_list("series_day", flat=True))
    assert held == {date(2027, 1, 28)}
    missed = missed_days(series, later, held)
    assert missed == [date(2027, 1, 21), date(2027, 1, 14), THURSDAY]


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_make_it_once():
    series = a_series()
    now = NOW + timedelta(days=2)
    made = at_once([lambda: services.announce_due(now=now)] * 4)
    assert sorted(map(len, made)) == [0, 0, 0, 1]
    assert series.tournaments.count() == 1


@pytest.mark.django_db
def test_what_cannot_be_made_holds_nothing_up(caplog):
    broken, other = a_series(), a_series()
    TournamentSeries.objects.filter(pk=broken.pk).update(template={"format": "swiss", "format_options": {}})
    assert len(services.announce_due(now=NOW + timedelta(days=2))) == 1
    assert other.tournaments.count() == 1
    assert "cannot be made" in caplog.text


@pytest.mark.django_db
def test_a_change_is_for_what_is_to_come():
    series = a_series()
    director = series.created_by
    services.announce_due(now=NOW + timedelta(days=1))
    services.change(series_id=series.pk, user_id=director.pk, now=NOW + timedelta(days=1), hour=time(20), points=[3, 1])
    assert series.tournaments.get().starts_at.hour == 20  # 21 in Rome
    services.announce_due(now=NOW + timedelta(days=9))
    assert series.tournaments.latest("series_day").starts_at.hour == 19


@pytest.mark.django_db
def test_an_ended_series_announces_nothing_and_stays_as_it_is():
    series = a_series()
    whom = {"series_id": series.pk, "user_id": series.created_by_id, "now": NOW}
    services.end(**whom)
    assert services.announce_due(now=NOW + timedelta(days=2)) == []
    for act in (services.end, services.change):
        with pytest.raises(SeriesEnded):
            act(**whom)


@pytest.mark.django_db
def test_a_closed_club_announces_nothing():
    series = a_series()
    clubs.close(club_id=series.club_id, user_id=series.created_by_id)
    assert services.announce_due(now=NOW + timedelta(days=2)) == []
    with pytest.raises(ClubClosed):
        services.begin(club_id=series.club_id, user_id=series.created_by_id, now=NOW, name="x")


@pytest.mark.django_db
def test_only_who_runs_tournaments_makes_changes_or_ends_a_series():
    series, stranger = a_series(), UserFactory(password=None)
    for act in (services.end, services.change):
        with pytest.raises(NoRight):
            act(series_id=series.pk, user_id=stranger.pk, now=NOW)
    with pytest.raises(NoRight):
        services.begin(club_id=series.club_id, user_id=stranger.pk, now=NOW, name="x")
    with pytest.raises(NoSuchSeries):
        services.end(series_id=0, user_id=stranger.pk, now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("facts", "refusal"),
    [
        ({"zone": "Europe/Atlantis"}, BadZone),
        ({"zone": "../../etc"}, BadZone),
        ({"name": "x" * 61}, BadText),
        ({"first_day": date(2026, 12, 31), "weekly": False}, BadSeries),
        ({"first_day": date(1999, 1, 1)}, BadSeries),
        ({"first_day": datetime(2027, 1, 7)}, BadSeries),  # noqa: DTZ001 - hostile
        ({"hour": "21"}, BadSeries),
        ({"until": date(2027, 1, 6)}, BadSeries),
        ({"until": date(2027, 2, 1), "weekly": False}, BadSeries),
        ({"days_ahead": 0}, BadSeries),
        ({"days_ahead": True}, BadSeries),
        ({"points": [10, -1]}, BadSeries),
        ({"points": [1] * 65}, BadSeries),
        ({"template": {}}, BadSeries),
        ({"template": {**SWISS, "starts_at": NOW}}, BadSeries),
        ({"template": {**SWISS, "code": "x"}}, BadSeries),
        ({"template": {"format": "swiss", "format_options": {"rounds": 0}}}, BadFormatOption),
        ({"template": {**SWISS, "move_seconds": "x"}}, BadTournament),
        ({"slug": "x"}, BadSeries),
    ],
)
def test_what_a_series_cannot_be(facts, refusal):
    with pytest.raises(refusal):
        a_series(**facts)
    assert not TournamentSeries.objects.exists()


@pytest.mark.django_db
def test_addresses_are_free_and_series_are_not_without_number(monkeypatch):
    director = a_director()
    slugs = [a_series(director, name=name).slug for name in ("New", "new", "Il giovedì", "Il giovedi", "♠")]
    assert slugs == ["new-2", "new-3", "il-giovedi", "il-giovedi-2", "series"]
    monkeypatch.setattr(services, "MOST_SERIES", 5)
    with pytest.raises(TooManySeries):
        a_series(director)


@pytest.mark.django_db
def test_a_template_is_taken_from_a_tournament():
    director = a_director()
    model = a_tournament(director, "swiss", move_seconds=30)
    series = a_series(director, template=services.template_of(model))
    assert series.template["move_seconds"] == 30
    assert "starts_at" not in series.template


def held(series, day, *places) -> Tournament:
    """A tournament of *series* that has ended; *places* are (place, points, people)."""
    made = a_tournament(series.created_by, state="finished", series=series, series_day=day, name=f"Sera {day:%d.%m}")
    for place, points, people in places:
        a_pair(made, people, place=place, series_points=points)
    return made


@pytest.mark.django_db
def test_the_table_adds_up_what_places_were_worth_and_names_them():
    series = a_series()
    ada, bruno, carla, dino, elsa, furio = (
        UserFactory(username=name, password=None) for name in ["Ada", "Bruno", "Carla", "Dino", "Elsa", "Furio"]
    )
    held(series, THURSDAY, (1, 10, [ada, bruno]), (2, 8, [carla, dino]))
    second = held(series, date(2027, 1, 14), (1, 10, [carla, ada]), (2, 8, [elsa, furio]))
    held(series, date(2027, 1, 21), (None, None, [elsa, dino]))
    substitute = EntrantMember.objects.get(tournament=second, user=furio)
    EntrantMember.objects.filter(pk=substitute.pk).update(until=NOW)
    rows = standings_of(series)
    assert [(row.place, row.name, row.points) for row in rows] == [
        (1, "Ada", 20), (2, "Carla", 18), (3, "Bruno", 10), (4, "Dino", 8), (4, "Elsa", 8),
    ]  # fmt: skip
    assert [(term.name, term.place, term.points) for term in rows[1].terms] == [
        ("Sera 07.01", 2, 8),
        ("Sera 14.01", 1, 10),
    ]
    assert all(row.points == sum(term.points for term in row.terms) for row in rows)


@pytest.mark.django_db
def test_equal_points_stand_by_the_better_places():
    series = a_series()
    one, two, three, four = UserFactory.create_batch(4, password=None)
    held(series, THURSDAY, (1, 2, [one]), (2, 1, [two]), (3, 1, [four]))
    held(series, date(2027, 1, 14), (2, 1, [two]), (5, 0, [three]), (4, 1, [four]))
    rows = standings_of(series)
    assert [(row.place, row.user_id) for row in rows] == [(1, one.pk), (2, two.pk), (3, four.pk), (4, three.pk)]
