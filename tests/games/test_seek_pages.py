"""Pages of seeks and invitations, and what messengers show of a table's address."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Invitation, Seek, Table
from games.services import invitations, seeks
from tests.games.factories import open_table, people, person
from tests.games.test_pages import client_of

pytestmark = pytest.mark.django_db

LOBBY = "/tables/"
PLAIN = {"preset": "due", "target": "", "band": "", "partner": ""}


def text_of(client: Client, path: str = LOBBY) -> str:
    return client.get(path).content.decode()


def asking(client: Client, **wish):
    return client.post(reverse("games:seek"), PLAIN | wish)


def test_two_people_find_each_other_on_the_page_of_tables() -> None:
    anna, bruno = people(2)
    one, other = client_of(anna), client_of(bruno)
    assert "Find me a table" in text_of(one)
    assert asking(one, target="21", rated="on", band="200").url == LOBBY
    own = Seek.objects.get()
    assert (own.rated, own.rating_low, own.rating_high) == (True, 1300, 1700)
    assert "Looking for a table for you" in text_of(one)
    assert anna.username in text_of(client_of())
    assert "rating 1300 to 1700" in text_of(other)
    answer = other.post(reverse("games:seek"), {"like": own.pk})
    table = Table.objects.get()
    assert answer.url == f"/tables/{table.code}/"
    for client in (one, other):
        assert f'data-go="/tables/{table.code}/"' in text_of(client)


def test_htmx_asks_for_what_changes_alone() -> None:
    anna = person()
    client = client_of(anna)
    asking(client)
    fragment = client.get(LOBBY, headers={"HX-Request": "true"}).content.decode()
    assert "Looking for a table for you" in fragment
    assert "<html" not in fragment


def test_a_partner_is_asked_and_answers_on_the_page() -> None:
    anna, bruno = people(2)
    asking(client_of(anna), preset="club", partner=bruno.username.upper())
    own = Seek.objects.get()
    page = text_of(client_of(bruno))
    assert f"{anna.username} would like to look for a table with you" in page
    client_of(bruno).post(reverse("games:seek-answer", args=[own.pk]), {"accept": "yes"})
    own.refresh_from_db()
    assert (own.state, own.seekers.count()) == ("waiting", 2)
    client_of(bruno).post(reverse("games:seek-cancel"))
    own.refresh_from_db()
    assert own.end == "cancelled"


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"preset": "poker"}, "Select a valid choice"),
        ({"preset": "biska", "target": "71"}, "This game is not played to so many points."),
        ({"partner": "nobody-like-that"}, "Nobody has this name."),
        ({"band": "7"}, "Select a valid choice"),
    ],
)
def test_an_impossible_wish_is_explained(wish, words) -> None:
    answer = asking(client_of(person()), **wish)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Seek.objects.exists()


def test_a_refusal_is_told_on_the_next_page() -> None:
    anna = person()
    client = client_of(anna)
    for path, data in (
        (reverse("games:seek"), PLAIN | {"preset": "club", "partner": anna.username}),
        (reverse("games:seek"), {"like": "9" * 30}),
        (reverse("games:seek-cancel"), {}),
        (reverse("games:invitation-answer", args=[10**9]), {"accept": "yes"}),
    ):
        assert client.post(path, data).status_code == 302
        assert 'class="message' in text_of(client), path


def test_an_invitation_is_answered_on_the_page() -> None:
    anna, bruno = people(2)
    table = open_table(anna)
    made = invitations.invite(table_id=table.pk, user_id=anna.pk, invited_id=bruno.pk, number=1)
    client = client_of(bruno)
    assert f"{anna.username} invites you to a table" in text_of(client)
    answer = client.post(reverse("games:invitation-answer", args=[made]), {"accept": "yes"})
    assert answer.url == f"/tables/{table.code}/"
    assert Invitation.objects.get(pk=made).state == "accepted"
    assert "invites you" not in text_of(client)


def test_the_page_tells_how_a_search_has_ended() -> None:
    anna, bruno = people(2)
    own = seeks.seek(user_id=anna.pk, preset="club", partner_id=bruno.pk)
    seeks.answer(seek_id=own, user_id=bruno.pk, accept=False)
    assert "would rather not play now" in text_of(client_of(anna))


def test_the_lobby_is_filtered_by_speed_and_by_rated() -> None:
    open_table(name="Quick one", move_seconds=15, bank_seconds=60)
    open_table(name="Slow one", move_seconds=60, bank_seconds=60)
    open_table(name="For the ladder", rated=True)
    names = {"Quick one", "Slow one", "For the ladder"}
    client = client_of()
    for query, shown in (
        ("speed=quick", {"Quick one"}),
        ("speed=slow", {"Slow one"}),
        ("speed=usual", {"For the ladder"}),
        ("rated=yes", {"For the ladder"}),
        ("rated=no", {"Quick one", "Slow one"}),
        ("rated=perhaps&speed=%00&preset=poker", names),
    ):
        page = text_of(client, f"{LOBBY}?{query}")
        assert {name for name in names if name in page} == shown, query


class TestPreview:
    """What a messenger reads of a table's address."""

    def tags(self, table: Table) -> dict[str, str]:
        page = text_of(client_of(), f"/tables/{table.code}/")
        return dict(re.findall(r'<meta (?:property|name)="(og:\w+|description)" content="([^"]*)"', page))

    def test_a_public_table_is_told_by_name_from_our_own_address(self, settings) -> None:
        settings.SITE_URL = "https://club.example"
        table = open_table(name="Bar Sport <b>", preset="biska")
        tags = self.tags(table)
        assert tags["og:title"] == "Bar Sport &lt;b&gt;"
        assert "Biska" in tags["og:description"]
        assert tags["og:url"] == f"https://club.example/tables/{table.code}/"
        assert tags["og:image"].startswith("https://club.example/static/")

    @pytest.mark.parametrize("facts", [{"visibility": "link"}, {"visibility": "password", "password": "x"}])
    def test_a_private_table_leaks_nothing_but_that_it_is_one(self, facts) -> None:
        tags = self.tags(open_table(name="Secret circle", preset="biska", **facts))
        assert tags["og:title"] == "A table of tressette"
        assert "Secret" not in str(tags)
        assert "Biska" not in str(tags)


def test_the_dialogs_show_link_and_code_of_the_sites_own_address(settings) -> None:
    settings.SITE_URL = "http://192.168.1.7:8000"
    table = open_table()
    page = text_of(client_of(), f"/tables/{table.code}/")
    assert f'href="http://192.168.1.7:8000/tables/{table.code}/"' in page
    assert 'id="table-qr"' in page
    assert 'id="site-qr"' in text_of(client_of())
