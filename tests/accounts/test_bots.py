"""Bots of the house: made when first asked for, once, however many ask."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from accounts.models import User
from accounts.services import bots


@pytest.mark.django_db
def test_a_bot_is_a_user_of_its_level_who_cannot_log_in(client):
    bot = User.objects.get(pk=bots.house_bot("esperto", 3))
    assert (bot.kind, bot.bot_level, bot.is_active, bot.is_staff) == ("bot", "esperto", True, False)
    assert not bot.has_usable_password()
    assert bot.username.endswith("-bot")
    assert bots.house_bot("esperto", 3) == bot.pk
    assert bots.house_bot("maestro", 3) != bot.pk
    assert User.objects.count() == 2


@pytest.mark.django_db
def test_there_is_no_other_level_and_no_bot_before_the_first():
    with pytest.raises(ValueError, match="tuple"):
        bots.house_bot("campione", 0)
    with pytest.raises(ValueError, match="0"):
        bots.house_bot("buono", -1)
    assert not User.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_any_number_may_ask_at_once(monkeypatch):
    threads = 6
    all_have_looked = Barrier(threads, timeout=20)
    create = User.objects.create_user

    def create_together(*args, **kwargs):
        all_have_looked.wait()
        return create(*args, **kwargs)

    monkeypatch.setattr(type(User.objects), "create_user", lambda self, *a, **k: create_together(*a, **k))

    def ask(_):
        try:
            return bots.house_bot("buono", 0)
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        assert len(set(pool.map(ask, range(threads)))) == 1
    assert User.objects.count() == 1
