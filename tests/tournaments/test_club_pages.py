"""Club pages: what visitors, members and those with rights see and do, and that odd names stay text."""

from datetime import date, time
from itertools import product

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Admission, Club, ClubEvent, Membership
from accounts.selectors.clubs import membership_of
from accounts.services import admissions, calendar
from games.models import HouseRules, Table
from games.services import house_rules
from games.services.club_tables import open_club_table
from tests.accounts.clubs.houses import club_of, member_in
from tests.games.factories import person

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=alert(1)> Caffè 3♠"


@pytest.fixture
def ada(db):
    return person("Ada")


@pytest.fixture
def club(ada):
    club = club_of(ada, name=HOSTILE, place="<script>Muggia</script>", description="<b>giovedì</b>\n\nalle 21")
    member_in(club, "director", person("Dina"))
    member_in(club, "host", person("Osvaldo"))
    member_in(club, user=person("Bruno"))
    calendar.write_event(
        club_id=club.pk,
        user_id=ada.pk,
        title="Il <i>giovedì</i>",
        day=date(2026, 1, 1),
        hour=time(21),
        repeats="weekly",
    )
    rules = house_rules.publish(
        club_id=club.pk, user_id=ada.pk, name="Da <u>noi</u>", preset="club", options={"target": 41}
    )
    open_club_table(user_id=ada.pk, club_id=club.pk, house_rules_id=rules, name="Interno", visibility="club")
    open_club_table(user_id=ada.pk, club_id=club.pk, preset="cinque", name="Aperto")
    return club


def browser_of(name: str | None) -> Client:
    client = Client()
    if name is not None:
        from accounts.models import User

        client.force_login(User.objects.get(username=name))
    return client


def page(name, club, path="", status=200) -> str:
    answer = browser_of(name).get(f"/clubs/{club.slug}/{path}")
    assert answer.status_code == status, path
    return answer.content.decode()


EVERYBODY = ("Ada", "Dina", "Osvaldo", "Bruno", "Estranea", None)
WHO_MAY = {
    "": EVERYBODY,
    "members/": EVERYBODY,
    "rules/": EVERYBODY,
    "calendar.ics": EVERYBODY,
    "requests/": ("Ada", "Dina"),
    "calendar/": ("Ada", "Dina"),
    "members/import/": ("Ada", "Dina"),
    "members/export/": ("Ada", "Dina"),
    "tables/new/": ("Ada", "Dina", "Osvaldo"),
    "tables/new/?preset=club": ("Ada", "Dina", "Osvaldo"),
    "settings/": ("Ada",),
    "rules/club/": ("Ada",),
}


def test_who_may_see_which_page(club):
    person("Estranea")
    browsers = {name: browser_of(name) for name in EVERYBODY}
    for path, name in product(WHO_MAY, EVERYBODY):
        answer = browsers[name].get(f"/clubs/{club.slug}/{path}")
        assert answer.status_code == (200 if name in WHO_MAY[path] else 403 if name else 302), (path, name)
        text = answer.content.decode()
        for markup in ("<img src=x", "<script>Muggia", "<b>giov", "<i>giov", "<u>noi"):
            assert markup not in text or path.endswith((".ics", "export/")), (path, name, markup)


def test_a_club_shows_itself_and_its_own_tables_to_members(club):
    text = page(None, club)
    for words in ("&lt;img src=x onerror=alert(1)&gt; Caffè 3♠", "Aperto", "21:00", "Europe/Rome", "Bruno"):
        assert words in text
    assert "Interno" not in text
    assert "Interno" in page("Bruno", club)
    assert "BEGIN:VEVENT" in page(None, club, "calendar.ics")


def test_clubs_are_listed_and_looked_for(club, client):
    club_of(name="Bocciofila", place="Pirano")
    assert "Bocciofila" in client.get("/clubs/").content.decode()
    found = client.get("/clubs/", {"q": "pirano"}).content.decode()
    assert "Bocciofila" in found
    assert "Caffè" not in found
    assert "&quot;&gt;&lt;b&gt;" in client.get("/clubs/", {"q": '"><b>'}).content.decode()
    assert client.get("/clubs/nowhere/").status_code == 404


