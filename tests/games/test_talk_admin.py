"""Admin of reports, lines and time-outs: settled by actions, shown literally, never rewritten."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import Silence
from accounts.selectors.ties import silence_of
from games.models import ChatLine, Report
from games.services import chat, reports
from tests.accounts.factories import ConfirmedUserFactory, StaffFactory
from tests.games.factories import open_table, person

pytestmark = pytest.mark.django_db
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def staff():
    return StaffFactory(username="Capo")


@pytest.fixture
def client(staff):
    client = Client()
    client.force_login(staff)
    return client


@pytest.fixture
def reported():
    """A person, the line they wrote and the report of it."""
    bruno, table = person("Bruno"), open_table()
    chat.write(table_id=table.pk, user_id=person().pk, command_id=uuid4(), text="Prima")
    line_id = chat.write(table_id=table.pk, user_id=bruno.pk, command_id=uuid4(), text=HOSTILE)
    facts = {"target_id": bruno.pk, "reason": "insult", "words": HOSTILE, "line_id": line_id}
    return bruno, line_id, reports.report(user_id=person().pk, **facts)


def act(client, model, action, *ids, user=None):
    return client.post(f"/admin/{model}/", {"action": action, "_selected_action": ids}, follow=True)


def test_markup_is_only_words(client, reported):
    pages = [
        "games/report/",
        f"games/report/{reported[2]}/change/",
        "games/chatline/",
        f"games/chatline/{reported[1]}/change/",
    ]
    for path in pages:
        page = client.get(f"/admin/{path}")
        assert page.status_code == 200
        text = page.content.decode()
        assert HOSTILE not in text
        assert "&lt;img src=x" in text
    assert "Prima" in client.get(f"/admin/games/report/{reported[2]}/change/").content.decode()


def test_upholding_with_a_time_out(client, staff, reported):
    bruno, line_id, report_id = reported
    act(client, "games/report", "silence_day", report_id)
    found = Report.objects.get()
    assert (found.state, found.settled_by) == ("upheld", staff)
    assert ChatLine.objects.get(pk=line_id).hidden_by == staff
    given = silence_of(user_id=bruno.pk)
    assert (given.given_by, (given.until - given.given_at).days) == (staff, 1)
    act(client, "games/report", "dismiss", report_id)
    assert Report.objects.get().state == "upheld"
    act(client, "accounts/silence", "lift", given.pk)
    assert silence_of(user_id=bruno.pk) is None
    assert Silence.objects.get().lifted_by == staff


def test_dismissing_changes_nothing_else(client, reported):
    act(client, "games/report", "dismiss", reported[2])
    assert Report.objects.get().state == "dismissed"
    assert ChatLine.objects.get(pk=reported[1]).hidden_at is None
    assert not Silence.objects.exists()


def test_a_line_is_hidden_without_a_report(client, staff, reported):
    act(client, "games/chatline", "hide", reported[1])
    assert ChatLine.objects.get(pk=reported[1]).hidden_by == staff


def test_a_time_out_is_given_with_a_reason(client, staff):
    bruno = person()
    wish = {"user": bruno.pk, "minutes": "10", "reason": " Insulti \u202e"}
    assert client.post("/admin/accounts/silence/add/", {**wish, "reason": "\u200b"}).status_code == 200
    assert client.post("/admin/accounts/silence/add/", {**wish, "minutes": "11"}).status_code == 200
    assert not Silence.objects.exists()
    assert client.post("/admin/accounts/silence/add/", wish).status_code == 302
    given = Silence.objects.get()
    assert (given.reason, given.given_by, (given.until - given.given_at).seconds) == ("Insulti", staff, 600)
    page = client.get(f"/admin/accounts/silence/{given.pk}/change/")
    assert page.status_code == 200
    assert client.post(f"/admin/accounts/silence/{given.pk}/change/", wish).status_code == 403
    assert client.post(f"/admin/accounts/silence/{given.pk}/delete/", {"post": "yes"}).status_code == 403


def test_who_may_only_look_settles_nothing(reported):
    clerk = ConfirmedUserFactory(username="Clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(clerk)
    assert client.get("/admin/games/report/").status_code == 200
    act(client, "games/report", "uphold", reported[2])
    assert Report.objects.get().state == "open"
