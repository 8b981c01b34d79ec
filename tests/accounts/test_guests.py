"""Guests: strangers who practise at the press of a button, and what becomes of them (docs/adr/0033)."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from games.models import Match, MatchSeat, Seat, Table
from games.selectors.players import players
from games.services.guests import clear_guests
from games.services.practice import open_practice
from tests.accounts.factories import PASSWORD, UserFactory

pytestmark = pytest.mark.django_db

PRACTICE = "/tables/practice/"
SIGN_UP = {"username": "Ada", "email": "ada@example.org", "password1": PASSWORD}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.fixture
def guest(client) -> User:
    """Somebody who has pressed the button in *client*."""
    client.post(PRACTICE)
    return User.objects.get(kind=User.Kind.GUEST)


def own_table(user: User) -> Table:
    return Table.objects.get(opened_by=user)


def test_one_button_leads_a_stranger_to_a_match_with_bots(client):
    answer = client.post(PRACTICE)
    guest = User.objects.get(kind=User.Kind.GUEST)
    table = own_table(guest)
    assert (answer.status_code, answer["Location"]) == (302, f"/tables/{table.code}/")
    assert (table.status, table.is_practice, table.visibility) == ("playing", True, "link")
    assert Match.objects.get(table=table).seats.filter(user=guest).count() == 1
    assert (guest.has_usable_password(), guest.email, guest.is_staff) == (False, "", False)
    assert guest.username.startswith("ospite-")
    assert b'data-user-id="%d"' % guest.pk in client.get(answer["Location"]).content
    # Pressed again, it leads back to the match.
    assert client.post(PRACTICE)["Location"] == f"/tables/{table.code}/"
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 1


def test_the_session_ends_with_the_guests_time(client, guest):
    left = client.session.get_expiry_date() - timezone.now()
    assert guests.LIFE - timedelta(minutes=1) < left <= guests.LIFE


def test_an_address_sends_so_many_guests_and_no_more(client, settings):
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/m/ip"}
    assert [Client().post(PRACTICE).status_code for _ in range(3)] == [302, 302, 429]
    assert User.objects.filter(kind=User.Kind.GUEST).count() == 2


def test_a_site_may_have_no_guests(client, settings):
    settings.GUESTS_WELCOME = False
    assert client.post(PRACTICE)["Location"].startswith("/account/signup/")
    assert not User.objects.exists()


def test_a_guest_is_not_among_the_players(guest):
    assert guest not in players()


@pytest.mark.parametrize(
    "fact", [{"email": "a@example.org"}, {"is_staff": True}, {"is_superuser": True}, {"password": "x"}]
)
def test_the_database_keeps_guests_without_a_way_in(guest, fact):
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.filter(pk=guest.pk).update(**fact)


@pytest.mark.parametrize(
    ("verb", "path"),
    [
        ("post", "/api/v1/tables/"),
        ("post", "/api/v1/tokens/"),
        ("get", "/api/v1/me/"),
        ("post", "/api/v1/tables/{other}/unlock/"),
    ],
)
def test_rest_is_shut_to_a_guest_but_for_the_own_table(client, guest, verb, path):
    other = Table.objects.get(pk=_other_table())
    answer = client.generic(verb.upper(), path.format(other=other.code), "{}", content_type="application/json")
    if path.endswith("unlock/"):  # what strangers may, guests may
        assert answer.status_code == 400
    else:
        assert (answer.status_code, answer.json()["code"]) == (403, "members_only")


def _other_table() -> int:
    from games.services.tables import open_table

    return open_table(user_id=UserFactory().pk, preset="club")


def test_a_guest_sits_down_nowhere_else_and_is_offered_nothing(client, guest):
    other = Table.objects.get(pk=_other_table())
    answer = client.put(f"/api/v1/tables/{other.code}/seats/0/")
    assert (answer.status_code, answer.json()["code"]) == (403, "members_only")
    assert client.get(f"/api/v1/tables/{other.code}/").json()["you"]["may"] == []


@pytest.mark.parametrize("path", ["/account/", "/account/tokens/", "/tables/new/", "/account/export/"])
def test_pages_of_members_lead_a_guest_to_the_log_in(client, guest, path):
    assert client.get(path)["Location"].startswith("/account/login/")


def test_nobody_else_sits_down_at_a_practice_table(client, guest):
    table = own_table(guest)
    Table.objects.filter(pk=table.pk).update(status="open")
    Seat.objects.filter(table=table, number=1).update(user=None)
    visitor = Client()
    visitor.force_login(UserFactory())
    answer = visitor.put(f"/api/v1/tables/{table.code}/seats/1/")
    assert (answer.status_code, answer.json()["code"]) == (403, "table_private")


class TestSigningUp:
    """The guest's row becomes the member's."""

    def test_table_and_matches_are_kept(self, client, guest):
        table, session = own_table(guest), client.session.session_key
        assert client.get("/account/signup/").status_code == 200
        assert client.post("/account/signup/", SIGN_UP).status_code == 302
        member = User.objects.get(username="Ada")
        assert (member.pk, member.kind, member.email) == (guest.pk, "human", "ada@example.org")
        assert member.check_password(PASSWORD)
        assert Seat.objects.get(user=member).table == table
        assert MatchSeat.objects.get(user=member, to_seq=None).match.status == "running"
        assert client.session["_auth_user_id"] == str(member.pk)
        assert client.session.session_key != session  # what the guest's sockets came in with is over
        assert client.session.get_expiry_age() > 10 * 86_400
        assert client.get("/account/").status_code == 200
        assert clear_guests(now=timezone.now() + timedelta(days=9)) == 0

    def test_a_refused_sign_up_changes_nothing(self, client, guest):
        assert client.post("/account/signup/", SIGN_UP | {"password1": "x"}).status_code == 200
        guest.refresh_from_db()
        assert guest.kind == "guest"
        assert own_table(guest).status == "playing"

    def test_the_sweep_may_have_been_quicker(self, client, guest):
        guests_gone(guest)
        assert client.post("/account/signup/", SIGN_UP).status_code == 302
        assert User.objects.get(username="Ada").pk != guest.pk


def test_who_logs_in_elsewhere_leaves_no_table_behind(client, guest):
    table, member = own_table(guest), UserFactory(username="Ada")
    client.post("/account/login/", {"login": "Ada", "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(member.pk)
    table.refresh_from_db()
    assert table.status == "closed"
    assert Match.objects.get(table=table).status == "aborted"
    guest.refresh_from_db()
    assert not guest.is_active
    assert not Seat.objects.filter(user=guest).exists()


def guests_gone(guest: User) -> None:
    """Time passes: the guest is closed, and an hour later forgotten."""
    assert clear_guests() == 0
    User.objects.filter(pk=guest.pk).update(date_joined=timezone.now() - guests.LIFE)
    assert clear_guests() == 1
    assert clear_guests() == 0
    assert clear_guests(now=timezone.now() + timedelta(minutes=61)) == 1


def test_old_guests_are_cleared_with_all_they_played(client, guest):
    member = UserFactory()
    kept = open_practice(user_id=member.pk)
    guests_gone(guest)
    assert not User.objects.filter(pk=guest.pk).exists()
    assert list(Table.objects.values_list("code", flat=True)) == [kept]
    assert list(Match.objects.values_list("table__code", flat=True)) == [kept]