def test_a_club_is_founded_and_a_name_that_looks_like_anothers_is_not(client, ada):
    client.force_login(ada)
    assert client.get("/clubs/new/").status_code == 200
    facts = {"name": "Caffe' Sport", "entry": "open", "zone": "Europe/Zagreb", "language": "hr", "deck": "grandi"}
    assert client.post("/clubs/new/", facts).headers["Location"] == "/clubs/caffe-sport/"
    again = client.post("/clubs/new/", facts | {"name": "CAFFÈ SPORT"})
    assert again.status_code == 422
    assert again.context["form"].errors["name"]
    for wrong in ({"zone": "Mars/Base"}, {"name": "Бар"}, {"entry": "x"}):
        assert client.post("/clubs/new/", facts | {"name": "Altro bar"} | wrong).status_code == 422
    assert Club.objects.count() == 1


def test_the_door_of_a_club(ada):
    club, stranger = club_of(ada, entry="request"), person("Bruno")
    client, door = browser_of("Bruno"), f"/clubs/{club.slug}/door/"
    client.post(door, {"act": "join"})
    assert not Admission.objects.exists()
    client.post(door, {"act": "ask", "words": "<b>ciao</b>"})
    assert "&lt;b&gt;ciao" in page("Ada", club, "requests/")
    client.post(door, {"act": "withdraw"})
    client.post(door, {"act": "ask"})
    waiting = Admission.objects.get(state="pending")
    browser_of("Ada").post(f"/clubs/{club.slug}/requests/{waiting.pk}/", {"act": "accept"})
    assert membership_of(user_id=stranger.pk, club_id=club.pk)
    client.post(door, {"act": "leave"})
    assert not membership_of(user_id=stranger.pk, club_id=club.pk)
    browser_of("Ada").post(f"/clubs/{club.slug}/requests/", {"player": "bruno"})
    assert club.name in client.get("/clubs/").content.decode()
    client.post(door, {"act": "decline"})
    again = browser_of("Ada").post(f"/clubs/{club.slug}/requests/", {"player": "Bruno"})
    assert again.status_code == 422
    assert browser_of("Ada").post(f"/clubs/{club.slug}/requests/", {"player": "Nessuna"}).status_code == 422
    assert "owner" in str(
        browser_of("Ada").post(door, {"act": "leave"}, follow=True, headers={"Accept-Language": "en"}).content
    )
    assert browser_of(None).post(door, {"act": "join"}).status_code == 302
    assert admissions.declined_lately(club_id=club.pk).count() == 1


def test_a_member_is_given_a_card_a_role_rights_and_the_way_out(club):
    bruno = Membership.objects.get(user__username="Bruno")
    path, owner, director = f"/clubs/{club.slug}/members/{bruno.user_id}/", browser_of("Ada"), browser_of("Dina")
    director.post(path, {"act": "keep", "card_number": "=7", "paid_until": "2027-06-30"})
    for act in ({"act": "role", "role": "owner"}, {"act": "rights", "grants": ["settings"]}):
        director.post(path, act)
    bruno.refresh_from_db()
    assert (bruno.card_number, bruno.paid_until, bruno.role, bruno.grants) == ("=7", date(2027, 6, 30), "member", [])
    owner.post(path, {"act": "rights", "grants": ["calendar", "members", "nonsense"]})
    owner.post(path, {"act": "rights", "grants": ["calendar"]})
    owner.post(path, {"act": "role", "role": "host"})
    bruno.refresh_from_db()
    assert (bruno.role, bruno.grants) == ("host", ["calendar"])
    assert owner.post(path, {"act": "role", "role": "king"}).status_code == 422
    assert director.post(path, {"act": "keep", "card_number": "x" * 21}).status_code == 422
    assert "'=7" in page("Dina", club, "members/export/")
    assert "=7" not in page("Bruno", club, "members/")
    director.post(path, {"act": "remove"})
    assert owner.get(path).status_code == 404
    assert browser_of("Dina").get(f"/clubs/{club.slug}/members/{club.founder_id}/").status_code == 200


def test_a_list_is_looked_at_and_then_taken_in(club):
    client, path = browser_of("Dina"), f"/clubs/{club.slug}/members/import/"
    bad = client.post(path, {"text": "nome;tessera\nBruno;1\nNessuna;2\n"})
    assert [len(line["faults"]) for line in bad.context["lines"]] == [0, 1]
    assert b"confirm" not in bad.content
    file = SimpleUploadedFile("soci.csv", b"\xef\xbb\xbfnome;tessera\r\nBruno;1\r\n", content_type="text/csv")
    good = client.post(path, {"file": file})
    assert not Membership.objects.filter(card_number="1").exists()
    answer = client.post(path, {"text": good.context["text"], "confirm": "yes"})
    assert answer.status_code == 302
    assert Membership.objects.get(card_number="1").user.username == "Bruno"
    for wrong in ({"text": ""}, {"text": "no header\nBruno"}, {"file": SimpleUploadedFile("x.csv", b"nome\n\xe8")}):
        assert client.post(path, wrong).status_code == 422


