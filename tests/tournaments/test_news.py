"""News and reminders: told once, to whom they concern, by mail to who wants it, never before it is so."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.models import Letter, Notice
from accounts.services import letters
from config import settings as as_configured
from tests.accounts.clubs.houses import member_in
from tests.accounts.factories import ConfirmedUserFactory, UserFactory
from tests.games.races import at_once
from tests.tournaments.factories import STARTS_AT, a_director, a_pair, a_tournament
from tournaments.models import ClubNews, Entrant, Reminder, Tournament
from tournaments.services import making, news, reminders
from tournaments.services.audit import SERVER

pytestmark = pytest.mark.django_db


def before(minutes: float):
    return STARTS_AT - timedelta(minutes=minutes)


def two():
    return UserFactory.create_batch(2, password=None)


def kinds_of(user) -> list[str]:
    return list(Notice.objects.filter(user=user).order_by("pk").values_list("kind", flat=True))


def test_who_plays_is_reminded_of_check_in_and_of_the_start_once():
    tournament = a_tournament(a_director())
    ada, bruno = two()
    here, waits = two(), two()
    a_pair(tournament, [ada, bruno], checked_in_at=None)
    a_pair(tournament, here)
    a_pair(tournament, waits, state=Entrant.State.WAITING, checked_in_at=None)
    assert reminders.remind_due(now=before(31)) == 0
    assert reminders.remind_due(now=before(30)) == 2
    assert reminders.remind_due(now=before(29)) == 0
    assert reminders.remind_due(now=before(15)) == 4
    assert reminders.remind_due(now=before(1)) == 0
    assert reminders.remind_due(now=STARTS_AT) == 0
    assert kinds_of(ada) == ["reminder_check_in", "reminder_start"]
    assert kinds_of(here[0]) == ["reminder_start"]
    assert kinds_of(waits[0]) == []


def test_who_comes_in_later_is_reminded_later():
    tournament = a_tournament(a_director())
    a_pair(tournament, two(), checked_in_at=None)
    assert reminders.remind_due(now=before(20)) == 2
    a_pair(tournament, two(), checked_in_at=None)
    assert reminders.remind_due(now=before(19)) == 2


def test_another_start_is_another_reminder():
    tournament = a_tournament(a_director())
    ada, bruno = two()
    a_pair(tournament, [ada, bruno])
    assert reminders.remind_due(now=before(10)) == 2
    later = STARTS_AT + timedelta(hours=1)
    making.change(tournament_id=tournament.pk, hand=SERVER, now=before(9), starts_at=later)
    assert reminders.remind_due(now=before(8)) == 0
    assert reminders.remind_due(now=later - timedelta(minutes=10)) == 4  # they check in anew
    starts = Reminder.objects.filter(user=ada, kind="start").order_by("pk").values_list("starts_at", flat=True)
    assert list(starts) == [STARTS_AT, later]


@pytest.mark.parametrize("facts", [{"state": "draft"}, {"state": "cancelled"}, {"paused_at": before(60)}])
def test_of_what_does_not_start_nobody_is_reminded(facts):
    a_pair(a_tournament(a_director(), **facts), two())
    assert reminders.remind_due(now=before(5)) == 0


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_remind_once_and_mail_once():
    tournament = a_tournament(a_director())
    ada = ConfirmedUserFactory(username="Ada", password=None, wants_mail=True, language="hr")
    a_pair(tournament, [ada, UserFactory(password=None)])
    told = at_once([lambda: reminders.remind_due(now=before(10))] * 4)
    assert sorted(told) == [0, 0, 0, 2]
    assert Letter.objects.count() == 1
    posted = at_once([lambda: letters.post_due(now=timezone.now())] * 4)
    assert sorted(posted) == [0, 0, 0, 1]
    (message,) = mail.outbox
    assert f"/tournaments/{tournament.code}/" in message.body


def test_what_is_rolled_back_is_told_to_nobody(django_capture_on_commit_callbacks):
    a_pair(a_tournament(a_director()), two())
    with django_capture_on_commit_callbacks(execute=True) as calls, transaction.atomic():
        reminders.remind_due(now=before(10))
        transaction.set_rollback(True)
    assert calls == []
    assert not Reminder.objects.exists()
    assert not Notice.objects.exists()


def test_members_hear_once_what_is_announced_and_how_it_ended():
    director = a_director()
    club = director.memberships.get().club
    member, guest, partner = member_in(club), *two()
    tournament = a_tournament(director)
    a_pair(tournament, [guest, partner])
    now = before(60)
    assert news.tell_news(now=now) == 1
    assert news.tell_news(now=now) == 0
    assert (kinds_of(member), kinds_of(director), kinds_of(guest)) == (["news_announced"], [], [])
    Tournament.objects.update(state="finished", ended_at=STARTS_AT)
    assert news.tell_news(now=STARTS_AT) == 1
    assert kinds_of(member) == ["news_announced", "news_finished"]
    assert kinds_of(guest) == ["news_finished"]
    assert [row.kind for row in ClubNews.objects.order_by("pk")] == ["announced", "finished"]


def test_a_draft_is_no_news_and_one_called_off_is_told_by_the_feed_alone():
    director = a_director()
    member = member_in(director.memberships.get().club)
    draft, tournament = a_tournament(director, state="draft"), a_tournament(director)
    assert news.tell_news(now=before(60)) == 1
    making.cancel(tournament_id=tournament.pk, hand=SERVER, now=before(50))
    assert news.tell_news(now=before(50)) == 1
    assert kinds_of(member) == ["news_announced"]
    assert not ClubNews.objects.filter(tournament=draft).exists()


def test_old_news_goes_into_the_feed_and_under_no_bell():
    director = a_director()
    member = member_in(director.memberships.get().club)
    a_tournament(director, state="finished", ended_at=STARTS_AT)
    assert news.tell_news(now=STARTS_AT + news.STALE * 2) == 1
    assert kinds_of(member) == []


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_tell_it_once():
    director = a_director()
    member = member_in(director.memberships.get().club)
    a_tournament(director)
    assert sorted(at_once([lambda: news.tell_news(now=before(60))] * 4)) == [0, 0, 0, 1]
    assert kinds_of(member) == ["news_announced"]


def test_the_clock_of_the_site_does_all_of_it():
    sweeps = [entry["task"] for entry in as_configured.CELERY_BEAT_SCHEDULE.values()]
    for name in ("announce_series", "remind", "tell_news"):
        assert f"tournaments.{name}" in sweeps
        import_string(f"tournaments.tasks.{name}")()
