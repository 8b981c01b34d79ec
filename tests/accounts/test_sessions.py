"""Sessions: where a person is logged in, how it ends, and what live sockets are told."""

from io import StringIO

import pytest
from allauth.usersessions.models import UserSession
from django.core.management import call_command
from django.db import transaction
from django.test import Client

from accounts.management.commands import changepassword
from accounts.models import User
from accounts.services import people, sessions
from tests.accounts.factories import PASSWORD, StaffFactory, UserFactory

pytestmark = pytest.mark.django_db(transaction=True)
NEW_PASSWORD = "asso-di-coppe-11"


def logged_in(name="Ada", browser="Firefox"):
    client = Client(headers={"user-agent": browser})
    assert client.post("/account/login/", {"login": name, "password": PASSWORD}).status_code == 302
    return client


def is_in(client):
    return client.get("/account/").status_code == 200


def credential(client):
    return sessions.credential_of_session(client.session.session_key)


@pytest.fixture
def ada():
    return UserFactory(username="Ada")


@pytest.mark.usefixtures("ada")
def test_the_page_lists_the_devices_and_ends_one(announced):
    phone, desk = logged_in(browser="Phone"), logged_in(browser="Desk <b>")
    meant, kept = credential(phone), credential(desk)
    page = desk.get("/account/sessions/").content.decode()
    assert "Phone" in page
    assert "Desk &lt;b&gt;" in page
    row = UserSession.objects.get(user_agent="Phone")
    assert desk.get(f"/account/sessions/{row.pk}/end/").status_code == 405
    assert desk.post(f"/account/sessions/{row.pk}/end/")["Location"] == "/account/sessions/"
    assert (is_in(phone), is_in(desk)) == (False, True)
    ((group, message),) = announced
    assert group == f"user.{User.objects.get().pk}"
    assert sessions.is_ended_by(message, meant)
    assert not sessions.is_ended_by(message, kept)


def test_nobody_ends_a_session_of_somebody_else(ada):
    UserFactory(username="Bruno")
    theirs, mine = logged_in("Bruno"), logged_in("Ada")
    row = UserSession.objects.get(user__username="Bruno")
    assert mine.post(f"/account/sessions/{row.pk}/end/").status_code == 404
    assert is_in(theirs)


@pytest.mark.usefixtures("ada")
def test_ending_ones_own_session_is_a_log_out():
    client = logged_in()
    row = UserSession.objects.get()
    assert client.post(f"/account/sessions/{row.pk}/end/")["Location"] == "/account/login/"
    assert not is_in(client)


def test_everywhere_means_everywhere(ada, announced):
    UserFactory(username="Bruno")
    other = logged_in("Bruno")
    clients = [logged_in() for _ in range(3)]
    credentials = [credential(client) for client in clients]
    assert clients[0].post("/account/sessions/end/")["Location"] == "/account/login/"
    assert not any(is_in(client) for client in clients)
    assert is_in(other)
    assert not UserSession.objects.filter(user=ada).exists()
    group, message = announced[0]
    assert group == f"user.{ada.pk}"
    assert all(sessions.is_ended_by(message, name) for name in (*credentials, "token:whatever"))


@pytest.mark.usefixtures("ada")
@pytest.mark.parametrize("path", ["/account/logout/", "/admin/logout/"])
def test_a_log_out_ends_this_session_alone_by_whatever_door(announced, path):
    StaffFactory(username="Capo")
    phone, desk = logged_in("Capo"), logged_in("Capo")
    meant, kept = credential(desk), credential(phone)
    assert desk.get("/account/logout/").status_code == 200
    assert is_in(desk)
    desk.post(path)
    assert (is_in(phone), is_in(desk)) == (True, False)
    ((_, message),) = announced
    assert sessions.is_ended_by(message, meant)
    assert not sessions.is_ended_by(message, kept)


def test_a_changed_password_ends_the_other_sessions(ada, announced):
    phone, desk = logged_in(), logged_in()
    meant, kept = credential(phone), credential(desk)
    answer = desk.post(
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
    )
    assert answer["Location"] == "/account/"
    assert (is_in(phone), is_in(desk)) == (False, True)
    ((_, message),) = announced
    assert sessions.is_ended_by(message, meant)
    assert not sessions.is_ended_by(message, kept)
    page = desk.get("/account/sessions/")
    assert [session.session_key for session in page.context["sessions"]] == [desk.session.session_key]


def test_a_wrong_old_password_changes_nothing(ada, announced):
    client = logged_in()
    client.post(
        "/account/password/change/", {"oldpassword": "wrong", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
    )
    ada.refresh_from_db()
    assert ada.check_password(PASSWORD)
    assert not announced


def test_sleep_ends_everything_at_once(ada, announced):
    client = logged_in()
    name = credential(client)
    people.deactivate(user_id=ada.pk)
    assert not is_in(client)
    assert sessions.is_ended_by(announced[0][1], name)
    assert client.post("/account/login/", {"login": "Ada", "password": PASSWORD}).status_code == 200


def test_nothing_is_told_of_what_was_rolled_back(ada, announced):
    logged_in()
    with transaction.atomic():
        sessions.end_sessions(user_id=ada.pk)
        transaction.set_rollback(True)
    assert not announced
    assert UserSession.objects.count() == 1


def test_messages_name_sessions_by_hashes(ada, announced):
    client = logged_in()
    key = client.session.session_key
    client.post("/account/logout/")
    assert key not in str(announced)


def test_a_password_changed_at_the_terminal_closes_what_the_old_one_opened(ada, announced, monkeypatch):
    browser = Client()
    browser.force_login(ada)
    assert browser.get("/account/").status_code == 200
    monkeypatch.setattr(changepassword.Command, "_get_pass", lambda *_args: "tre-di-spade-busso")
    call_command("changepassword", ada.username, stdout=StringIO())
    assert browser.get("/account/").status_code == 302
    assert [(group, message["ended"]) for group, message in announced] == [(f"user.{ada.pk}", ["*"])]
    ada.refresh_from_db()
    assert ada.check_password("tre-di-spade-busso")