def test_the_calendar_is_kept(club):
    client, path = browser_of("Dina"), f"/clubs/{club.slug}/calendar/"
    facts = {"title": "Torneo", "day": "2026-12-01", "hour": "20:30", "minutes": "120", "repeats": "never"}
    assert client.post(path, facts).status_code == 302
    event = ClubEvent.objects.get(title="Torneo")
    assert (event.hour, event.zone) == (time(20, 30), "Europe/Rome")
    assert client.get(f"{path}{event.pk}/").status_code == 200
    assert client.post(f"{path}{event.pk}/", facts | {"title": "Gara"}).status_code == 302
    for wrong in ({"until": "2026-11-01"}, {"minutes": "0"}, {"title": " "}, {"day": "1999-01-01"}, {"hour": "25:00"}):
        assert client.post(path, facts | wrong).status_code == 422
    client.post(f"{path}{event.pk}/", {"act": "strike"})
    assert ClubEvent.objects.count() == 1
    assert client.get(f"{path}{event.pk}/").status_code == 404


def test_rules_of_the_house_are_published_changed_and_played(club):
    owner, first = browser_of("Ada"), HouseRules.objects.get()
    path = f"/clubs/{club.slug}/rules/"
    shown = owner.get(f"{path}club/", {"from": first.pk}).context["form"]
    assert (shown["rules_name"].value(), shown["target"].value()) == ("Da <u>noi</u>", 41)
    facts = {name: shown[name].value() for name in shown.fields if shown[name].value() not in (None, False)}
    assert owner.post(f"{path}club/", facts | {"target": 21}).status_code == 302
    second = HouseRules.objects.get(is_current=True)
    assert (second.version, second.options) == (2, {"target": 21})
    host = browser_of("Osvaldo")
    opening = f"/clubs/{club.slug}/tables/new/?rules={second.pk}"
    assert host.get(opening).status_code == 200
    assert host.get(f"/clubs/{club.slug}/tables/new/?rules={first.pk}").status_code == 404
    answer = host.post(opening, {"visibility": "club", "clock": "usual", "name": "Nostro", "watch_delay": "0"})
    table = Table.objects.get(name="Nostro")
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert (table.house_rules, table.visibility, table.options) == (second, "club", {"target": 21})
    owner.post(f"{path}{second.pk}/withdraw/")
    assert not HouseRules.objects.filter(is_current=True).exists()


def test_a_club_is_changed_and_closed_by_its_owner(club):
    owner, path = browser_of("Ada"), f"/clubs/{club.slug}/"
    facts = {"name": "Bar Nuovo", "entry": "open", "zone": "Europe/Rome", "language": "it", "deck": "francesi"}
    assert owner.post(f"{path}settings/", facts).status_code == 302
    assert browser_of("Dina").post(f"{path}settings/", facts).status_code == 403
    assert browser_of("Dina").post(f"{path}close/", {"name": "Bar Nuovo"}).status_code == 403
    owner.post(f"{path}close/", {"name": "bar nuovo"})
    club.refresh_from_db()
    assert (club.name, club.closed_at) == ("Bar Nuovo", None)
    owner.post(f"{path}close/", {"name": "Bar Nuovo"})
    club.refresh_from_db()
    assert club.closed_at is not None
    assert page("Ada", club, "settings/", 403)
    assert "Bar Nuovo" in page("Bruno", club)
    assert "BEGIN:VEVENT" not in page(None, club, "calendar.ics")


def test_a_members_table_tells_others_whose_it_is(club):
    table = Table.objects.get(name="Interno")
    member, stranger = browser_of("Bruno"), browser_of(None)
    assert 'data-club-deck="napoletane"' in member.get(f"/tables/{table.code}/").content.decode()
    closed = stranger.get(f"/tables/{table.code}/")
    assert closed.status_code == 403
    assert "Interno" not in closed.content.decode()
    assert f"/clubs/{club.slug}/" in closed.content.decode()
