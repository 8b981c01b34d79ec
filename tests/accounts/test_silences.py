"""Silences: given with a reason, running out by themselves, lifted before."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.errors import BadText, BadTimeOut, NoSuchPlayer
from accounts.models import Notice, Silence
from accounts.selectors.ties import silence_of
from accounts.services import closing, export, silences
from tests.accounts.factories import StaffFactory, UserFactory

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def silence(user, lasts=HOUR, reason="Insults"):
    return silences.silence(user_id=user.pk, by_id=StaffFactory().pk, lasts=lasts, reason=reason)


def test_the_longest_counts_until_it_runs_out():
    ada = UserFactory()
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        silence(ada)
        longest = silence(ada, 3 * HOUR)
        silence(ada, 2 * HOUR)
        assert silence_of(user_id=ada.pk).pk == longest
    for hours, is_silent in [(2.9, True), (3.1, False)]:
        with time_machine.travel(now + hours * HOUR, tick=False):
            assert (silence_of(user_id=ada.pk) is not None) == is_silent


def test_it_is_lifted_once_and_says_by_whom():
    ada, staff = UserFactory(), StaffFactory()
    silence_id = silence(ada)
    assert silences.lift(silence_id=silence_id, by_id=staff.pk)
    assert not silences.lift(silence_id=silence_id, by_id=StaffFactory().pk)
    assert silence_of(user_id=ada.pk) is None
    assert Silence.objects.get().lifted_by == staff


def test_the_person_is_told_and_can_take_it_along():
    ada = UserFactory()
    silence(ada, reason="  One\u202e <b>line</b>\n")
    assert Notice.objects.get(user=ada).data["reason"] == "One <b>line</b>"
    (row,) = export.data_of(user_id=ada.pk)["time_outs"]
    assert row["reason"] == "One <b>line</b>"


@pytest.mark.parametrize("lasts", [timedelta(0), -HOUR, timedelta(seconds=59), timedelta(days=367)])
def test_it_lasts_a_minute_at_least_and_a_year_at_most(lasts):
    with pytest.raises(BadTimeOut):
        silence(UserFactory(), lasts)


def test_it_has_a_reason_and_somebody_to_be_silent():
    gone = UserFactory()
    closing.close_account(user_id=gone.pk)
    with pytest.raises(BadTimeOut):
        silence(UserFactory(), reason=" \u200b ")
    with pytest.raises(BadText):
        silence(UserFactory(), reason="x" * 201)
    with pytest.raises(NoSuchPlayer):
        silence(gone)
