"""Seeks at once: nobody is seated twice, every company starts once (PostgreSQL's own locks, no mock)."""

from functools import partial

import pytest

from games.engine.errors import Refusal
from games.models import Invitation, Match, Seat, Seek, Seeker, Table
from games.services import invitations, pairing, seating, seeks
from tests.games.factories import open_table, people, person
from tests.games.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def seek(user, **facts):
    return partial(seeks.seek, user_id=user.pk, preset="due", **facts)


def crowd(deeds):
    """Let each deed be done, in ten threads, and give what went wrong."""

    def run(own):
        wrong = []
        for deed in own:
            try:
                deed()
            except Refusal as refusal:
                wrong.append(refusal)
        return wrong

    found = at_once([partial(run, deeds[first::10]) for first in range(10)])
    return [wrong for wrongs in found for wrong in wrongs]


def check_everybody_once(users) -> None:
    seated = list(Seat.objects.filter(user__in=users).values_list("user", flat=True))
    assert len(seated) == len(set(seated))
    for match in Match.objects.all():
        assert match.seats.values("user").distinct().count() == match.table.seat_count
        assert match.deals.count() == 1
    assert Seeker.objects.filter(is_open=True, user__in=seated).count() == 0
    assert Match.objects.count() == Table.objects.filter(status="playing").count()


def test_forty_people_are_twenty_matches() -> None:
    users = people(40)
    assert crowd([seek(user) for user in users]) == []
    pairing.mend_seeks(Seek.objects.latest("made_at").made_at)  # who came while others held the lock
    check_everybody_once(users)
    assert Match.objects.count() == 20


def test_one_person_seeks_from_eight_windows() -> None:
    anna = person()
    outcomes = at_once([seek(anna, rated=bool(number % 2)) for number in range(8)])
    assert all(isinstance(outcome, int | Refusal) for outcome in outcomes), outcomes
    assert Seeker.objects.filter(user=anna, is_open=True).count() == 1


def test_two_pairings_at_once_while_people_sit_down_elsewhere_and_cancel(monkeypatch) -> None:
    for _ in range(6):
        users, tables = people(8), [open_table(), open_table()]
        with monkeypatch.context() as patch:
            patch.setattr(seeks, "pair_up", lambda **_: [])
            for user in users[:6]:
                seek(user)()
        wish = Seek.objects.filter(state="waiting").values_list("wish", flat=True).first()
        outcomes = at_once(
            [
                partial(pairing.pair_up, wish=wish),
                partial(pairing.pair_up, wish=wish),
                partial(seating.sit, table_id=tables[0].pk, user_id=users[0].pk, number=0),
                partial(seating.sit, table_id=tables[1].pk, user_id=users[1].pk, number=0),
                partial(seeks.cancel, user_id=users[2].pk),
                seek(users[6]),
                seek(users[7]),
            ]
        )
        assert all(outcome is None or isinstance(outcome, list | int | Refusal) for outcome in outcomes), outcomes
        check_everybody_once(users)
        Seat.objects.filter(user__in=users).update(is_exclusive=False)
        Seek.objects.all().delete()


def test_two_are_invited_to_one_chair_and_answer_at_once() -> None:
    for _ in range(5):
        host, anna, bruno = people(3)
        table = open_table(host)
        asked = [
            (user, invitations.invite(table_id=table.pk, user_id=host.pk, invited_id=user.pk, number=0))
            for user in (anna, bruno)
        ]
        outcomes = at_once(
            [partial(invitations.answer, invitation_id=pk, user_id=user.pk, accept=True) for user, pk in asked * 2]
        )
        assert outcomes.count(table.code) == 1
        assert all(outcome == table.code or isinstance(outcome, Refusal) for outcome in outcomes), outcomes
        states = sorted(Invitation.objects.filter(table=table).values_list("state", flat=True))
        assert states == ["accepted", "lapsed"]
        assert Seat.objects.filter(table=table, user__in=(anna, bruno)).count() == 1
