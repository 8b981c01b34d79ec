"""Notices: told once, kept without a name, read in one's own language."""

import pytest
from django.urls import reverse
from django.utils import translation

from accounts.errors import NoSuchNotice
from accounts.models import Notice
from accounts.notices import kinds
from accounts.selectors.notices import MOST_COUNTED, notices_of, told, unread_count
from accounts.services import closing, notices, ties
from tests.accounts.factories import BotFactory, UserFactory

pytestmark = pytest.mark.django_db


def give(reader, person, kind="followed"):
    notices.give(user_id=reader.pk, kind=kind, data={"person": person.pk})


def texts(reader):
    return [notice.text for notice in told(notices_of(user_id=reader.pk).order_by("-pk"))]


def test_a_notice_is_read_in_the_language_of_its_reader_and_by_the_name_of_today():
    ada, bruno = UserFactory(), UserFactory(username="Bruno")
    give(ada, bruno)
    with translation.override("en"):
        assert texts(ada) == ["Bruno is following you now."]
    bruno.username = "Brunone"
    bruno.save()
    with translation.override("en"):
        assert texts(ada) == ["Brunone is following you now."]
        closing.close_account(user_id=bruno.pk)
        assert texts(ada) == [f"ex-{bruno.pk} is following you now."]


def test_every_kind_has_a_text_that_its_fields_fill_and_a_page():
    facts = {"person": "Ada", "until": "1 March", "at": "1 March"}
    for kind in kinds().values():
        filled = {field: facts.get(field, "x") for field in kind.fields}
        assert str(kind.text) % filled
        assert kind.address(filled).startswith("/")


def test_the_same_fact_is_not_told_twice_until_it_was_read():
    ada, bruno = UserFactory(), UserFactory()
    give(ada, bruno)
    give(ada, bruno)
    assert unread_count(user_id=ada.pk) == 1
    notices.read_all(user_id=ada.pk)
    give(ada, bruno)
    assert unread_count(user_id=ada.pk) == 1
    assert Notice.objects.count() == 2


def test_some_are_told_nothing():
    ada, bruno, bot, gone = UserFactory(), UserFactory(), BotFactory(), UserFactory()
    closing.close_account(user_id=gone.pk)
    ties.block(user_id=ada.pk, other_id=bruno.pk)
    readers = [ada.pk, bruno.pk, bot.pk, gone.pk]
    notices.give_all(user_ids=readers, kind="followed", data={"person": bruno.pk})
    assert not Notice.objects.exists()


def test_only_a_known_kind_with_its_own_fields_is_given():
    ada = UserFactory()
    for kind, data in [("nonsense", {}), ("followed", {}), ("followed", {"person": 1, "x": 1}), ("followed", {"x": 1})]:
        with pytest.raises((KeyError, ValueError)):
            notices.give(user_id=ada.pk, kind=kind, data=data)
    with pytest.raises(ValueError, match="bytes"):
        notices.give(user_id=ada.pk, kind="silenced", data={"until": "x", "reason": "♠" * 400})
    assert not Notice.objects.exists()


def test_reading_is_for_the_reader_alone():
    ada, bruno = UserFactory(), UserFactory()
    give(ada, bruno)
    (notice,) = Notice.objects.all()
    with pytest.raises(NoSuchNotice):
        notices.read(user_id=bruno.pk, notice_id=notice.pk)
    notices.read_all(user_id=bruno.pk)
    assert unread_count(user_id=ada.pk) == 1
    notices.read(user_id=ada.pk, notice_id=notice.pk)
    notices.read(user_id=ada.pk, notice_id=notice.pk)
    assert unread_count(user_id=ada.pk) == 0


def test_old_notices_go_and_many_are_not_counted(monkeypatch):
    monkeypatch.setattr(notices, "KEPT", 2)
    ada, people = UserFactory(), [UserFactory() for _ in range(4)]
    for person in people:
        give(ada, person)
    assert [row.data["person"] for row in notices_of(user_id=ada.pk).order_by("pk")] == [p.pk for p in people[2:]]
    Notice.objects.bulk_create(Notice(user=ada, kind="followed", data={"person": -n}) for n in range(150))
    assert unread_count(user_id=ada.pk) == MOST_COUNTED + 1


def test_open_sockets_hear_of_it_after_the_commit(announced, django_capture_on_commit_callbacks):
    ada, bruno = UserFactory(), UserFactory()
    with django_capture_on_commit_callbacks(execute=True):
        give(ada, bruno)
        assert announced == []
    ((group, message),) = announced
    assert (group, message["type"]) == (f"user.{ada.pk}", "user.notice")
    assert message["text"] == '{"type": "notice", "code": "followed", "bell": true}'


def test_the_page_of_notices_leads_on_and_marks_what_was_opened(client):
    ada, bruno = UserFactory(), UserFactory(username="Bruno")
    give(ada, bruno)
    client.force_login(ada)
    page = client.get(reverse("accounts:notices")).content.decode()
    assert "Bruno" in page
    assert unread_count(user_id=ada.pk) == 1  # looking changes nothing
    (notice,) = Notice.objects.all()
    opened = client.post(reverse("accounts:notice-open", args=[notice.pk]))
    assert opened["Location"] == reverse("games:player", args=["Bruno"])
    assert unread_count(user_id=ada.pk) == 0
    assert client.post(reverse("accounts:notice-open", args=[notice.pk + 1])).status_code == 404
    hostile = {"until": "2031-03-01T20:00:00+00:00", "reason": "<img src=x onerror=alert(1)> %(x)s {{x}}"}
    notices.give(user_id=ada.pk, kind="silenced", data=hostile)
    page = client.get(reverse("accounts:notices")).content.decode()
    assert "&lt;img src=x onerror=alert(1)&gt; %(x)s {{x}}" in page
    client.post(reverse("accounts:notices-read"))
    assert unread_count(user_id=ada.pk) == 0
