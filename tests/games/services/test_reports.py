"""Reports: one that waits for each pair of people, settled once, with what follows from it."""

from datetime import timedelta
from uuid import uuid4

import pytest

from accounts.errors import BadText, ListFull, NoSuchPlayer, NotYourself, PeopleOnly
from accounts.models import User
from accounts.selectors.ties import silence_of
from accounts.services import closing, export
from games.engine.errors import BadFormat
from games.errors import NoSuchLine
from games.models import ChatLine, Report
from games.services import chat, reports
from tests.accounts.factories import StaffFactory, UserFactory
from tests.games.factories import match_with, open_table, people, person
from tests.games.races import at_once

pytestmark = pytest.mark.django_db


def line_of(author, text="Brocco!", table=None):
    table = table or open_table()
    return chat.write(table_id=table.pk, user_id=author.pk, command_id=uuid4(), text=text)


def report(reporter, target, reason="insult", **facts):
    return reports.report(user_id=reporter.pk, target_id=target.pk, reason=reason, **facts)


def test_a_report_keeps_the_words_it_is_about():
    ada, bruno = person(), person()
    report(ada, bruno, line_id=line_of(bruno, "<b>Brocco</b>"), words=" Sempre\u202e così\n")
    ChatLine.objects.all().delete()
    (found,) = Report.objects.all()
    assert (found.quoted, found.words, found.line) == ("<b>Brocco</b>", "Sempre così", None)


def test_while_one_waits_another_is_the_same():
    ada, bruno, staff = person(), person(), StaffFactory()
    first = report(ada, bruno)
    assert report(ada, bruno, "spam", words="again") == first
    assert report(person(), bruno) != first
    assert reports.settle(report_id=first, by_id=staff.pk, uphold=False)
    assert report(ada, bruno) != first


def test_what_cannot_be_reported():
    ada, bruno, gone, watcher = person(), person(), person(), person()
    closing.close_account(user_id=gone.pk)
    match = match_with(people(4))
    hidden = line_of(watcher, table=match.table)
    player = match.seats.get(number=0).user
    for refusal, deed in [
        (NotYourself, lambda: report(ada, ada)),
        (NoSuchPlayer, lambda: report(ada, gone)),
        (PeopleOnly, lambda: report(ada, UserFactory(kind=User.Kind.GUEST, password=None))),
        (PeopleOnly, lambda: report(UserFactory(kind=User.Kind.GUEST, password=None), ada)),
        (BadFormat, lambda: report(ada, bruno, "nonsense")),
        (BadText, lambda: report(ada, bruno, words="x" * 501)),
        (NoSuchLine, lambda: report(ada, bruno, line_id=line_of(ada))),
        (NoSuchLine, lambda: report(ada, bruno, line_id=10**12)),
        (NoSuchLine, lambda: report(player, watcher, line_id=hidden)),
    ]:
        with pytest.raises(refusal):
            deed()
    assert not Report.objects.exists()


def test_nobody_floods_the_staff(monkeypatch):
    monkeypatch.setattr(reports, "MOST_OPEN", 1)
    ada, bruno = person(), person()
    assert report(ada, bruno) == report(ada, bruno)
    with pytest.raises(ListFull):
        report(ada, person())


def test_upholding_hides_the_line_and_silences_once():
    ada, bruno, staff = person(), person(), StaffFactory()
    bruno.language = "en"
    bruno.save()
    report_id = report(ada, bruno, line_id=line_of(bruno))
    assert reports.settle(report_id=report_id, by_id=staff.pk, uphold=True, lasts=timedelta(hours=1))
    assert not reports.settle(report_id=report_id, by_id=staff.pk, uphold=False)
    found = Report.objects.get()
    assert (found.state, found.settled_by) == ("upheld", staff)
    assert ChatLine.objects.get().hidden_by == staff
    assert silence_of(user_id=bruno.pk).reason == "Insults or threats"


def test_the_export_tells_what_one_wrote_and_reported_not_who_reported_one():
    ada, bruno = person(), person()
    line_of(ada, "Ciao")
    report(ada, bruno, words="Sempre così")
    own, other = export.data_of(user_id=ada.pk), export.data_of(user_id=bruno.pk)
    assert [row["text"] for row in own["chat"]] == ["Ciao"]
    assert [(row["about"], row["words"]) for row in own["reports"]] == [(bruno.username, "Sempre così")]
    assert other["chat"] == other["reports"] == []
    assert ada.username not in str(other)


@pytest.mark.django_db(transaction=True)
def test_reporting_and_settling_at_one_moment_happen_once():
    ada, bruno, staff = person(), person(), StaffFactory()
    assert len(set(at_once([lambda: report(ada, bruno)] * 4))) == 1
    (found,) = Report.objects.all()
    facts = {"report_id": found.pk, "by_id": staff.pk, "uphold": True, "lasts": timedelta(hours=1)}
    assert sorted(at_once([lambda: reports.settle(**facts)] * 4)) == [False, False, False, True]
    assert bruno.silences.count() == 1
