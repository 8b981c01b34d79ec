"""The demonstration: something to see on an empty site, and nothing twice."""

from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.engine.record import replay
from games.models import Match, Table
from games.selectors.records import record_of_match

pytestmark = pytest.mark.django_db


def demo(**options) -> str:
    out = StringIO()
    call_command("demo", stdout=out, **options)
    return out.getvalue()


def test_the_demo_is_loaded_once() -> None:
    said = demo()
    member = User.objects.get(username="demo")
    password = said.split("password ")[1].strip().rstrip(".")
    assert member.check_password(password)
    finished = Match.objects.filter(status=Match.Status.FINISHED)
    assert finished.count() == 3
    for match in finished:
        told = replay(record_of_match(match.pk))
        assert told["finished"]
        assert told["totals"] == match.result["totals"]
    assert set(Table.objects.filter(matches__in=finished).values_list("status", flat=True)) == {"closed"}
    live = Match.objects.get(status=Match.Status.RUNNING)
    assert live.table.seats.filter(user__bot_level="buono").count() == 4
    assert demo() == "Log in as demo, its password as before.\n"
    assert Match.objects.count() == 4


def test_the_password_can_be_chosen(monkeypatch) -> None:
    monkeypatch.setattr("games.management.commands.demo.FINISHED", ())
    demo(password="asso di coppe")
    assert User.objects.get(username="demo").check_password("asso di coppe")
    demo(password="re di spade")
    assert User.objects.get(username="demo").check_password("re di spade")
